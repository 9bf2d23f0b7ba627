import Foundation

/// A rectangle on the screen, shaped like `UIView`, as far as navigation and simulated touches need
/// it: hierarchy, window and visibility.
open class HeadlessView: HeadlessResponder {
  /// The frame in the superview; stored and never used.
  open var frame: CGRect
  /// The view that this one is inside.
  public private(set) final weak var superview: HeadlessView?
  /// The subviews, the frontmost last.
  public private(set) final var subviews: [HeadlessView] = []
  /// Whether the view and all its subviews are invisible.
  open var isHidden = false
  /// A name for tests and tools.
  open var accessibilityIdentifier: String?

  /// The controller whose view this is.
  final weak var controller: HeadlessViewController?

  /// Makes a view with a frame.
  public init(frame: CGRect) {
    self.frame = frame
    super.init()
  }

  /// Makes a view with an empty frame.
  public convenience override init() {
    self.init(frame: CGRect())
  }

  /// Makes an empty view; nothing is read from the archive.
  public required init?(coder: NSCoder) {
    frame = CGRect()
    super.init()
  }

  /// The window that contains the view, if there is one.
  open var window: HeadlessWindow? {
    superview?.window
  }

  /// Adds a subview, in front of the others.
  ///
  /// If it is the view of a child controller whose parent is on the screen, the child appears.
  ///
  /// This view itself and the views around it are refused.
  open func addSubview(_ view: HeadlessView) {
    guard !isDescendant(of: view) else {
      let platform = controller?.platform ?? window?.platform ?? .shared
      return platform.report(.viewInItself(view, self))
    }
    if view.superview != nil { view.removeFromSuperview() }
    attach(view)
    for controller in view.outermostControllers {
      controller.viewWasAdded()
    }
  }

  /// Removes the view from its superview; the child controller of the view disappears.
  open func removeFromSuperview() {
    let controllers = outermostControllers.filter(\.isPlacedByApp)
    for controller in controllers {
      controller.viewWillBeRemoved()
    }
    detach()
    for controller in controllers {
      controller.endAppearance()
    }
  }

  /// Returns whether this view is the other one or inside it.
  public final func isDescendant(of view: HeadlessView) -> Bool {
    var next: HeadlessView? = self
    while let current = next {
      if current === view { return true }
      next = current.superview
    }
    return false
  }

  /// Adds a subview without notifying its controller.
  final func attach(_ view: HeadlessView) {
    guard view.superview !== self, !isDescendant(of: view) else { return }
    view.detach()
    subviews.append(view)
    view.superview = self
  }

  /// Removes the view from its superview without notifying its controller.
  final func detach() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }

  /// The controllers of this view or of views inside it, the outermost ones only.
  private var outermostControllers: [HeadlessViewController] {
    if let controller { return [controller] }
    return subviews.flatMap(\.outermostControllers)
  }
}
