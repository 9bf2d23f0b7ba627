import CoreFlow
import TestSupport
import Testing

private final class PickerCore: Core<Int, Int> {
  weak var router: (any PickerRouting)?

  override func reduce(state: inout Int, action: Int) -> Effect<Int> {
    state = action
    router?.finish(with: action)
    return .none
  }
}

@MainActor
private protocol PickerRouting: AnyObject {
  func finish(with number: Int)
}

private final class PickerScreen: HeadlessScreen<PickerCore> {}

private final class PickerFlow: Flow<PickerCore, PickerScreen>, ResultFlow, PickerRouting {
  typealias Output = Int

  override func createCore() -> PickerCore {
    let core = PickerCore(initialState: 0)
    core.router = self
    return core
  }

  override func createScreen() -> PickerScreen { PickerScreen(reactor: core) }
}

/// Finishes as soon as it is active.
private final class EagerCore: ScreenLessCore {
  var onActive: () -> Void = {}

  override func didBecomeActive() { onActive() }
}

private final class EagerFlow: ScreenLessFlow<EagerCore>, ResultFlow {
  typealias Output = String

  override func createCore() -> EagerCore {
    let core = EagerCore()
    core.onActive = { [unowned self] in finish(with: "early") }
    return core
  }
}

private final class DraftCore: Core<Int, Int> {
  weak var flow: DraftFlow?
  override func willDetach() { flow?.finish(with: 7) }
}

private final class DraftFlow: Flow<DraftCore, HeadlessScreen<DraftCore>>, ResultFlow {
  typealias Output = Int

  override func createCore() -> DraftCore {
    let core = DraftCore(initialState: 0)
    core.flow = self
    return core
  }

  override func createScreen() -> HeadlessScreen<DraftCore> { HeadlessScreen(reactor: core) }
}

@MainActor
@Suite("A flow in a container")
struct EmbeddedFlowTests {
  @Test("The screen is the root of the stack, which is presented and pushes the flow's children")
  func stack() {
    let world = ProbeWorld()
    let stack = HeadlessNavigationController()
    let child = PickerFlow()
    world.root.attach(child.embedded(in: stack), by: .present)
    #expect(world.home.presentedViewController === stack)
    #expect(stack.viewControllers.first === child.screen)
    #expect(child.representative === stack)
    let inner = world.flow("inner")
    child.attach(inner, by: .push)
    #expect(stack.topViewController === inner.screen)
    #expect(world.codes == [])
  }

  @Test("The user's pull-down ends the flow, and the container is released with it")
  func released() {
    let world = ProbeWorld()
    weak var weakStack: HeadlessNavigationController?
    weak var weakChild: PickerFlow?
    do {
      let stack = HeadlessNavigationController()
      let child = PickerFlow()
      weakStack = stack
      weakChild = child
      world.root.attach(child.embedded(in: stack), by: .present)
    }
    #expect(weakStack?.userDidPullDown() == true)
    #expect(weakChild == nil)
    #expect(weakStack == nil)
    #expect(world.journal.take().last == "root lost PickerFlow: dismissedByUser")
  }

  @Test("Also a screen that exists already moves into the container, and into tabs as the last one")
  func late() {
    let stack = HeadlessNavigationController()
    let flow = PickerFlow()
    let screen = flow.screen
    #expect(flow.representative === screen)
    flow.embedded(in: stack)
    #expect(stack.viewControllers.count == 1)
    #expect(stack.topViewController === screen)
    #expect(flow.representative === stack)

    let tabs = HeadlessTabBarController()
    tabs.viewControllers = [HeadlessViewController()]
    let second = PickerFlow().embedded(in: tabs)
    #expect(second.representative === tabs)
    #expect(tabs.viewControllers?.last === second.screen)
    #expect(tabs.viewControllers?.count == 2)
  }

  @Test("A second container, and one that holds no screens, are refused at the caller's line")
  func refused() {
    let bench = Bench()
    let flow = ProbeFlow("flow", Journal(), context: bench.context)
    let stack = HeadlessNavigationController()
    flow.embedded(in: stack).embedded(in: HeadlessNavigationController())
    #expect(bench.codes == ["notEmbedded"])
    #expect(bench.issues.first?.line == UInt(#line - 2))
    let other = ProbeFlow("other", Journal(), context: bench.context)
    other.embedded(in: HeadlessViewController())
    #expect(bench.codes == ["notEmbedded", "notEmbedded"])
    #expect(other.representative === other.screen)
  }

  @Test("A container that comes after the screen was shown is refused at the caller's line")
  func tooLate() async {
    let world = ProbeWorld()
    let pushed = PickerFlow()
    world.root.attach(pushed, by: .push)
    pushed.embedded(in: HeadlessNavigationController())
    let line = UInt(#line - 1)
    #expect(world.codes == ["notEmbedded"])
    #expect(world.world.issues.first?.line == line)
    #expect(pushed.representative === pushed.screen)

    // Its turn has not come yet.
    let waiting = PickerFlow()
    world.root.attach(waiting, by: .present)
    waiting.embedded(in: HeadlessNavigationController())
    #expect(world.codes.count == 2)

    let byHand = PickerFlow()
    let stack = HeadlessNavigationController(rootViewController: byHand.screen)
    byHand.embedded(in: HeadlessNavigationController())
    #expect(world.codes.count == 2 && byHand.representative === byHand.screen)
    byHand.embedded(in: stack)
    #expect(byHand.representative === stack)
    #expect(stack.viewControllers.count == 1)
  }

  @Test("A flow that was detached may be embedded for its next attachment")
  func again() async {
    let world = ProbeWorld()
    let child = PickerFlow()
    world.root.attach(child, by: .push)
    world.root.detach(child)
    await world.world.context.settled()
    let stack = HeadlessNavigationController()
    world.root.attach(child.embedded(in: stack), by: .present)
    #expect(child.representative === stack)
    #expect(world.codes == [])
  }
}

@MainActor
@Suite("The awaited result of a child")
struct ResultFlowTests {
  private let world = ProbeWorld()

  private func presented() -> (PickerFlow, FlowAttachment<Int>) {
    let child = PickerFlow()
    return (child, world.root.attach(child, by: .present))
  }

  @Test("Is the value that the child finishes with, after its screen has been dismissed")
  func value() async {
    let (child, attachment) = presented()
    #expect(await attachment.transition?.value() == .performed)
    #expect(attachment.outcome == nil)
    child.core.send(3)
    #expect(await attachment.result == .value(3))
    #expect(attachment.outcome == .value(3))
    #expect(world.root.children.isEmpty)
    #expect(world.journal.take().last == "root lost PickerFlow: finished")
  }

  @Test("Says that the user left, and nothing else for any other end")
  func noValue() async {
    let (child, left) = presented()
    #expect(child.screen.userDidPullDown())
    #expect(await left.result == .userLeft)

    let (second, finished) = presented()
    second.finish()
    #expect(await finished.result == .cancelled)

    let (third, detached) = presented()
    world.root.detach(third)
    #expect(await detached.result == .cancelled)
  }

  @Test("Is that the user left, also if the child finishes with a value on its way out")
  func lateValue() async {
    let child = DraftFlow()
    let attachment = world.root.attach(child, by: .present)
    #expect(await attachment.transition?.value() == .performed)
    #expect(child.screen.userDidPullDown())
    #expect(await attachment.result == .userLeft)
  }

  @Test("Of a child that is refused is there at once")
  func refused() async {
    let (child, first) = presented()
    let second = world.root.attach(child, by: .present)
    #expect(await second.result == .cancelled)
    #expect(world.codes == ["alreadyAttached"])
    child.finish(with: 4)
    #expect(await first.result == .value(4))
  }

  @Test("Is also that of a child that finishes while it is created")
  func early() async {
    let child = EagerFlow()
    let attachment = world.root.attach(child, by: .present)
    #expect(attachment.outcome == .value("early"))
    #expect(attachment.transition == nil)
    #expect(await attachment.result == .value("early"))
    #expect(world.codes == [])
  }

  @Test("Does not delay settled(), and is awaited by an effect that goes on with the value")
  func effect() async {
    let root = world.root
    let bench = Bench()
    let core = CounterCore(initialState: .init(), context: world.world.context)
    core.send(
      .perform(
        .run { @MainActor send in
          if case .value(let number) = await root.attach(PickerFlow(), by: .present).result {
            await send(.add(number))
          }
        }))
    #expect(await world.world.context.settled().map(\.waitingFor) == ["the result of PickerFlow"])
    (root.children.first as? PickerFlow)?.core.send(7)
    #expect(await world.world.context.settled() == [])
    #expect(core.currentState.count == 7)
    withExtendedLifetime(bench) {}
  }

  @Test("A task that is cancelled while it waits detaches the child")
  func cancelled() async {
    let (_, attachment) = presented()
    let task = Task { await attachment.result }
    await Drain.mainQueue()
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(world.root.children.isEmpty)
  }

  @Test("Leaves nothing of the child behind, whether it is awaited or not")
  func released() async {
    weak var weakChild: PickerFlow?
    weak var weakAttachment: FlowAttachment<Int>?
    do {
      let (child, attachment) = presented()
      weakChild = child
      weakAttachment = attachment
    }
    #expect(weakAttachment != nil)
    weakChild?.core.send(1)
    await world.world.context.settled()
    #expect(weakChild == nil)
    #expect(weakAttachment == nil)
  }
}
