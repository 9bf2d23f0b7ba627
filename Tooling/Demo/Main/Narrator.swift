import Foundation
import NavigationRuntime

/// Tells a story on standard output, and notices if it does not go as it should.
@MainActor
final class Narrator {
  /// Who makes a move.
  enum Mover: String {
    /// Code that asks the runtime.
    case code
    /// Code that calls a container without asking the runtime.
    case call
    /// The person in front of the screen.
    case user
    /// The platform, which ends what it has begun.
    case platform
  }

  private let store: NavigationStore
  private let width = 80
  private let margin = 14
  private var moveCount = 0
  private var subscriptions: Set<Cancellation> = []
  /// What happened during the present move: a word for the margin, and a line.
  private var events: [(word: String, text: String)] = []
  private var failureCount = 0

  init(_ store: NavigationStore, _ platform: HeadlessPlatform) {
    self.store = store
    store.onChange { [weak self] in self?.add("changed", "\($0.change) (\($0.cause))") }
      .store(in: &subscriptions)
    store.context.issues.handler = { [weak self] in self?.add("reported", "\($0)") }
    platform.onReport = { [weak self] in self?.add("refused", "by the platform: \($0)") }
  }

  /// Whether everything went as it should.
  var isContent: Bool { failureCount == 0 }

  /// Begins a chapter.
  func chapter(_ title: String, _ text: String) {
    print("\n\(String(repeating: "─", count: width))\n\(title)\n")
    print(wrapped(text, indentation: 0))
  }

  /// Tells of a move: who does what, what became of it, what changed, and what is on screen then.
  ///
  /// - Parameters:
  ///   - mover: Who makes it.
  ///   - what: What is done, in words.
  ///   - leaf: The name of the screen that the user should see afterwards.
  ///   - move: Makes the move; answers what became of it.
  func move(
    _ mover: Mover, _ what: String, seeing leaf: String, _ move: () async -> String
  ) async {
    moveCount += 1
    let outcome = await move()
    print("\n" + line("\(moveCount)".leftPadded(2) + "  \(mover)", what))
    print(line("    outcome", outcome))
    for event in events { print(line("    \(event.word)", event.text)) }
    if !events.contains(where: { $0.word == "changed" }) { print(line("    changed", "nothing")) }
    events = []
    for node in store.tree.text(includingIDs: true).split(separator: "\n") {
      print(String(repeating: " ", count: margin) + "│ " + node)
    }
    expect(
      store.tree.visibleLeaf.name == leaf,
      "the user should see \(leaf) and sees \(store.tree.visibleLeaf.name)")
  }

  /// Tells of a request that is answered at once or soon.
  func request(
    _ operation: NavigationOperation,
    on container: any NavigationContainer,
    _ what: String,
    expecting expected: TransitionOutcome = .performed,
    seeing leaf: String
  ) async {
    await move(.code, what, seeing: leaf) {
      let outcome = await store.context.perform(operation, on: container)
      expect(outcome == expected, "the outcome should be: \(expected)")
      return "\(outcome)"
    }
  }

  /// Adds a line to the present move.
  func add(_ word: String, _ text: String) {
    events.append((word, text))
  }

  /// Tells, during the moves to come, when a controller has left the tree.
  func watch(_ controller: HeadlessViewController) {
    let name = controller.navigationName
    controller.observePresentation { [weak self] event in
      if event == .dismissed { self?.addLeaving(name) }
    }
    .store(in: &subscriptions)
  }

  private func addLeaving(_ name: String) {
    if let last = events.last, last.word == "left" {
      events[events.count - 1].text = "\(last.text), then \(name)"
    } else {
      add("left", name)
    }
  }

  /// Notices if something is not as it should be.
  func expect(_ isTrue: Bool, _ complaint: String) {
    guard !isTrue else { return }
    failureCount += 1
    FileHandle.standardError.write(Data("navigation-demo: move \(moveCount): \(complaint)\n".utf8))
  }

  private func line(_ word: String, _ text: String) -> String {
    let head = word.padding(toLength: margin, withPad: " ", startingAt: 0)
    return head + wrapped(text, indentation: margin)
  }

  /// The text in lines of the page's width; all but the first are indented.
  private func wrapped(_ text: String, indentation: Int) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if indentation + last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n" + String(repeating: " ", count: indentation))
  }
}

extension String {
  fileprivate func leftPadded(_ length: Int) -> String {
    String(repeating: " ", count: max(0, length - count)) + self
  }
}
