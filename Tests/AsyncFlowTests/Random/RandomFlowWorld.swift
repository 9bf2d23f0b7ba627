import AsyncFlow
import NavigationRuntime
import TestSupport

/// A step that says what the flow that handles it shall do.
struct RandomStep: Step, CustomStringConvertible {
  enum Action: CaseIterable {
    case nothing, suspend, push, pushTwo, present, borrow, forwardUp, forwardHere, end
    case endForwarding, pop, dismissSelf, filter, suspendInAdapt, unhandled

    /// What makes trees grow comes more often than what prunes them.
    static let weighted: [Self] =
      allCases + [.nothing, .suspend, .push, .forwardUp, .forwardHere]
      + Array(repeating: .present, count: 6) + Array(repeating: .borrow, count: 4)
  }

  let id: Int
  let stepper: Int
  let action: Action

  var description: String { "\(id) \(action)" }
}

final class RandomStepper: FlowStepper {
  @Steps var steps
  let id: Int
  /// Whether none of its steps was refused because it has no place any more.
  var isAlive = true
  init(_ id: Int) { self.id = id }
}

/// A flow that does what its steps say.
final class RandomFlow: Flow {
  let root: any Presentable
  let depth: Int
  private unowned let world: RandomFlowWorld

  init(root: any Presentable, depth: Int, world: RandomFlowWorld) {
    self.root = root
    self.depth = depth
    self.world = world
  }

  private var stack: HeadlessNavigationController? { root as? HeadlessNavigationController }

  func adapt(step: RandomStep) async -> RandomStep? {
    if step.action == .suspendInAdapt { await Task {}.value }
    return step.action == .filter ? nil : step
  }

  func navigate(to step: RandomStep) async -> FlowContributors {
    world.noteHandled(step)
    switch step.action {
    case .nothing, .filter, .suspendInAdapt: return .none
    case .unhandled: return .unhandled
    case .suspend:
      await Task {}.value
      return .one(page())
    case .push: return .one(page())
    case .pushTwo: return .multiple(page(), page())
    case .present: return present()
    case .borrow: return borrow()
    case .forwardUp: return .one(.forwardToParent(step: world.makeStep()))
    case .forwardHere: return .one(.forwardToCurrentFlow(withStep: world.makeStep(.nothing)))
    case .end: return depth == 0 ? .none : .end
    case .endForwarding:
      return depth == 0 ? .none : .end(forwardToParentFlowWithStep: world.makeStep())
    case .pop:
      stack?.popViewController(animated: true)
      return .none
    case .dismissSelf:
      guard depth > 0, let stack, stack.presentingViewController != nil else { return .none }
      stack.dismiss(animated: true)
      return .multiple(page(), .forwardToParent(step: world.makeStep(.nothing)))
    }
  }

  private func page() -> FlowContributor {
    let page = HeadlessViewController()
    let stepper = world.makeStepper()
    stack?.pushViewController(page, animated: true)
    world.noteScreen(page)
    return .contribute(presentable: page, stepper: stepper)
      .whenHidden(world.policy())
  }

  private func present() -> FlowContributors {
    guard depth < 6, let stack, stack.presentedViewController == nil, stack.view.window != nil
    else { return .one(page()) }
    let root = HeadlessNavigationController()
    stack.present(root, animated: true)
    let child = world.makeFlow(root: root, depth: depth + 1)
    return .one(
      .contribute(presentable: child, stepper: world.makeStepper(sending: .push))
        .onDismissal(forwardToParent: world.makeStep(.nothing, optional: true)))
  }

  private func borrow() -> FlowContributors {
    guard depth < 6 else { return .none }
    let child = world.makeFlow(root: root, depth: depth + 1)
    return .one(.contribute(presentable: child, stepper: world.makeStepper(sending: .push)))
  }
}

/// Two tabs with a flow each, a window, and the account of every step that was ever made.
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
  private(set) var problems: [String] = []
  private(set) var objects: [WeakObject] = []
  private var subscription: Cancellation?
  private(set) var issues: [NavigationIssue] = []

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    let stacks = [HeadlessNavigationController(), HeadlessNavigationController()]
    tabs = HeadlessTabBarController()
    tabs.viewControllers = stacks
    headless = HeadlessWorld(root: tabs)
    coordinator = FlowCoordinator(context: headless.context)
    subscription = coordinator.onEvent { [weak self] in self?.note($0) }
    for stack in stacks {
      coordinator.coordinate(
        flow: makeFlow(root: stack, depth: 0), with: makeStepper(sending: .push))
    }
  }

  func makeFlow(root: any Presentable, depth: Int) -> RandomFlow {
    let flow = RandomFlow(root: root, depth: depth, world: self)
    deepest = max(deepest, depth)
    objects.append(WeakObject(object: flow))
    return flow
  }

  func makeStepper(sending action: RandomStep.Action? = nil) -> RandomStepper {
    let stepper = RandomStepper(takeID())
    steppers[stepper.id] = stepper
    living.append(stepper)
    if let action { stepper.steps.send(makeStep(action, of: stepper.id)) }
    return stepper
  }

  /// Mostly a stepper that has a place; sometimes one that had.
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

  func noteScreen(_ screen: HeadlessViewController) {
    objects.append(WeakObject(object: screen))
  }

  /// A step that is accounted for; an optional one may never be sent, or be tried in several flows.
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

  private func takeID() -> Int {
    defer { nextID += 1 }
    return nextID
  }

  func noteHandled(_ step: RandomStep) {
    handled[step.id, default: 0] += 1
    guard step.stepper >= 0 else { return }
    if let last = lastHandled[step.stepper], last > step.id {
      problems.append("\(step) was handled after \(last) of the same stepper")
    }
    lastHandled[step.stepper] = step.id
  }

  private func note(_ event: FlowEvent) {
    guard case .notHandled(let event, let outcome) = event,
      let step = event.step as? RandomStep
    else { return }
    switch outcome {
    // What has been begun was counted there.
    case .unhandled, .cancelled: break
    case .refused(.dismissed), .refused(.flowEnded):
      refused[step.id, default: 0] += 1
      steppers[step.stepper]?.isAlive = false
    default: refused[step.id, default: 0] += 1
    }
  }

  /// What is wrong with the account when nothing runs.
  func audit(waiting activities: [NavigationActivity]) -> [String] {
    var problems = problems
    if !coordinator.isIdle { problems.append("busy: \(coordinator.runningActivities)") }
    let waiting = Set(
      activities.compactMap { activity in
        activity.name.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      })
    for id in made {
      let count = handled[id, default: 0] + refused[id, default: 0] + (waiting.contains(id) ? 1 : 0)
      if count != 1 {
        problems.append(
          "step \(id): handled \(handled[id] ?? 0), refused \(refused[id] ?? 0), "
            + "waits \(waiting.contains(id))")
      }
    }
    // A first responder that ends before its turn refuses, and the next one is asked.
    for id in optional where handled[id, default: 0] > 1 {
      problems.append("step \(id) was handled more than once")
    }
    // What is settled needs no second look.
    made = made.filter { waiting.contains($0) }
    return problems
  }
}
