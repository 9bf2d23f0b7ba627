import Foundation

/// A value protected by a lock, for access from several threads.
///
/// `Mutex` needs iOS 18.
///
/// Unchecked, because the compiler cannot verify that `value` is only accessed while `lock` is
/// held: it is private, and `withLock` is the only access.
// With library evolution, an inlinable initialiser needs a class of fixed layout or a frozen
// structure.
@_fixed_layout
@usableFromInline
package final class Locked<Value>: @unchecked Sendable {
  @usableFromInline let lock: NSLock
  @usableFromInline var value: Value

  @inlinable
  package init(_ value: sending Value) {
    lock = NSLock()
    self.value = value
  }

  @inlinable
  package func withLock<Result>(_ body: (inout sending Value) throws -> sending Result) rethrows
    -> sending Result
  {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
