import NavigationRuntime
import TestSupport
import Testing

/// A container of an app's, which covers its presenter although it is presented as a sheet.
private final class Drawer: HeadlessViewController, NavigationTreeDescribing {
  var navigationTreeTraits = NavigationTreeTraits(name: "The drawer", coversPresenter: true)
}

/// A controller with members whose names the library also uses.
private final class OwnNames: HeadlessViewController {
  var isPresented = false
  var representative = "own"
  var onDismissed: (() -> Void)?
}

private final class NamedWindow: HeadlessWindow, NavigationTreeDescribing {
  var navigationTreeTraits: NavigationTreeTraits { NavigationTreeTraits(name: "The window") }
}

@MainActor
@Suite("Descriptions by controllers")
struct NavigationTreeDescribingTests {
  private let context = NavigationContext(clock: ManualNavigationClock())
  private let platform = HeadlessPlatform(transitionMode: .immediate)

  private func window(_ root: HeadlessViewController) -> HeadlessWindow {
    let window = HeadlessWindow(platform: platform)
    window.rootViewController = root
    window.makeKeyAndVisible()
    return window
  }

  @Test("Names a controller and a window by their own traits")
  func names() {
    let named = NamedWindow(platform: platform)
    let drawer = Drawer()
    drawer.restorationIdentifier = "identifier"
    named.rootViewController = drawer
    let tree = context.store(for: named).tree
    #expect(tree.root.name == "The window")
    #expect(tree.root.children.map(\.name) == ["The drawer"])
  }

  @Test("Takes missing traits from the platform")
  func defaults() {
    let drawer = Drawer()
    drawer.navigationTreeTraits = NavigationTreeTraits()
    drawer.modalPresentationStyle = .pageSheet
    #expect(drawer.navigationRuntimeName == "Drawer")
    #expect(!drawer.navigationRuntimeCoversPresenter)
    drawer.modalPresentationStyle = .fullScreen
    #expect(drawer.navigationRuntimeCoversPresenter)
    drawer.navigationTreeTraits.coversPresenter = false
    #expect(!drawer.navigationRuntimeCoversPresenter)
  }

  @Test("Hides a presenter behind a sheet on request", arguments: [true, false, nil] as [Bool?])
  func covering(covers: Bool?) {
    let root = HeadlessViewController()
    let window = window(root)
    let store = context.store(for: window)
    var isVisible: Bool?
    let observation = root.observePresentation {
      if case .visible(let value) = $0 { isVisible = value }
    }
    let drawer = Drawer()
    drawer.navigationTreeTraits.coversPresenter = covers
    drawer.modalPresentationStyle = .pageSheet
    root.present(drawer, animated: false)
    #expect(store.tree.root.children.first?.modal?.name == "The drawer")
    #expect(isVisible == !(covers ?? false))
    observation.cancel()
  }

  @Test("Ignores unrelated members of a subclass")
  func ownNames() {
    let controller = OwnNames()
    let window = window(controller)
    let store = context.store(for: window)
    let presentable: any Presentable = controller
    #expect(presentable.isPresented)
    #expect(!controller.isPresented)
    #expect(presentable.representative === controller)
    #expect(presentable.navigationStore === store)
  }
}
