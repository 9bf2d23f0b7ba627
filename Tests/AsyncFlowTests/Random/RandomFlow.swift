import AsyncFlow
import NavigationRuntime
import TestSupport

/// A step that carries the action for the flow that handles it.
struct RandomStep: Step, Equatable, CustomStringConvertible {
  enum Action: CaseIterable {
    case nothing, suspend, push, pushTwo, present, borrow, forwardUp, forwardHere, end
    case endForwarding, pop, dismissSelf, filter, suspendInAdapt, unhandled
    case awaitChild, awaitAnswer, finish

    /// Actions that grow the tree are more frequent than those that prune it.
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
  /// The depth of its flow.
  let depth: Int
  /// Whether none of its steps was refused because its flow or screen had left.
  var isAlive = true
  init(_ id: Int, depth: Int) {
    self.id = id
    self.depth = depth
  }
}

/// A test double of a screen, which the test shows, hides and dismisses.
@MainActor
final class ScreenDouble: Presentable {
  let isVisibleStream: AsyncStream<Bool>
  let onDismissed: AsyncStream<Void>
  let visibility: AsyncStream<Bool>.Continuation
  let dismissal: AsyncStream<Void>.Continuation

  init(isVisible: Bool) {
    (isVisibleStream, visibility) = AsyncStream.makeStream()
    (onDismissed, dismissal) = AsyncStream.makeStream()
    visibility.yield(isVisible)
  }
}

/// A screen that tells the world of its callbacks.
final class RandomPage: HeadlessViewController {
  var onCallback: (() -> Void)?

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    onCallback?()
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    onCallback?()
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    onCallback?()
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    onCallback?()
  }

  override func didMove(toParent parent: HeadlessViewController?) {
    super.didMove(toParent: parent)
    onCallback?()
  }
}

/// A flow at an even depth, which is asked about each step.
final class EvenRandomFlow: RandomFlow, Flow {
  func adapt(step: RandomStep) async -> RandomStep? { await answer(to: step) }
}

/// A flow at an odd depth, whose steps need no answer, as those of most apps.
///
/// Deep links can name one type or the other.
final class OddRandomFlow: RandomFlow, Flow {}

/// The part of a flow that performs the actions of its steps.
@MainActor
class RandomFlow {
  let root: any Presentable
  let depth: Int
  private unowned let world: RandomFlowWorld

  init(root: any Presentable, depth: Int, world: RandomFlowWorld) {
    self.root = root
    self.depth = depth
    self.world = world
  }

  private var stack: HeadlessNavigationController? { root as? HeadlessNavigationController }

  fileprivate func answer(to step: RandomStep) async -> RandomStep? {
    world.runningHandlers += 1
    defer { world.runningHandlers -= 1 }
    if step.action == .suspendInAdapt { await suspend() }
    return step.action == .filter ? nil : step
  }

  func navigate(to step: RandomStep) async -> FlowContributors {
    world.runningHandlers += 1
    defer { world.runningHandlers -= 1 }
    world.noteHandled(step)
    switch step.action {
    case .nothing, .filter, .suspendInAdapt: return .none
    case .unhandled: return .unhandled
    case .suspend:
      await suspend()
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
    case .finish: return depth == 0 ? .none : .finish(step.id)
    case .awaitChild:
      await awaitChild()
      return .none
    case .awaitAnswer:
      guard !world.isRepeatable else { return .none }
      await world.answer(to: step)
      return .none
    case .pop:
      stack?.popViewController(animated: true)
      return .none
    case .dismissSelf:
      guard depth > 0, let stack, stack.presentingViewController != nil else { return .none }
      stack.dismiss(animated: true)
      return .multiple(page(), .forwardToParent(step: world.makeStep(.nothing)))
    }
  }

  private func suspend() async {
    if !world.isRepeatable { await letOthersRun() }
  }

  /// Contributes a screen, or now and then a test double of one.
  private func page() -> FlowContributor {
    let stepper = world.makeStepper(in: depth)
    let screen: any Presentable =
      !world.isRepeatable && world.generator.happens(percent: 10)
      ? world.makeDouble() : pushedPage()
    return .contribute(presentable: screen, stepper: stepper)
      .whenHidden(world.policy()).whenCovered(world.coveredPolicy())
  }

  private func pushedPage() -> HeadlessViewController {
    let page = RandomPage()
    page.onCallback = { [weak world] in world?.didCallBack() }
    stack?.pushViewController(page, animated: true)
    world.noteScreen(page)
    return page
  }

  private func present() -> FlowContributors {
    guard depth < 6, let stack, stack.presentedViewController == nil, stack.view.window != nil
    else { return .one(page()) }
    let root = HeadlessNavigationController()
    stack.present(root, animated: true)
    let child = world.makeFlow(root: root, depth: depth + 1)
    return .one(
      .contribute(presentable: child, stepper: world.makeStepper(in: depth + 1, sending: .push))
        .onDismissal(forwardToParent: world.makeStep(.nothing, optional: true)))
  }

  /// Presents a child flow and waits for its value, for its end without one, or for the user to
  /// leave it.
  private func awaitChild() async {
    guard !world.isRepeatable, depth < 6, let stack, stack.presentedViewController == nil,
      stack.view.window != nil
    else { return }
    let root = HeadlessNavigationController()
    stack.present(root, animated: true)
    let child = world.makeFlow(root: root, depth: depth + 1)
    let stepper = world.makeStepper(in: depth + 1, sending: .push)
    if case .userLeft = await world.result(of: child, with: stepper) {
      if root.presentingViewController != nil {
        world.problems.append("has not been left: \(root)")
      }
    } else {
      root.presentingViewController?.dismiss(animated: true)
    }
  }

  private func borrow() -> FlowContributors {
    guard depth < 6 else { return .none }
    let child = world.makeFlow(root: root, depth: depth + 1)
    return .one(
      .contribute(presentable: child, stepper: world.makeStepper(in: depth + 1, sending: .push)))
  }
}
