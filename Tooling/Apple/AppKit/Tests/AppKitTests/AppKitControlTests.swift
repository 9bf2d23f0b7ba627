import AppKit
import AsyncFlow
import CoreFlow
import StandInWatch
import Testing

@MainActor
@Suite("AppKit's controls and the frameworks")
struct AppKitControlTests {
  @Test("A screen binds events for its lifetime")
  func screen() {
    let core = FormCore()
    weak var screen: FormScreen?
    do {
      let strong = FormScreen(reactor: core)
      strong.bind()
      screen = strong
      strong.button.performClick(nil)
      strong.field.standInUserDidType("Ada")
      strong.check.performClick(nil)
      #expect(core.currentState == ["click", "text Ada", "on true"])
    }
    #expect(screen == nil)
  }

  @Test("A control notifies all subscribers, and none retains it")
  func several() {
    weak var button: NSButton?
    var heard: [String] = []
    var subscriptions: Set<Cancellation> = []
    do {
      let strong = NSButton()
      button = strong
      let first = strong.onTap.receive { heard.append("first") }
      strong.onAction.receive { heard.append("second") }.store(in: &subscriptions)
      strong.performClick(nil)
      first.cancel()
      strong.performClick(nil)
      NSButton().performClick(nil)
    }
    #expect(heard == ["first", "second", "second"])
    #expect(button == nil)
    let field = NSTextField()
    var texts: [String] = []
    let subscription = field.onTextChange.receive { texts.append($0) }
    field.standInUserDidType("A")
    field.stringValue = "by code"
    subscription.cancel()
    field.standInUserDidType("B")
    #expect(texts == ["A"])
  }

  @Test("An AsyncFlow flow pushes onto its stack when a button is clicked")
  func flow() async {
    let flow = LoginFlow()
    let world = AppKitWorld(content: flow.navigationController)
    let coordinator = FlowCoordinator(context: world.context)
    coordinator.coordinate(flow: flow, with: OneStepper(LoginStep.login))
    await world.context.settled()
    let login = flow.navigationController.topViewController as? LoginController
    login?.button.performClick(nil)
    await world.context.settled()
    #expect(world.names.suffix(2) == ["Login", "Home"])
    #expect(flow.navigationController.topViewController?.navigationStackPath != "")
    withExtendedLifetime(coordinator) {}
  }
}

private enum FormAction {
  case click, text(String), turned(Bool)
}

private final class FormCore: Core<FormAction, [String]> {
  init() { super.init(initialState: []) }

  override func reduce(state: inout [String], action: FormAction) -> Effect<FormAction> {
    switch action {
    case .click: state.append("click")
    case .text(let text): state.append("text \(text)")
    case .turned(let isOn): state.append("on \(isOn)")
    }
    return .none
  }
}

private final class FormScreen: Screen<FormCore> {
  let button = NSButton()
  let field = NSTextField()
  let check = NSButton()

  override func loadView() { view = NSView() }

  override func bind() {
    bind(onEmit: button.onTap, send: .click)
    bind(onEmit: field.onTextChange) { .text($0) }
    bind(onEmit: check.onToggle) { .turned($0) }
  }
}

private enum LoginStep: Step {
  case login, home
}

private final class LoginController: TestScreen, Stepper {
  let steps = AsyncReplaySubject<any Step>(bufferSize: 1)
  let button = NSButton()
  private var store: Set<Cancellation> = []

  override func viewDidLoad() {
    super.viewDidLoad()
    button.onTap.receive { [weak self] in self?.steps.send(LoginStep.home) }.store(in: &store)
  }
}

private final class LoginFlow: NavigationFlow {
  override func navigate(to step: any Step) async -> FlowContributors {
    switch step as? LoginStep {
    case .login:
      let controller = LoginController()
      setFlowRoot(controller)
      return .one(flowContributor: .contribute(withNext: controller))
    case .home:
      navigationController.pushViewController(screen("Home"), animated: true)
      return .none
    case nil: return .unhandled
    }
  }
}
