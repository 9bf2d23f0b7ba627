import AsyncFlow
import NavigationRuntime
import TestSupport

/// An app with a login, two tabs, details on a stack, a sheet with a child flow, and an alert.
@MainActor
final class PlaceApp {
  let world: HeadlessWorld
  let coordinator: FlowCoordinator
  let session: Session

  init(_ session: Session = Session(), _ mode: HeadlessPlatform.TransitionMode = .immediate) {
    world = HeadlessWorld(mode)
    self.session = session
    coordinator = FlowCoordinator(context: world.context)
    session.coordinator = coordinator
  }

  func start() {
    coordinator.coordinate(
      flow: AppFlow(world.window, session), with: OneStepper(AppStep.launch))
  }

  /// Starts the app, and waits until nothing runs.
  func started() async -> Self {
    start()
    await coordinator.settled()
    return self
  }

  var text: String { describe(world.store.tree.root) }

  private func describe(_ node: NavigationTree.Node) -> String {
    var text = node.name
    if !node.children.isEmpty {
      let children = node.children.enumerated().map { index, child in
        (index == node.selectedIndex ? "*" : "") + describe(child)
      }
      text += "(" + children.joined(separator: " ") + ")"
    }
    return node.modal.map { text + " < " + describe($0) } ?? text
  }

  @discardableResult
  func go(_ steps: any Step...) async -> Self {
    for step in steps {
      await coordinator.navigate(to: step)
      await coordinator.settled()
    }
    return self
  }

  final class Session {
    var isLoggedIn = true
    var isAllowed = true
    /// Where late pages wait.
    var door: ActivityGate?
    var made: [String] = []
    /// Whether each page of the shop was made for a step that is animated.
    var areAnimated: [Bool] = []
    weak var coordinator: FlowCoordinator?
    // The newest of each.
    weak var main: MainFlow?
    weak var shop: ShopFlow?
    weak var cart: CartFlow?
    weak var note: NoteModel?
  }

  enum AppStep: Step, Codable, Equatable { case launch, login, main }
  enum MainStep: Step, Codable, Equatable { case start }
  enum ShopStep: Step, Codable, Equatable {
    case list, detail(Int), allowed(Int), question(Int), cart, hint, secret, unshown
    /// A sheet that is not shown over another one.
    case tour
    /// A page that is shown when the door opens; `adapt` waits there, too.
    case late, lateAnswer
    /// Shows a page, and forwards a step that shows another.
    case pair(Int)
  }
  enum CartStep: Step, Codable, Equatable { case items, address, pay }
  enum MoreStep: Step, Codable, Equatable { case menu, about, sheet }
  /// Cannot be encoded.
  enum LoginStep: Step, Equatable { case form, done }

  final class AppFlow: Flow {
    let window: HeadlessWindow
    let session: Session
    var root: any Presentable { window }

    init(_ window: HeadlessWindow, _ session: Session) {
      self.window = window
      self.session = session
    }

    func adapt(step: AppStep) async -> AppStep? {
      step == .main && !session.isLoggedIn ? .login : step
    }

    func navigate(to step: AppStep) async -> FlowContributors {
      switch step {
      case .launch:
        window.rootViewController = screen("Launch")
        return .one(.forwardToCurrentFlow(withStep: AppStep.main))
      case .login:
        let login = LoginFlow(session)
        window.rootViewController = login.page
        return .one(.contribute(presentable: login, stepper: OneStepper(.form)))
      case .main:
        let main = MainFlow(session)
        window.rootViewController = main.tabs
        return .one(.contribute(presentable: main, stepper: OneStepper(.start)))
      }
    }
  }

  final class LoginFlow: Flow {
    let page = screen("Login")
    let session: Session
    var root: any Presentable { page }
    init(_ session: Session) { self.session = session }

    func navigate(to step: LoginStep) async -> FlowContributors {
      switch step {
      case .form: return .one(.contribute(presentable: page, stepper: DefaultStepper()))
      case .done:
        session.isLoggedIn = true
        return .end(forwardToParentFlowWithStep: AppStep.main)
      }
    }
  }

  final class MainFlow: Flow {
    let tabs = TestSupport.tabs("Main")
    let session: Session
    var root: any Presentable { tabs }
    init(_ session: Session) { self.session = session }

    func navigate(to step: MainStep) async -> FlowContributors {
      let shop = ShopFlow(session)
      session.main = self
      session.shop = shop
      let more = MoreFlow(session)
      tabs.viewControllers = [shop.stack, more.stack]
      return .multiple(
        .contribute(presentable: shop, stepper: OneStepper(.list)),
        .contribute(presentable: more, stepper: OneStepper(.menu)))
    }
  }

  final class ShopFlow: Flow {
    let stack = TestSupport.stack("Shop")
    let session: Session
    var root: any Presentable { stack }
    init(_ session: Session) { self.session = session }

    func adapt(step: ShopStep) async -> ShopStep? {
      switch step {
      case .allowed(let id) where !session.isAllowed: return .question(id)
      case .secret: return nil
      case .tour: return stack.presentedViewController == nil ? step : nil
      case .lateAnswer:
        try? await session.door?.wait()
        return step
      default: return step
      }
    }

    func navigate(to step: ShopStep) async -> FlowContributors {
      switch step {
      case .list: return push("List", DefaultStepper())
      case .detail(let id):
        let note = NoteModel()
        session.note = note
        return push("Detail \(id)", note)
      case .allowed(let id): return push("Allowed \(id)", DefaultStepper())
      case .question(let id): return push("Question \(id)", DefaultStepper())
      case .cart:
        let cart = CartFlow(session)
        session.cart = cart
        (stack.tabBarController ?? stack).present(cart.stack, animated: true)
        return .one(.contribute(presentable: cart, stepper: OneStepper(.items)))
      case .hint:
        stack.present(
          HeadlessAlertController(title: "Hint", message: nil, preferredStyle: .alert),
          animated: true)
        return .none
      case .tour:
        let page = screen("Tour")
        stack.present(page, animated: true)
        return .one(.contribute(presentable: page, stepper: DefaultStepper()))
      case .late:
        do { try await session.door?.wait() } catch { return .none }
        return push("Late", DefaultStepper())
      case .lateAnswer: return push("Late", DefaultStepper())
      case .secret, .unshown: return .none
      case .pair(let id):
        let page = screen("Pair \(id)")
        session.made.append("Pair \(id)")
        stack.pushViewController(page, animated: true)
        return .multiple(
          .contribute(presentable: page, stepper: DefaultStepper()),
          .forwardToCurrentFlow(withStep: ShopStep.detail(id)))
      }
    }

    private func push(_ name: String, _ stepper: some Stepper) -> FlowContributors {
      session.made.append(name)
      session.areAnimated.append(session.coordinator?.isAnimated ?? true)
      let page = screen(name)
      stack.pushViewController(page, animated: true)
      return .one(.contribute(presentable: page, stepper: stepper).whenHidden(.always))
    }
  }

  /// A view model that keeps a note in places.
  final class NoteModel: FlowStepper, PlaceStateKeeping {
    @Steps var steps
    var note = ""
    var noteLimit = Int.max
    var restoredNotes: [String] = []
    var placeState: String { note }
    func restore(_ note: String) {
      self.note = String(note.prefix(noteLimit))
      restoredNotes.append(note)
    }
  }

  /// A child in a sheet, with a child of its own on the same stack.
  final class CartFlow: Flow {
    let stack = TestSupport.stack("Cart")
    let session: Session
    var root: any Presentable { stack }
    init(_ session: Session) { self.session = session }

    func navigate(to step: CartStep) async -> FlowContributors {
      switch step {
      case .items, .address:
        let page = screen("\(step)")
        session.made.append("\(step)")
        stack.pushViewController(page, animated: true)
        return .one(.contribute(presentable: page, stepper: DefaultStepper()))
      case .pay:
        let payment = PaymentFlow(stack)
        return .one(.contribute(presentable: payment, stepper: OneStepper(.form)))
      }
    }
  }

  /// A flow on the stack of its parent.
  final class PaymentFlow: Flow {
    enum PayStep: Step, Codable, Equatable { case form, card(String) }
    let stack: HeadlessNavigationController
    var root: any Presentable { stack }
    init(_ stack: HeadlessNavigationController) { self.stack = stack }

    func navigate(to step: PayStep) async -> FlowContributors {
      let page = screen("\(step)")
      stack.pushViewController(page, animated: true)
      return .one(.contribute(presentable: page, stepper: DefaultStepper()))
    }
  }

  final class MoreFlow: Flow {
    let stack = TestSupport.stack("More")
    let session: Session
    var root: any Presentable { stack }
    init(_ session: Session) { self.session = session }

    func navigate(to step: MoreStep) async -> FlowContributors {
      session.made.append("\(step)")
      let page = screen(step == .sheet ? "Sheet" : "\(step)")
      if step == .sheet {
        stack.present(page, animated: true)
      } else {
        stack.pushViewController(page, animated: true)
      }
      return .one(.contribute(presentable: page, stepper: DefaultStepper()).whenHidden(.always))
    }
  }
}
