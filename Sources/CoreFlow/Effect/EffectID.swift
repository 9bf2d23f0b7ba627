/// The identifier of a core's effects, by which they are cancelled or replaced.
///
/// The conformance is unchecked because `AnyHashable` erases that the value is `Sendable`, which
/// the initialiser requires.
@usableFromInline
struct EffectID: Hashable, @unchecked Sendable {
  private let value: AnyHashable

  init(_ value: some Hashable & Sendable) {
    self.value = AnyHashable(value)
  }
}
