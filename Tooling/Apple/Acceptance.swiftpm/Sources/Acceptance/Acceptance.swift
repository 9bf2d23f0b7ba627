import Dispatch
import NavigationRuntime

/// A test of one assumption about Apple's frameworks that no document of theirs promises.
///
/// `Docs/Platforms.md` lists the assumptions by the same identifiers and names. A test uses a
/// framework through its public interface, and the host for the user's moves, so that it runs in an
/// app on a device or a Mac, and on the stand-in.
public struct Acceptance: Sendable, CustomStringConvertible {
  /// The identifier in the list of assumptions.
  public let id: String
  /// The name in the list of assumptions.
  public let name: String
  /// The assumption in a sentence.
  public let sentence: String
  private let body: @MainActor @Sendable (AcceptanceRun) async -> Void

  init(
    _ id: String, _ name: String, _ sentence: String,
    body: @escaping @MainActor @Sendable (AcceptanceRun) async -> Void
  ) {
    self.id = id
    self.name = name
    self.sentence = sentence
    self.body = body
  }

  /// The identifier and the name.
  public var description: String { "\(id) \(name)" }

  /// Runs the test.
  ///
  /// - Parameter host: A host with nothing on its screen.
  /// - Returns: The run, which has ended.
  @MainActor
  public func run(in host: any AcceptanceHost) async -> AcceptanceRun {
    let run = AcceptanceRun(host)
    await body(run)
    return run
  }
}

/// The findings of a test, and the means by which it makes them.
@MainActor
public final class AcceptanceRun {
  /// The screen and the user.
  let host: any AcceptanceHost
  /// The expectations that did not hold.
  public private(set) var faults: [String] = []
  /// The user's moves that the host cannot make; the test then shows nothing about them.
  public private(set) var missingMoves: [String] = []
  /// The findings in a line.
  public var result: String {
    if !faults.isEmpty { return "failed: \(faults.joined(separator: "; "))" }
    return missingMoves.isEmpty ? "passed" : "not shown: \(missingMoves.joined(separator: "; "))"
  }

  private var changes: [NavigationChange] = []
  private var subscription: Cancellation?

  init(_ host: any AcceptanceHost) {
    self.host = host
    subscription = host.store.onChange { [weak self] in self?.changes.append($0) }
  }

  /// Records a fault unless the expectation holds.
  func expect(_ holds: Bool, _ text: String) {
    if !holds { faults.append(text) }
  }

  /// Records a move that the host cannot make.
  func lacks(_ move: String) { missingMoves.append(move) }

  /// Begins to record the changes of the tree anew.
  func forgetChanges() { changes = [] }

  /// Returns the kinds of causes of the changes since the last call.
  func takeCauses() -> [NavigationCause.Kind] {
    defer { changes = [] }
    return changes.map(\.cause.kind)
  }

  /// Takes turns of the main queue until a condition holds.
  ///
  /// - Parameters:
  ///   - count: The number of turns.
  ///   - isDone: The condition.
  /// - Returns: Whether it holds at the end.
  func turns(_ count: Int, until isDone: () -> Bool) async -> Bool {
    for _ in 0..<count where !isDone() { await turnOfMainQueue() }
    return isDone()
  }

  /// Returns whether a controller counts as visible.
  func isVisible(_ controller: any Presentable) -> Bool {
    var isVisible = false
    let subscription = controller.observePresentation {
      if case .visible(let current) = $0 { isVisible = current }
    }
    subscription.cancel()
    return isVisible
  }
}

/// Waits for a turn of the main queue.
@MainActor
public func turnOfMainQueue() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
  }
}
