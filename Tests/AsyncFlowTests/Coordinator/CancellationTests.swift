import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Cancellation at each point where an app waits")
struct CancellationTests {
  /// What is awaited.
  enum Point: CaseIterable {
    case result, waiting, navigate, broadcast, firstResponder, readiness, readinessBeforeStart
    case follow, linkValue, settled, settledWithin, perform, transaction, gate, sleep
    case events, visibility, finishWork

    /// Whether the wait ends with its task, and not with what is awaited.
    var endsWithTask: Bool {
      switch self {
      case .navigate, .broadcast, .firstResponder, .follow, .linkValue: false
      case .result, .waiting, .readiness, .readinessBeforeStart, .settled, .settledWithin, .perform,
        .transaction, .gate, .sleep, .events, .visibility, .finishWork:
        true
      }
    }
  }

  /// The code that awaits it.
  enum Caller: CaseIterable {
    case navigate, adapt, childTask, work, run, task

    /// Whether a test can cancel the task.
    var isCancellable: Bool { self == .work || self == .run || self == .task }
  }

  /// What ends the wait, or the objects around it.
  enum End: CaseIterable {
    case event, cancellation, stop, userLeaves, removal, endOfParent, closedWindow, release
    case eventThenCancellation, cancellationThenEvent, eventThenStop, stopThenEvent
  }

  @Test(
    "Each wait ends once, and leaves nothing that runs, waits or is retained",
    arguments: Point.allCases)
  func ends(point: Point) async {
    for caller in Caller.allCases {
      for end in End.allCases {
        for delay in [0, 3] { await run(point, caller, end, after: delay) }
      }
    }
  }

  private func run(_ point: Point, _ caller: Caller, _ end: End, after delay: Int) async {
    let name: Comment = "\(point) in \(caller), \(end) after \(delay) turns"
    let retained: [WeakObject]
    do {
      let shop = Shop(point, caller)
      await shop.begin()
      for _ in 0..<delay { await letOthersRun() }
      shop.perform(end)
      if end == .cancellation, point.endsWithTask, caller.isCancellable, shop.hasBegun {
        await shop.returned.wait()
      }
      await shop.finish()
      #expect(shop.returnCount == (shop.hasBegun ? 1 : 0), name)
      #expect(shop.world.context.activity.running == [], name)
      #expect(shop.world.context.activity.waiting == [], name)
      retained = shop.objects
    }
    await takeTurns()
    let left = retained.compactMap(\.object).map { "\(type(of: $0))" }
    #expect(left == [], name)
  }

  private struct WeakObject { weak var object: AnyObject? }

  private final class AppFlow: ScriptedFlow {}
  private final class SubjectFlow: ScriptedFlow {}
  private final class SideFlow: ScriptedFlow {}
  private final class PickerFlow: ScriptedFlow {}

  /// An app whose second flow, a modal, waits for something.
  @MainActor
  private final class Shop {
    let world = HeadlessWorld()
    let returned = Gate()
    private(set) var hasBegun = false
    private(set) var returnCount = 0
    private(set) var objects: [WeakObject] = []
    private let point: Point
    private let caller: Caller
    private var coordinator: FlowCoordinator?
    private let event: ActivityGate
    private var isLoggedIn = false
    private let root = stack("App", screen("Home"))
    private let modal = stack("Subject", screen("First"))
    private let taps = TestStepper()
    private let appTaps = TestStepper(TestStep.start)
    private let side = SideFlow(root: screen("Side"))
    private let later = PickerFlow(root: screen("Later"))
    private var task: Task<Void, Never>?
    private var handle: Cancellation?
    private var work: WorkHandle?
    private var answering: Cancellation?

    init(_ point: Point, _ caller: Caller) {
      (self.point, self.caller) = (point, caller)
      event = ActivityGate("the event", context: world.context)
      coordinator = FlowCoordinator(context: world.context)
      world.window.rootViewController = root
    }

    func begin() async {
      let (app, subject) = (AppFlow(root: root), SubjectFlow(root: modal))
      let all: [AnyObject?] = [
        self, coordinator, app, subject, side, later, taps, appTaps, modal,
      ]
      objects = all.map { WeakObject(object: $0) }
      app.onNavigate = { [weak self] step in
        guard let self, step == .start else { return step == .end ? .one(.end) : .none }
        root.present(modal, animated: false)
        return .multiple([
          .contribute(presentable: subject, stepper: taps),
          .contribute(presentable: side, stepper: DefaultStepper()),
        ])
      }
      side.onNavigate = { [event] step in
        if step == .number(7) { try? await event.wait() }
        return .none
      }
      subject.onAdapt = { [weak self] step in
        guard let self else { return step }
        if step == .number(1), caller == .adapt { await wait() }
        return step == .number(9) && !isLoggedIn ? nil : step
      }
      subject.onNavigate = { [weak self] step in
        guard let self, step == .number(1) else { return .none }
        if caller == .navigate { await wait() }
        if caller == .childTask {
          async let child: Void = wait()
          await child
        }
        return .none
      }
      coordinator?.coordinate(flow: app, with: appTaps)
      await coordinator?.settled()
      switch caller {
      case .navigate, .adapt, .childTask: taps.send(.number(1))
      case .work: work = taps.run("work") { [weak self] _ in await self?.wait() }
      case .run: handle = world.context.run("work") { [weak self] in await self?.wait() }
      case .task: task = Task { [weak self] in await self?.wait() }
      }
    }

    func perform(_ end: End) {
      switch end {
      case .event: happen()
      case .cancellation: cancel()
      case .stop: coordinator?.stop()
      case .userLeaves: _ = modal.userDidPullDown()
      case .removal: root.dismiss(animated: false)
      case .endOfParent: appTaps.send(.end)
      case .closedWindow: world.window.rootViewController = nil
      case .release: coordinator = nil
      case .eventThenCancellation:
        happen()
        cancel()
      case .cancellationThenEvent:
        cancel()
        happen()
      case .eventThenStop:
        happen()
        coordinator?.stop()
      case .stopThenEvent:
        coordinator?.stop()
        happen()
      }
    }

    /// Ends everything, and waits until what was awaited has returned.
    func finish() async {
      world.platform.transitionMode = .immediate
      cancel()
      coordinator?.stop()
      world.window.rootViewController = nil
      happen()
      await task?.value
      await world.context.settled()
      if hasBegun { await returned.wait() }
      await world.context.settled()
      coordinator = nil
    }

    private func cancel() {
      task?.cancel()
      handle?.cancel()
      work?.cancel()
    }

    private func happen() {
      isLoggedIn = true
      event.open()
      world.clock.advance(by: 4)
      world.platform.completeAllTransitions()
      coordinator?.coordinate(flow: OtherFlow(), with: OneStepper(.other))
    }

    private func wait() async {
      hasBegun = true
      let part = screen("Part")
      objects.append(WeakObject(object: part))
      await waitAtPoint(with: part)
      returnCount += 1
      returned.open()
    }

    private func waitAtPoint(with part: HeadlessViewController) async {
      let context = world.context
      let plan = DeepLinkPlan([.init(TestStep.number(9), in: SubjectFlow.self)])
      switch point {
      case .result:
        let picker = PickerFlow(root: part)
        objects.append(WeakObject(object: picker))
        picker.onNavigate = { [event] _ in
          try? await event.wait()
          return .finish("red")
        }
        modal.present(part, animated: false)
        _ = await coordinator?.result(of: picker, with: OneStepper(.start), as: String.self)
      case .waiting:
        let _: Bool? = await coordinator?.waiting(for: "an answer") { answer in
          answering = context.run("the answer") { [event] in
            try? await event.wait()
            answer(true)
          }
        }
      case .navigate: await coordinator?.navigate(to: TestStep.number(7), in: side)
      // The handler's own flow is busy until the child task ends.
      case .broadcast where caller == .childTask, .firstResponder where caller == .childTask: break
      case .broadcast: await coordinator?.navigate(to: TestStep.number(7))
      case .firstResponder: await coordinator?.navigateInFirstResponder(to: TestStep.number(7))
      case .readiness:
        later.onNavigate = { [event] _ in
          try? await event.wait()
          return .none
        }
        coordinator?.coordinate(flow: later, with: OneStepper(.start))
        _ = await later.flowReady
      case .readinessBeforeStart: _ = await later.flowReady
      case .follow: await coordinator?.follow(plan)
      case .linkValue: _ = await coordinator?.start(plan).value()
      case .settled: await context.settled()
      case .settledWithin: _ = try? await context.settled(within: 10)
      case .perform:
        world.platform.transitionMode = .manual
        modal.pushViewController(part, animated: true)
        await context.perform(.present(screen("Sheet")), on: modal)
      case .transaction:
        await context.scheduler(of: modal).transaction("open") { try? await event.wait() }
      case .gate: try? await event.wait()
      case .sleep: try? await context.clock.sleep(for: 3)
      case .events:
        guard let events = coordinator?.events else { return }
        for await _ in events {}
      case .visibility:
        for await isVisible in modal.isVisibleStream where !isVisible { break }
      case .finishWork:
        let other = TestStepper()
        other.run("late") { [event] _ in try? await event.wait() }
        await other.finishWork()
      }
    }
  }
}
