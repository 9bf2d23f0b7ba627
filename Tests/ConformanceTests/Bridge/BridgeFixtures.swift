import AsyncFlow
import CoreFlow
import TestSupport

/// The events of one test's features, in order.
@MainActor
final class Journal {
  private(set) var entries: [String] = []

  func note(_ entry: String) { entries.append(entry) }
}

enum BridgeStep: Step {
  case start
  case left
  case end
}

final class BridgeStepper: FlowStepper {
  @Steps var steps
}

/// An AsyncFlow flow with answers that a test supplies.
@MainActor
final class StepFlow: AsyncFlow.Flow {
  let root: any Presentable
  let journal: Journal
  var onNavigate: (@MainActor (BridgeStep) -> FlowContributors)?

  init(root: HeadlessViewController, _ journal: Journal) {
    self.root = root
    self.journal = journal
  }

  func navigate(to step: BridgeStep) async -> FlowContributors {
    journal.note("step \(step)")
    return onNavigate?(step) ?? .none
  }
}

final class FeatureCore: Core<Int, Int> {
  let name: String
  let journal: Journal
  var onResign: (@MainActor () -> Void)?

  init(_ name: String, _ journal: Journal) {
    self.name = name
    self.journal = journal
    super.init(initialState: 0)
  }

  override func didBecomeActive() { journal.note("\(name) active") }

  override func willResignActive() {
    journal.note("\(name) resign")
    onResign?()
  }
}

final class FeatureScreen: HeadlessScreen<FeatureCore> {}

/// A CoreFlow flow that records its life and the ends of its children.
final class FeatureFlow: CoreFlow.Flow<FeatureCore, FeatureScreen> {
  let name: String
  let journal: Journal

  init(_ name: String, _ journal: Journal, context: NavigationContext) {
    self.name = name
    self.journal = journal
    super.init(context: context)
  }

  override func createCore() -> FeatureCore { FeatureCore(name, journal) }

  override func createScreen() -> FeatureScreen {
    let screen = FeatureScreen(reactor: core)
    screen.restorationIdentifier = name
    return screen
  }

  override func didDetach(_ child: any NavigationNode, because reason: NavigationEndReason) {
    journal.note("\(name) lost a child: \(reason)")
  }
}
