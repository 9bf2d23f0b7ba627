import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Steps in places and recordings")
struct StoredStepTests {
  enum TagStep: Step, Codable, Equatable { case tags(Set<Int>) }
  private enum PrivateStep: Step, Codable, Equatable { case page(Int) }

  final class TagFlow: Flow {
    let stack: HeadlessNavigationController
    var root: any Presentable { stack }
    var count = 0
    init(_ stack: HeadlessNavigationController) { self.stack = stack }

    func navigate(to step: TagStep) async -> FlowContributors {
      count += 1
      return StoredStepTests.push("\(step)", on: stack)
    }
  }

  final class AnyFlow: Flow {
    let stack: HeadlessNavigationController
    var root: any Presentable { stack }
    init(_ stack: HeadlessNavigationController) { self.stack = stack }

    func navigate(to step: Step) -> FlowContributors {
      guard case .page(let number)? = step as? PrivateStep else { return .unhandled }
      return StoredStepTests.push("Page \(number)", on: stack)
    }
  }

  private static func push(
    _ name: String, on stack: HeadlessNavigationController
  ) -> FlowContributors {
    let page = screen(name)
    stack.pushViewController(page, animated: true)
    return .one(.contribute(presentable: page, stepper: DefaultStepper()))
  }

  /// A set has one of several orders, which depends on its history.
  private func tags(_ count: Int, room: Int) -> Set<Int> {
    var tags = Set<Int>(minimumCapacity: room)
    for number in 0..<count { tags.insert(number) }
    return tags
  }

  @Test("A journey finds the screens of steps that are equal and encoded in another order")
  func sets() async throws {
    let home = stack("Home")
    let world = HeadlessWorld(root: home)
    let coordinator = FlowCoordinator(context: world.context)
    let flow = TagFlow(home)
    coordinator.coordinate(flow: flow, with: OneStepper(.tags(tags(9, room: 9))))
    for count in 10...30 {
      await coordinator.navigate(to: TagStep.tags(tags(count, room: 9)))
    }
    let entries = try (9...30).map {
      try NavigationPlace.Entry(encoding: TagStep.tags(tags($0, room: 900)))
    }
    let place = NavigationPlace(branches: [.init(flow: "TagFlow", entries: entries)])
    let changes = world.changes.count
    #expect(await coordinator.travel(to: place) == .arrived)
    #expect(flow.count == 22)
    #expect(world.changes.count == changes)

    let (copy, again) = (stack("Home"), FlowCoordinator(context: NavigationContext()))
    let data = try place.data()
    again.coordinate(flow: TagFlow(copy), with: OneStepper(.tags(tags(9, room: 9))))
    #expect(await again.travel(to: try NavigationPlace(data: data), animated: false) == .arrived)
    #expect(copy.viewControllers.count == 22)
  }

  @Test("The name of a private type contains nothing that differs from launch to launch")
  func privateTypes() async throws {
    let home = stack("Home")
    let world = HeadlessWorld(root: home)
    let coordinator = FlowCoordinator(context: world.context)
    coordinator.registerSteps(PrivateStep.self)
    coordinator.recorder = StepRecorder(PrivateStep.self)
    coordinator.coordinate(flow: AnyFlow(home), with: OneStepper(PrivateStep.page(1)))
    await coordinator.settled()
    await coordinator.navigate(to: PrivateStep.page(2))
    #expect(
      coordinator.place.branches[0].entries[1].value.json
        == #"{"step":{"page":{"_0":2}},"type":"AsyncFlowTests.StoredStepTests.PrivateStep"}"#)
    guard case .step(_, let type, _)? = coordinator.recorder?.recording.entries.last else {
      Issue.record("not recorded")
      return
    }
    #expect(type == "AsyncFlowTests.StoredStepTests.PrivateStep")
    #expect(world.issues.isEmpty)
  }

  private enum LooseStep: Step { case start }

  /// Starts a child by a step that is not `Codable`.
  private final class LooseFlow: Flow {
    let stack: HeadlessNavigationController
    var root: any Presentable { stack }
    init(_ stack: HeadlessNavigationController) { self.stack = stack }

    func navigate(to step: LooseStep) async -> FlowContributors {
      let child = HeadlessNavigationController()
      stack.present(child, animated: true)
      return .one(.contribute(presentable: TagFlow(child), stepper: OneStepper(.tags([1]))))
    }
  }

  @Test("A step that cannot be encoded is left out with the flows that it has started")
  func notEncodable() async {
    let home = stack("Home")
    let world = HeadlessWorld(root: home)
    let coordinator = FlowCoordinator(context: world.context)
    coordinator.coordinate(flow: LooseFlow(home), with: OneStepper(.start))
    await coordinator.settled()
    let branches = coordinator.place.branches
    #expect(branches.map(\.flow) == ["LooseFlow"])
    #expect(branches.allSatisfy { $0.entries.isEmpty })
    #expect(
      world.issues.map(\.fact) == [
        "start of LooseFlow is not part of the place, nor are the flows that it has started: its "
          + "type is not Codable."
      ])
  }
}
