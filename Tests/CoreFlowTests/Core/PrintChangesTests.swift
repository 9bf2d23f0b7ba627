import CoreFlow
import TestSupport
import Testing

@MainActor
@Suite("The print of changes")
struct PrintChangesTests {
  private let bench = Bench()

  @Test("Each action is printed with the difference that it makes, in order")
  func prints() {
    let core = bench.core()
    var output: [String] = []
    core.send(.add(1))
    core.printChanges { output.append($0) }
    core.send(.add(2))
    core.send(.perform(.send(.rename("Trafic"))))
    #expect(
      output == [
        """
        CounterCore: add(2)
          CounterState(
        −   count: 1
        +   count: 3
            text: "a text that does not fit into sixteen bytes"
          )
        """,
        output.dropFirst().first ?? "",
        """
        CounterCore: rename("Trafic")
          CounterState(
            count: 3
        −   text: "a text that does not fit into sixteen bytes"
        +   text: "Trafic"
          )
        """,
      ])
    #expect(output.dropFirst().first?.hasSuffix("\n  (no change)") == true)
  }

  @Test("Another call replaces the output, and nil ends it")
  func off() {
    let core = bench.core()
    core.printChanges(to: nil)
    var output: [String] = []
    core.printChanges { _ in output.append("first") }
    core.printChanges { _ in output.append("second") }
    core.send(.add(1))
    core.printChanges(to: nil)
    core.send(.add(1))
    #expect(output == ["second"])
  }

  @Test("An action that the release of a replaced output sends is printed by the next one")
  func sentOnRelease() {
    let core = bench.core()
    var output: [String] = []
    do {
      let lastWord = LastWord { [weak core] in core?.send(.add(1)) }
      core.printChanges { _ in withExtendedLifetime(lastWord) {} }
    }
    core.printChanges { output.append($0) }
    #expect(output.count == 1)
    #expect(core.currentState.count == 1)
  }

  @Test("A test store and the print do not disturb each other, in either order")
  func withTestStore() {
    let core = bench.core()
    var output: [String] = []
    core.printChanges { output.append($0) }
    do {
      let store = CoreTestStore(core) { Issue.record("\($0)") }
      store.send(.add(1)) { $0.count = 1 }
    }
    core.send(.add(1))
    #expect(output.count == 2)
    let other = bench.core()
    let store = CoreTestStore(other) { Issue.record("\($0)") }
    other.printChanges { output.append($0) }
    store.send(.add(1)) { $0.count = 1 }
    #expect(output.count == 3)
  }
}
