/// A switch, shaped like `UISwitch`.
open class HeadlessSwitch: HeadlessControl {
  /// Whether the switch is on; setting it sends no event.
  open var isOn = false

  /// Turns the switch on or off; sends no event.
  open func setOn(_ on: Bool, animated: Bool) {
    isOn = on
  }
}
