#if !canImport(UIKit) && !canImport(AppKit)
import Foundation
import NavigationRuntime
import Testing

@MainActor
@Suite("UIKit's names where there is no UIKit")
struct UIKitNamesTests {
  /// A screen as it is written for UIKit.
  final class SettingsViewController: UIViewController {
    private let label = UILabel()
    private(set) var isDone = false

    init(title: String) {
      super.init(nibName: nil, bundle: nil)
      self.title = title
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .systemBackground
      label.text = "Hello"
      view.addSubview(label)
      view.addSubview(
        UIButton(primaryAction: UIAction(title: "Save") { [weak self] _ in self?.save() }))
      navigationItem.rightBarButtonItem = UIBarButtonItem(
        title: "Done", primaryAction: UIAction { [weak self] _ in self?.isDone = true })
    }

    private func save() {
      let alert = UIAlertController(title: "Saved", message: nil, preferredStyle: .alert)
      alert.addAction(UIAlertAction(title: "OK", style: .default))
      present(alert, animated: true)
    }
  }

  @Test("A screen that is written for UIKit is shown, touched and read")
  func screen() async throws {
    let context = NavigationContext(clock: ManualNavigationClock())
    let window = UIWindow(frame: .zero)
    let navigation = UINavigationController(
      rootViewController: SettingsViewController(title: "Start"))
    window.rootViewController = navigation
    window.makeKeyAndVisible()
    let store = context.store(for: window)
    let settings = SettingsViewController(title: "Settings")
    navigation.pushViewController(settings, animated: true)
    await context.settled()
    #expect(window.visibleText.contains("Hello"))
    #expect(settings.view.backgroundColor == .systemBackground)
    try window.userDidTap("Done")
    #expect(settings.isDone)
    try window.userDidTap("Save")
    await context.settled()
    #expect(settings.presentedViewController is UIAlertController)
    try window.userDidTap("OK")
    await context.settled()
    #expect(store.tree.visibleLeaf.name == "Settings")
  }
}
#endif
