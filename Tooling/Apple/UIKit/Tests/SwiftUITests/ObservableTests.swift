import Combine
import CoreFlow
import NavigationRuntime
import SwiftUI
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("A core as an observable object")
struct ObservableReactorTests {
  let bench = Bench()

  @Test("Announces each committed state before it shows it, and not the present one")
  func changes() {
    let core = bench.core()
    let model = ObservableReactor(core)
    var shown: [Int] = []
    let subscription = model.objectWillChange.sink { shown.append(model.state.count) }
    #expect(shown.isEmpty)
    core.send(.sendBoth(.add(10), .add(100)))
    model.send(.add(1000))
    #expect(shown == [0, 1, 11, 111])
    #expect(model.state.count == 1111)
    withExtendedLifetime(subscription) {}
  }

  @Test("Shows each later state if it is made inside an observer, while actions wait")
  func madeDuringAction() {
    let core = bench.core()
    var models: [ObservableReactor<CounterAction, CounterState>] = []
    let subscription = core.observe { [unowned core] _ in
      if models.count < 2 { models.append(ObservableReactor(core)) }
    }
    core.send(.sendBoth(.add(10), .add(100)))
    #expect(models.map(\.state.count) == [111, 111])
    core.send(.add(1))
    #expect(models.map(\.state.count) == [112, 112])
    withExtendedLifetime(subscription) {}
  }

  @Test("A core that is released inside an announcement of its state leaves the state")
  func releasedInAnnouncement() {
    var core: CounterCore? = bench.core()
    weak let weakCore = core
    let model = core.map { ObservableReactor($0, context: bench.context) }
    let subscription = model?.objectWillChange.sink { core = nil }
    core?.send(.add(2))
    #expect(weakCore == nil)
    #expect(model?.state.count == 2)
    model?.send(.add(1))
    #expect(bench.codes == ["reactorGone"])
    withExtendedLifetime(subscription) {}
  }

  @Test("A binding reads the state, and changes it by an action")
  func binding() {
    let core = bench.core()
    let model = ObservableReactor(core)
    let text = model.binding(\.text) { .rename($0 + "!") }
    text.wrappedValue = "hey"
    #expect(core.currentState.text == "hey!")
    #expect(text.wrappedValue == "hey!")
  }

  @Test("Makes a binding of a state that belongs to the main actor, as in a module by default")
  func bindingOnMainActor() {
    let core = FormCore(initialState: FormState())
    let name = ObservableReactor(core).binding(\.name) { $0 }
    name.wrappedValue = "Tati"
    #expect(name.wrappedValue == "Tati")
  }

  @Test("Follows a part of a core for the core's lifetime")
  func part() {
    let core = bench.core()
    let part = core.scope(state: \.count) { (number: Int) in CounterAction.add(number) }
    let model = ObservableReactor(part)
    core.send(.add(1))
    model.send(2)
    #expect(model.state == 3)
    withExtendedLifetime(part) {}
  }

  @Test("Shows a part that returns after it was missing")
  func partThatComesBack() {
    let optional = OptionalCore(initialState: 1, context: bench.context)
    let scoped = optional.scope(state: \.self, context: bench.context) { (number: Int) in number }
    optional.send(nil)
    let model = scoped.map { ObservableReactor($0) }
    optional.send(2)
    #expect(model?.state == 2)
    withExtendedLifetime(scoped) {}
  }

  @Test("Neither retains the other")
  func release() {
    weak var weakModel: ObservableReactor<CounterAction, CounterState>?
    let core = bench.core()
    do {
      let model = ObservableReactor(core)
      weakModel = model
      core.send(.add(1))
      #expect(model.state.count == 1)
    }
    #expect(weakModel == nil)
    core.send(.add(1))
    weak var weakCore: CounterCore?
    let model: ObservableReactor<CounterAction, CounterState>
    do {
      let other = bench.core()
      weakCore = other
      model = ObservableReactor(other, context: bench.context)
    }
    #expect(weakCore == nil)
    #expect(model.send(.add(1)).isFinished)
    #expect(bench.codes == ["reactorGone"])
  }
}

/// A state that belongs to the main actor, as each one does in a module with that default isolation.
@MainActor
private struct FormState {
  var name = ""
}

private final class FormCore: Core<String, FormState> {
  override func reduce(state: inout FormState, action: String) -> Effect<String> {
    state.name = action
    return .none
  }
}

/// A core with its latest action as its state.
private final class OptionalCore: Core<Int?, Int?> {
  override func reduce(state: inout Int?, action: Int?) -> Effect<Int?> {
    state = action
    return .none
  }
}

@MainActor
@Suite("The tree in SwiftUI")
struct NavigationTreeViewTests {
  @Test("A view shows a line for each node, and follows changes")
  func lines() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: tabs("Main", home, screen("Settings")))
    let view = NavigationTreeView(world.store)
    let window = "window \(world.store.tree.root.name)"
    #expect(
      StandInElement.texts(view) == [
        window, "    tabs Main", "        stack Home", "            screen List",
        "        screen Settings",
      ])
    world.context.request(.push(screen("Detail")), on: home)
    world.context.request(.present(screen("Sheet")), on: home)
    #expect(
      StandInElement.texts(view) == [
        window, "    tabs Main", "        stack Home", "            screen List",
        "            screen Detail", "        screen Settings", "        modal screen Sheet",
      ])
  }

  @Test("The object changes once for each settle point, and does not retain the store")
  func object() {
    weak var weakStore: NavigationStore?
    let screens: ObservableNavigationTree
    var changes = 0
    let subscription: AnyCancellable
    do {
      let home = stack("Home", screen("List"))
      let world = HeadlessWorld(root: home)
      weakStore = world.store
      screens = ObservableNavigationTree(world.store)
      subscription = screens.objectWillChange.sink { changes += 1 }
      world.context.request(.push(screen("Detail")), on: home)
      #expect(screens.tree == world.store.tree)
      #expect(changes == 1)
    }
    #expect(weakStore == nil)
    #expect(screens.tree.visibleLeaf.name == "Detail")
    withExtendedLifetime(subscription) {}
  }

  @Test("Embeds a presentable's controller in a view")
  func embedding() {
    let list = screen("List")
    let view = PresentableView(list)
    let context = PresentableView.Context(coordinator: ())
    let controller = view.makeUIViewController(context: context)
    view.updateUIViewController(controller, context: context)
    #expect(controller === list)
  }
}
