/// Stands in for AppKit's class.
@MainActor
open class NSViewController: NSResponder {
  /// The nib with the view.
  open private(set) var nibName: NSNib.Name?
  /// A name for people.
  open var title: String?
  /// A name for code.
  open var identifier: NSUserInterfaceItemIdentifier?
  /// What contains it.
  open internal(set) weak var parent: NSViewController?
  /// What presents it.
  open internal(set) weak var presentingViewController: NSViewController?
  private var presented: [NSViewController] = []
  private var contained: [NSViewController] = []
  private var loadedView: NSView?
  private var isInSight = false
  /// The popover in which another controller presents this one.
  package var standInPopover: NSPopover?
  private var takeAway: (@MainActor () -> Void)?

  /// Makes a controller.
  public init(nibName nibNameOrNil: NSNib.Name?, bundle nibBundleOrNil: Bundle?) {
    nibName = nibNameOrNil
    super.init()
  }

  /// Makes a controller without a nib.
  public override convenience init() {
    self.init(nibName: nil, bundle: nil)
  }

  /// Makes a controller from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// Whether the view has been asked for.
  open var isViewLoaded: Bool { loadedView != nil }

  /// The view; loaded when it is first asked for.
  open var view: NSView {
    get {
      if loadedView == nil {
        loadView()
        viewDidLoad()
      }
      guard let loadedView else { preconditionFailure("\(self) has not set its view.") }
      return loadedView
    }
    set {
      loadedView = newValue
      newValue.controller = self
    }
  }

  /// Loads the view from a nib, which must be there: without one, a subclass overrides this.
  open func loadView() {
    preconditionFailure("\(self) has no nib and does not override loadView().")
  }

  /// The view has been loaded.
  open func viewDidLoad() {}
  /// The view comes into sight.
  open func viewWillAppear() {}
  /// The view is in sight.
  open func viewDidAppear() {}
  /// The view leaves sight.
  open func viewWillDisappear() {}
  /// The view has left sight.
  open func viewDidDisappear() {}

  func setVisible(_ isVisible: Bool) {
    guard isVisible != isInSight else { return }
    isInSight = isVisible
    if isVisible {
      viewWillAppear()
      viewDidAppear()
      StandInHooks.didAppear?(self)
    } else {
      viewWillDisappear()
      viewDidDisappear()
      StandInHooks.didDisappear?(self)
    }
  }

  // Children.

  /// What it contains.
  open var children: [NSViewController] { contained }

  /// Puts a controller into this one, as the last.
  open func addChild(_ childViewController: NSViewController) {
    insertChild(childViewController, at: contained.count)
  }

  /// Puts a controller into this one, after taking it out of another parent.
  open func insertChild(_ childViewController: NSViewController, at index: Int) {
    StandInHooks.around(StandInHooks.insert, (self, childViewController)) {
      if let parent = childViewController.parent, parent !== self {
        childViewController.removeFromParent()
      }
      contained.insert(childViewController, at: index)
      childViewController.parent = self
    }
  }

  /// Takes a controller out of this one.
  open func removeChild(at index: Int) {
    StandInHooks.around(StandInHooks.change, self) {
      contained.remove(at: index).parent = nil
    }
  }

  /// Takes this controller out of its parent.
  open func removeFromParent() {
    guard let parent, let index = parent.children.firstIndex(where: { $0 === self }) else { return }
    parent.removeChild(at: index)
  }

  // Presenting.

  /// What it presents, the newest last.
  open var presentedViewControllers: [NSViewController]? { presented.isEmpty ? nil : presented }

  /// Presents a controller as a sheet on the window.
  open func presentAsSheet(_ viewController: NSViewController) {
    present(viewController, animator: StandInAnimator.sheet)
  }

  /// Presents a controller in a window that is modal for the app: returns when it is closed.
  open func presentAsModalWindow(_ viewController: NSViewController) {
    present(viewController, animator: StandInAnimator.modalWindow)
  }

  /// Presents a controller in a popover.
  open func present(
    _ viewController: NSViewController, asPopoverRelativeTo positioningRect: CGRect,
    of positioningView: NSView, preferredEdge: NSRectEdge, behavior: NSPopover.Behavior
  ) {
    present(viewController, animator: StandInAnimator.popover(positioningView, behavior))
  }

  /// Presents a controller.
  ///
  /// Without a window there is nothing to present it on; then nothing happens.
  open func present(
    _ viewController: NSViewController, animator: any NSViewControllerPresentationAnimator
  ) {
    StandInHooks.around(StandInHooks.present, (self, viewController)) {
      guard isViewLoaded, let window = view.window, window.isVisible else { return }
      guard viewController.presentingViewController == nil else { return }
      guard let animator = animator as? StandInAnimator else { return }
      let isNotedLate = Self.standInNotesPresenterLate
      if !isNotedLate { note(viewController) }
      let takeAway = animator.show(viewController, over: window) { [weak self] in
        self?.dismiss(viewController)
      }
      if isNotedLate { note(viewController) }
      // A callback may have dismissed it.
      guard viewController.presentingViewController === self else { return takeAway() }
      viewController.takeAway = takeAway
      animator.loop(viewController)
    }
  }

  /// Whether who presents is noted only once what is presented is there: AppKit's documentation
  /// knows no order.
  package static var standInNotesPresenterLate = false

  private func note(_ viewController: NSViewController) {
    presented.append(viewController)
    viewController.presentingViewController = self
  }

  /// Takes away what this controller presents.
  open func dismiss(_ viewController: NSViewController) {
    StandInHooks.around(StandInHooks.dismiss, (self, viewController)) {
      guard let index = presented.firstIndex(where: { $0 === viewController }) else { return }
      presented.remove(at: index)
      viewController.presentingViewController = nil
      let takeAway = viewController.takeAway
      viewController.takeAway = nil
      takeAway?()
    }
  }

  /// Has itself taken away by who presents it.
  open func dismiss(_ sender: Any?) {
    let isAction = (sender as? NSControl)?.standInIsDismissAction ?? false
    StandInHooks.around(StandInHooks.dismissByAction, (self, isAction)) {
      presentingViewController?.dismiss(self)
    }
  }
}
