/// Where a controller is between "not on the screen" and "on the screen".
///
/// Each change of the phase is one of the four appearance callbacks, so that the callbacks of a
/// controller always alternate properly, whatever interrupts whatever.
enum AppearancePhase: Sendable {
  case disappeared
  case appearing
  case appeared
  case disappearing

  /// Whether what is inside a host of this phase may begin to appear.
  var isShowing: Bool {
    self == .appearing || self == .appeared
  }
}
