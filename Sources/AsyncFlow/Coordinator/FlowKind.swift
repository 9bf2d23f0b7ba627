/// What is known of all flows of a type.
@MainActor
final class FlowKind {
  let type: Any.Type
  let name: String
  /// Whether it is known that they have no `adapt` of their own.
  var letsAllPass = false

  init(_ type: Any.Type) {
    self.type = type
    name = String(describing: type)
  }
}
