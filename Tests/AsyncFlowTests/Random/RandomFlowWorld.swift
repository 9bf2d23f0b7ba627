import AsyncFlow
import NavigationRuntime
import TestSupport

/// Two tabs with a flow each, a window, and the account of every step made.
@MainActor
final class RandomFlowWorld {
  struct WeakObject { weak var object: AnyObject? }

  let headless: HeadlessWorld
  let tabs: HeadlessTabBarController
  let coordinator: FlowCoordinator
  var generator: SeededGenerator

  private var nextID = 0
  private var steppers: [Int: RandomStepper] = [:]
  private var living: [RandomStepper] = []
  private var gone: [RandomStepper] = []
  private(set) var made: Set<Int> = []
  private var optional: Set<Int> = []
  private var handled: [Int: Int] = [:]
  private var refused: [Int: Int] = [:]
  private var lastHandled: [Int: Int] = [:]
  private(set) var deepest = 0
  var handledCount: Int { handled.count }
  var problems: [String] = []
  /// The number of calls of flows that have not returned.
  var runningHandlers = 0
  /// The number of these that wait for a child or an answer.
  private(set) var waitingHandlers = 0
  private var answers: [@MainActor (Int) -> Void] = []
  /// The steppers of children that handlers await.
  private var awaited: [RandomStepper] = []
  /// The numbers of calls that await a step's receipt, and of the receipts.
  private(set) var awaitedReceipts = (calls: 0, receipts: 0)
  /// The numbers of the results of awaited children, by their kind.
  private(set) var results: [String: Int] = [:]
  /// The number of events so far.
  private(set) var eventCount = 0
  private(set) var objects: [WeakObject] = []
  private var subscription: Cancellation?
  private(set) var issues: [NavigationIssue] = []

  private var doubles: [ScreenDouble] = []
  /// The number of times that a test double appeared, disappeared or left.
  private(set) var movedDoubles = 0

  /// The deep links that had no outcome at the last check.
  var links: [DeepLink] = []
  /// The steps of earlier deep links, which later ones may repeat.
  var linked: [RandomStep] = []
  var arrivedCount = 0
  /// The number of transitions that the test has ended.
  private(set) var endedTransitions = 0

  /// The steps in the order in which flows navigated to them.
  private var journal: [Int] = []

  /// Called in some callbacks of screens, and at some events.
  var onCallback: (() -> Void)?
  /// The number of calls of `onCallback`.
  private(set) var callbackCount = 0
  private var callbackDepth = 0

  /// Whether the order of steps depends on nothing but the seed: handlers do not suspend, and there
  /// are neither test doubles with streams nor links.
  var isRepeatable = false

  /// The observers of a coordinator's events.
  enum Observation {
    /// The world, which keeps account of every step.
    case account
    /// One that does nothing.
    case idle
    case none
  }

  init(seed: UInt64, observed observation: Observation = .account) {
    generator = SeededGenerator(seed: seed)
    let stacks = [HeadlessNavigationController(), HeadlessNavigationController()]
    tabs = HeadlessTabBarController()
    tabs.viewControllers = stacks
    headless = HeadlessWorld(root: tabs)
    coordinator = FlowCoordinator(context: headless.context)
    switch observation {
    case .account: subscription = coordinator.onEvent { [weak self] in self?.note($0) }
    case .idle: subscription = coordinator.onEvent { _ in }
    case .none: break
    }
    for stack in stacks {
      coordinator.coordinate(
        flow: makeFlow(root: stack, depth: 0), with: makeStepper(in: 0, sending: .push))
    }
  }

  func makeFlow(root: any Presentable, depth: Int) -> any Flow {
    let flow: any Flow =
      depth.isMultiple(of: 2)
      ? EvenRandomFlow(root: root, depth: depth, world: self)
      : OddRandomFlow(root: root, depth: depth, world: self)
    deepest = max(deepest, depth)
    objects.append(WeakObject(object: flow))
    return flow
  }

  func makeStepper(in depth: Int, sending action: RandomStep.Action? = nil) -> RandomStepper {
    let stepper = RandomStepper(takeID(), depth: depth)
    steppers[stepper.id] = stepper
    living.append(stepper)
    if let action { stepper.steps.send(makeStep(action, of: stepper.id)) }
    return stepper
  }

  /// Returns a stepper, usually of a living flow or screen, sometimes of one that has left.
  func pickStepper() -> RandomStepper? {
    if generator.happens(percent: 3), let dead = gone.randomElement(using: &generator) {
      return dead
    }
    while let index = living.indices.randomElement(using: &generator) {
      let stepper = living[index]
      if stepper.isAlive { return stepper }
      living.swapAt(index, living.count - 1)
      gone.append(living.removeLast())
    }
    return nil
  }

  /// Whether transitions run until the test ends them.
  var isManual: Bool {
    get { headless.platform.transitionMode == .manual }
    set {
      headless.platform.transitionMode = newValue ? .manual : .immediate
      if !newValue { while endTransition() {} }
    }
  }

  /// Ends the oldest transition.
  @discardableResult
  func endTransition() -> Bool {
    guard headless.platform.completeTransition() else { return false }
    endedTransitions += 1
    return true
  }

  /// Returns the result of a flow for which a handler waits.
  func result(of flow: some Flow, with stepper: RandomStepper) async -> FlowResult<Int> {
    waitingHandlers += 1
    awaited.append(stepper)
    let result = await coordinator.result(of: flow, with: stepper, as: Int.self)
    waitingHandlers -= 1
    awaited.removeAll { $0 === stepper }
    results["\(result)".prefix { $0 != "(" }.description, default: 0] += 1
    return result
  }

  /// Waits in a handler for an answer of the test.
  func answer(to step: RandomStep) async {
    waitingHandlers += 1
    let answer = await coordinator.waiting(for: "an answer") { answers.append($0) }
    waitingHandlers -= 1
    results[answer == nil ? "no answer" : "answer", default: 0] += 1
  }

  /// Gives one of the answers that handlers wait for, or have waited for, and a value to one that
  /// awaits a child.
  func giveAnswer() {
    if let stepper = awaited.randomElement(using: &generator) {
      stepper.steps.send(makeStep(.finish, of: stepper.id))
    }
    guard let index = answers.indices.randomElement(using: &generator) else { return }
    answers.remove(at: index)(index)
  }

  /// Navigates to a step, and awaits its receipt in a task, which may be cancelled.
  func navigateAndAwait() {
    let step = makeStep(.nothing, optional: true)
    awaitedReceipts.calls += 1
    let task = Task {
      _ = await coordinator.navigateInFirstResponder(to: step)
      awaitedReceipts.receipts += 1
    }
    if generator.happens(percent: 10) { task.cancel() }
  }

  /// Requests an operation of the scheduler.
  func request() {
    guard let stack = topStack else { return }
    let operation: NavigationOperation =
      switch generator.next(below: 3) {
      case 0: .push(HeadlessViewController())
      case 1: .pop
      default: .dismiss
      }
    _ = headless.context.request(operation, on: stack, animated: generator.happens(percent: 50))
  }

  /// Requests a child flow from the deepest of the newest flows.
  func grow() {
    var deepest: RandomStepper?
    for stepper in living.suffix(50) where stepper.isAlive && stepper.depth > deepest?.depth ?? -1 {
      deepest = stepper
    }
    guard let stepper = deepest else { return }
    let action: RandomStep.Action = generator.happens(percent: 50) ? .present : .borrow
    stepper.steps.send(makeStep(action, of: stepper.id))
  }

  func noteScreen(_ screen: HeadlessViewController) {
    objects.append(WeakObject(object: screen))
  }

  func makeDouble() -> ScreenDouble {
    let double = ScreenDouble(isVisible: generator.happens(percent: 70))
    doubles.append(double)
    objects.append(WeakObject(object: double))
    return double
  }

  /// Shows, hides or dismisses a test double.
  func moveDouble() {
    guard let index = doubles.indices.randomElement(using: &generator) else { return }
    movedDoubles += 1
    if generator.happens(percent: 20) {
      doubles.remove(at: index).dismissal.yield()
    } else {
      doubles[index].visibility.yield(generator.happens(percent: 50))
    }
  }

  /// Makes a step that is accounted for; an optional one may never be sent, or be tried in several
  /// flows.
  func makeStep(
    _ action: RandomStep.Action? = nil, of stepper: Int = -1, optional isOptional: Bool = false
  ) -> RandomStep {
    let id = takeID()
    if isOptional { optional.insert(id) } else { made.insert(id) }
    let action = action ?? RandomStep.Action.weighted.randomElement(using: &generator) ?? .nothing
    return RandomStep(id: id, stepper: stepper, action: action)
  }

  func policy() -> HiddenStepPolicy {
    [.hold, .hold, .drop, .latestOnly, .always].randomElement(using: &generator) ?? .hold
  }

  func coveredPolicy() -> CoveredStepPolicy {
    generator.happens(percent: 30) ? .hold : .refuse
  }

  func takeID() -> Int {
    defer { nextID += 1 }
    return nextID
  }

  func noteHandled(_ step: RandomStep) {
    journal.append(step.id)
    handled[step.id, default: 0] += 1
    guard step.stepper >= 0 else { return }
    if let last = lastHandled[step.stepper], last > step.id {
      problems.append("\(step) was handled after \(last) of the same stepper")
    }
    lastHandled[step.stepper] = step.id
  }

  func didCallBack() {
    guard let onCallback, callbackDepth < 2, generator.happens(percent: 4) else { return }
    callbackDepth += 1
    callbackCount += 1
    onCallback()
    callbackDepth -= 1
  }

  private func note(_ event: FlowEvent) {
    eventCount += 1
    defer { didCallBack() }
    guard case .notHandled(let event, let outcome) = event,
      let step = event.step as? RandomStep
    else { return }
    switch outcome {
    // Steps that have begun are counted in `noteHandled`. An observer of the beginning may have
    // ended the flow before that.
    case .cancelled where handled[step.id] == nil: refused[step.id, default: 0] += 1
    case .unhandled, .cancelled: break
    case .refused(.dismissed), .refused(.flowEnded):
      refused[step.id, default: 0] += 1
      steppers[step.stepper]?.isAlive = false
    default: refused[step.id, default: 0] += 1
    }
  }

  /// Returns the steps that flows have navigated to since the last call, in order.
  func takeJournal() -> [Int] {
    defer { journal = [] }
    return journal
  }

  /// Returns the errors in the account once nothing runs.
  func audit(waiting activities: [NavigationActivity]) -> [String] {
    var problems = problems
    let activity = coordinator.context.activity
    if !activity.isIdle { problems.append("busy: \(activity.running)") }
    if runningHandlers > waitingHandlers {
      problems.append("\(runningHandlers - waitingHandlers) handlers have not returned")
    }
    let waiting = Set(
      activities.compactMap { activity in
        activity.name.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      })
    for id in made {
      // A step that waits in its handler has been counted.
      let waits = handled[id] == nil && waiting.contains(id)
      let count = handled[id, default: 0] + refused[id, default: 0] + (waits ? 1 : 0)
      if count != 1 {
        problems.append(
          "step \(id): handled \(handled[id] ?? 0), refused \(refused[id] ?? 0), "
            + "waits \(waits)")
      }
    }
    // A first responder that ends before its turn refuses, and the step goes to the next one.
    for link in openLinks where link.waitingFor == nil {
      problems.append("a deep link waits for nothing: \(link.plan.hops.map(\.step))")
    }
    for id in optional where handled[id, default: 0] > 1 {
      problems.append("step \(id) was handled more than once")
    }
    // A settled step needs no second check.
    made = made.filter { waiting.contains($0) }
    return problems
  }
}
