import Combine
import CoreFlow
import Foundation
import SwiftUI
import TestSupport
import Testing
import UIKit

private struct CounterView: View {
  @ObservedObject var counter: ObservableReactor<CounterAction, CounterState>

  var body: some View {
    VStack {
      Text("\(counter.state.count)")
      Button("Add") { counter.send(.add(1)) }
      TextField("Name", text: counter.binding(\.text) { .rename($0) })
    }
  }
}

private typealias CounterScreen = HostingScreen<CounterCore, CounterView>

private final class CounterFlow: Flow<CounterCore, CounterScreen> {
  override func createCore() -> CounterCore { CounterCore(initialState: .init()) }

  override func createScreen() -> CounterScreen {
    let screen = CounterScreen(reactor: core, context: context) { CounterView(counter: $0) }
    screen.restorationIdentifier = "Counter"
    screen.bind()
    return screen
  }
}

/// A screen that shows plain values, and has its own observation.
private final class PlainScreen: HostingScreen<CounterCore, Text> {
  var counts: [Int] = []

  init(reactor: CounterCore) {
    super.init(reactor: reactor) { Text("is \($0.state.count)") }
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { preconditionFailure("Made by its flow.") }

  override func bind() {
    observeDistinctState(\.count) { [weak self] in self?.counts.append($0) }
  }
}

@MainActor
@Suite("A screen of SwiftUI")
struct HostingTests {
  @Test("Shows each committed state, and sends actions from its controls")
  func shows() {
    let core = Bench().core()
    let screen = CounterScreen(reactor: core) { CounterView(counter: $0) }
    #expect(StandInElement.texts(screen.rootView) == ["0"])
    core.send(.add(5))
    #expect(StandInElement.texts(screen.rootView) == ["5"])
    #expect(StandInElement.tap("Add", in: screen.rootView))
    #expect(core.currentState.count == 6)
    #expect(StandInElement.type("new", into: "Name", in: screen.rootView))
    #expect(core.currentState.text == "new")
    #expect(StandInElement.texts(screen.rootView) == ["6"])
  }

  @Test("Can be subclassed, and observes like every screen")
  func inherited() {
    let core = Bench().core()
    let screen = PlainScreen(reactor: core)
    screen.bind()
    core.send(.add(2))
    core.send(.rename("x"))
    #expect(StandInElement.texts(screen.rootView) == ["is 2"])
    #expect(screen.counts == [0, 2])
  }

  @Test("A hosting controller is named after its view")
  func names() {
    let core = Bench().core()
    let part = core.scope(state: \.count) { (number: Int) in CounterAction.add(number) }
    let names = [
      UIHostingController(rootView: Text("")).navigationRuntimeName,
      UIHostingController(rootView: ModifiedContent(content: Text(""), modifier: 1))
        .navigationRuntimeName,
      CounterScreen(reactor: core) { CounterView(counter: $0) }.navigationRuntimeName,
      HostingScreen(reactor: part) { Text("\($0.state)") }.navigationRuntimeName,
      PlainScreen(reactor: core).navigationRuntimeName,
    ]
    #expect(names == ["Text", "Text", "Counter", "Text", "Plain"])
    withExtendedLifetime(part) {}
  }

  @Test("Is shown and released with its flow when the user goes back")
  func flow() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: home)
    let root = RootFlow(home, context: world.context)
    weak var weakFlow: CounterFlow?
    weak var weakCore: CounterCore?
    weak var weakScreen: CounterScreen?
    do {
      let flow = CounterFlow()
      weakFlow = flow
      root.attach(flow, by: .push)
      weakCore = flow.core
      weakScreen = flow.screen
    }
    #expect(world.store.tree.visibleLeaf.name == "Counter")
    #expect(weakScreen.map { StandInElement.tap("Add", in: $0.rootView) } == true)
    #expect(weakCore?.currentState.count == 1)
    #expect(home.userDidTapBack())
    #expect(world.store.tree.visibleLeaf.name == "List")
    #expect(weakFlow == nil)
    #expect(weakCore == nil)
    #expect(weakScreen == nil)
    #expect(world.issues.isEmpty)
    withExtendedLifetime(root) {}
  }

  @Test("A screen that outlives its core keeps its state, and refuses and reports actions")
  func outlives() {
    let bench = Bench()
    var screen: CounterScreen?
    weak var weakCore: CounterCore?
    do {
      let core = bench.core()
      weakCore = core
      core.send(.add(3))
      screen = CounterScreen(reactor: core, context: bench.context) { CounterView(counter: $0) }
    }
    #expect(weakCore == nil)
    #expect(screen.map { StandInElement.texts($0.rootView) } == ["3"])
    #expect(screen.map { StandInElement.tap("Add", in: $0.rootView) } == true)
    #expect(bench.codes == ["reactorGone"])
  }
}

/// Attaches flows to the stack of a test.
private final class RootFlow: Flow<CounterCore, UINavigationController> {
  private let stack: UINavigationController

  init(_ stack: UINavigationController, context: NavigationContext) {
    self.stack = stack
    super.init(context: context)
  }

  override func createCore() -> CounterCore { CounterCore(initialState: .init()) }

  override func createScreen() -> UINavigationController { stack }
}
