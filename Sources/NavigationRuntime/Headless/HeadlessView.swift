import Foundation

/// A rectangle on the screen, shaped like `UIView`, as far as navigation and a person's finger need
/// it: who is inside whom, in which window, hidden or not.
open class HeadlessView: HeadlessResponder {
  /// Where the view is in its superview; kept, never used.
  open var frame: CGRect
  /// The view that this one is inside.
  public private(set) final weak var superview: HeadlessView?
  /// The views inside this one, the frontmost last.
  public private(set) final var subviews: [HeadlessView] = []
  /// Whether the view and everything inside it cannot be seen.
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

  /// The window that the view is in, if any.
  open var window: HeadlessWindow? {
    superview?.window
  }

  /// Puts a view into this one, in front of the others.
  ///
  /// If it is the view of a child controller whose parent is on the screen, the child appears.
  ///
  /// A view that this one is, or is inside of, is refused.
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

  /// Takes the view out of its superview; a child controller whose view it is disappears.
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

  /// Whether this view is the other one or inside it.
  public final func isDescendant(of view: HeadlessView) -> Bool {
    var next: HeadlessView? = self
    while let current = next {
      if current === view { return true }
      next = current.superview
    }
    return false
  }

  /// Puts a view into this one without telling its controller.
  final func attach(_ view: HeadlessView) {
    guard view.superview !== self, !isDescendant(of: view) else { return }
    view.detach()
    subviews.append(view)
    view.superview = self
  }

  /// Takes the view out of its superview without telling its controller.
  final func detach() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }

  /// The controllers whose views are this view or inside it, without those inside of them.
  private var outermostControllers: [HeadlessViewController] {
    if let controller { return [controller] }
    return subviews.flatMap(\.outermostControllers)
  }
}
