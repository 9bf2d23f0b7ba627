import Dispatch

/// Bounds how much of a queue is handled in one turn of the main queue.
///
/// A queue that is filled as fast as it is emptied would keep everything else from the main actor.
/// Short bursts never read the time: the first look comes after some elements.
package struct TurnBudget {
  /// How long a turn lasts at most, in nanoseconds, from the first look on.
  private static let length: UInt64 = 4_000_000

  private let stride: Int
  private var left: Int
  private var end: UInt64?

  /// Makes a budget for one turn.
  ///
  /// - Parameter stride: After how many elements the time is looked at; so many are always handled.
  package init(stride: Int = 8) {
    self.stride = stride
    left = stride
  }

  /// Notes that an element has been handled.
  ///
  /// - Returns: Whether the rest should wait for another turn.
  package mutating func spend() -> Bool {
    left -= 1
    guard left == 0 else { return false }
    left = stride
    let now = DispatchTime.now().uptimeNanoseconds
    guard let end else {
      end = now + Self.length
      return false
    }
    return now >= end
  }
}
