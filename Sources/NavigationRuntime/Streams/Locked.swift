import Foundation

/// A value protected by a lock, for access from several threads.
///
/// `Mutex` needs iOS 18.
///
/// Unchecked, because the compiler cannot verify that `value` is only accessed while `lock` is
/// held: it is private, and `withLock` is the only access.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: sending Value) {
    self.value = value
  }

  package func withLock<Result>(_ body: (inout sending Value) throws -> sending Result) rethrows
    -> sending Result
  {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
