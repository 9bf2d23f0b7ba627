/// A controller's phase between "not on the screen" and "on the screen".
///
/// Each change of the phase is one of the four appearance callbacks, so that the callbacks of a
/// controller always alternate properly, whatever the interruptions.
enum AppearancePhase: Sendable {
  case disappeared
  case appearing
  case appeared
  case disappearing

  /// Whether the members of a host in this phase may begin to appear.
  var isShowing: Bool {
    self == .appearing || self == .appeared
  }
}
