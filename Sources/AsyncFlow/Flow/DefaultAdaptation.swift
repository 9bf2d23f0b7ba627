/// How a flow's handler learns that the flow wrote no `adapt`: both forms' defaults say so.
///
/// Which form a type of flows has is decided when it is compiled, so that one step shows it for all
/// that follow, which then need not be shown to `adapt`.
@MainActor
enum DefaultAdaptation {
  private static var plainForm: ObjectIdentifier?
  private static var bothForms: ObjectIdentifier?

  static func plainFormAnswered(for flow: AnyObject) {
    plainForm = ObjectIdentifier(type(of: flow))
  }

  static func optionalFormAnswered(for flow: AnyObject) {
    let type = ObjectIdentifier(type(of: flow))
    if plainForm == type { bothForms = type }
  }

  /// Whether the last step that was adapted went through both defaults of this type.
  static func answered(for flow: AnyObject) -> Bool {
    bothForms == ObjectIdentifier(type(of: flow))
  }
}
