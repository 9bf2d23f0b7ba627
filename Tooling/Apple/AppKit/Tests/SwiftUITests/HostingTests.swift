import AppKit
import Combine
import CoreFlow
import SwiftUI
import Testing

private struct CounterView: View {
  @ObservedObject var counter: ObservableReactor<CounterAction, CounterState>

  var body: some View {
    VStack {
      Text("\(counter.state.count)")
      Button("Add") { counter.send(.add(1)) }
    }
  }
}

private typealias CounterScreen = HostingScreen<CounterCore, CounterView>

private final class CounterFlow: Flow<CounterCore, CounterScreen> {
  override func createCore() -> CounterCore { CounterCore(initialState: .init()) }

  override func createScreen() -> CounterScreen {
    let screen = CounterScreen(reactor: core, context: context) { CounterView(counter: $0) }
    screen.bind()
    return screen
  }
}

@MainActor
@Suite("A screen of SwiftUI on macOS")
struct HostingTests {
  let bench = Bench()

  @Test("Shows each committed state, and sends actions from its controls")
  func shows() {
    let core = bench.core()
    let screen = CounterScreen(reactor: core) { CounterView(counter: $0) }
    core.send(.add(5))
    #expect(StandInElement.texts(screen.rootView) == ["5"])
    #expect(StandInElement.tap("Add", in: screen.rootView))
    #expect(core.currentState.count == 6)
  }

  @Test("Is a window's content, named after its view, and released with its flow")
  func window() {
    let window = NSWindow()
    let store = bench.context.store(for: window)
    weak var weakCore: CounterCore?
    weak var weakScreen: CounterScreen?
    do {
      let flow = CounterFlow(context: bench.context)
      flow.launch(in: window)
      weakCore = flow.core
      weakScreen = flow.screen
      #expect(store.tree.visibleLeaf.name == "Counter")
      window.contentViewController = nil
      #expect(!flow.isActive)
    }
    #expect(weakCore == nil)
    #expect(weakScreen == nil)
    withExtendedLifetime((window, store)) {}
  }

  @Test("Embeds a presentable's controller in a view")
  func embedding() {
    let core = bench.core()
    let screen = CounterScreen(reactor: core) { CounterView(counter: $0) }
    let view = PresentableView(screen)
    let context = PresentableView.Context(coordinator: ())
    let controller = view.makeNSViewController(context: context)
    view.updateNSViewController(controller, context: context)
    #expect(controller === screen)
  }
}
