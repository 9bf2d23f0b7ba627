/// Names effects of one core, so that they can be cancelled or replaced.
///
/// Unchecked, because `AnyHashable` hides that it can only be made from a `Sendable` value here.
@usableFromInline
struct EffectID: Hashable, @unchecked Sendable {
  private let value: AnyHashable

  init(_ value: some Hashable & Sendable) {
    self.value = AnyHashable(value)
  }
}
