import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("The entries of a place that are on screen")
struct PlaceMatchTests {
  private let world = HeadlessWorld(.immediate)
  private let first = stack("First")
  private let second = stack("Second")
  private let tabs = TestSupport.tabs("Tabs")

  /// Shows screens with these names on two stacks, each above a fixed one.
  private func show(_ firstNames: [String], _ secondNames: [String]) -> [Shown] {
    first.setViewControllers([screen("Root")] + firstNames.map { screen($0) }, animated: false)
    second.setViewControllers([screen("Root")] + secondNames.map { screen($0) }, animated: false)
    tabs.viewControllers = [first, second]
    world.window.rootViewController = tabs
    return [first, second].flatMap { stack in
      stack.viewControllers.map { page in
        (value(page.restorationIdentifier ?? ""), page.lifecycle.placement(in: tabs.lifecycle))
      }
    }
  }

  private typealias Shown = (value: NavigationPlace.Value, placement: NavigationPlace.Placement)

  private func value(_ name: String) -> NavigationPlace.Value {
    NavigationPlace.Value(json: name)
  }

  private func match(_ wanted: [String], _ shown: [Shown]) -> [Int?] {
    NavigationPlace.match(wanted.map(value), with: shown)
  }

  @Test("Match up to the first missing one of their stack")
  func oneStack() {
    let shown = show(["a", "c"], [])
    #expect(match(["Root", "a", "c", "Root"], shown) == [0, 1, 2, 3])
    #expect(match(["Root", "a", "b", "c", "Root"], shown) == [0, 1, nil, nil, 3])
    #expect(match(["Root", "c", "a", "Root"], shown) == [0, 2, nil, 3])
  }

  @Test("Match in another stack than the one with a missing entry")
  func twoStacks() {
    let shown = show(["a"], ["c", "d"])
    #expect(match(["Root", "a", "b", "Root", "c", "d"], shown) == [0, 1, nil, 2, 3, 4])
    #expect(match(["Root", "a", "Root", "c", "b", "d"], shown) == [0, 1, 2, 3, nil, nil])
  }

  @Test("Match once each if their values are equal")
  func equal() {
    let shown = show(["a", "a"], [])
    #expect(match(["Root", "a", "a", "a"], shown) == [0, 1, 2, nil])
    #expect(match(["a"], shown) == [1])
  }
}
