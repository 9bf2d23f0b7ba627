/// Facts about all flows of a type.
@MainActor
final class FlowKind {
  let type: Any.Type
  let name: String
  /// Whether the type is known to declare no `adapt`.
  var letsAllPass = false

  init(_ type: Any.Type) {
    self.type = type
    name = String(describing: type)
  }
}
