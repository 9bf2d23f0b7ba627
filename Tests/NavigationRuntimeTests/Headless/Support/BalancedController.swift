import Foundation
import NavigationRuntime

/// A controller that checks the order of its own callbacks, and can be counted.
final class BalancedController: HeadlessViewController {
  /// The shared state of a run of random operations: living controllers and violations.
  @MainActor
  final class Census {
    private var living: [Weak] = []
    var violations: [String] = []
    /// Called in each callback of each controller.
    var onCallback: ((BalancedController) -> Void)?

    private struct Weak {
      weak var controller: BalancedController?
    }

    var livingControllers: [BalancedController] {
      living = living.filter { $0.controller != nil }
      return living.compactMap(\.controller)
    }

    func make() -> BalancedController {
      let controller = BalancedController(self)
      living.append(Weak(controller: controller))
      return controller
    }
  }

  private(set) var isAppeared = false
  private var last = "didDisappear"
  private let census: Census

  private init(_ census: Census) {
    self.census = census
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) {
    nil
  }

  override func viewWillAppear(_ animated: Bool) {
    step("willAppear", after: ["didDisappear", "willDisappear"])
  }

  override func viewDidAppear(_ animated: Bool) {
    isAppeared = true
    step("didAppear", after: ["willAppear"])
  }

  override func viewWillDisappear(_ animated: Bool) {
    isAppeared = false
    step("willDisappear", after: ["willAppear", "didAppear"])
  }

  override func viewDidDisappear(_ animated: Bool) {
    step("didDisappear", after: ["willDisappear"])
  }

  override func didMove(toParent parent: HeadlessViewController?) {
    super.didMove(toParent: parent)
    census.onCallback?(self)
  }

  /// Whether no callback is missing: each will has been followed by its did.
  var isSettled: Bool { last.hasPrefix("did") }

  private func step(_ callback: String, after allowed: [String]) {
    if !allowed.contains(last) { census.violations.append("\(callback) after \(last)") }
    last = callback
    census.onCallback?(self)
  }
}
