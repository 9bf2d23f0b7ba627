/// How a flow's handler learns that the flow wrote no `adapt`: the default says so.
///
/// Whether a type of flows has one is decided when it is compiled, so that one step shows it for all
/// that follow, which then need not be shown to `adapt`.
@MainActor
enum DefaultAdaptation {
  private static var latest: ObjectIdentifier?

  static func didAnswer(for flow: AnyObject) { latest = ObjectIdentifier(type(of: flow)) }

  /// Whether the default answered last for a flow of this type.
  static func answered(for flow: AnyObject) -> Bool {
    latest == ObjectIdentifier(type(of: flow))
  }
}
