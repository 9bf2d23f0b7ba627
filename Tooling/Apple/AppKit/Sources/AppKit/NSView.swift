/// Stands in for AppKit's class.
@MainActor
open class NSView: NSResponder {
  /// How a view follows the size of what it is in.
  public struct AutoresizingMask: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes a mask from its bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// The width follows.
    public static let width = AutoresizingMask(rawValue: 2)
    /// The height follows.
    public static let height = AutoresizingMask(rawValue: 16)
  }

  /// Where it is.
  open var frame: CGRect
  /// Its own coordinates.
  open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
  /// How it follows the size of what it is in.
  open var autoresizingMask: AutoresizingMask = []
  /// What is in it.
  open internal(set) var subviews: [NSView] = []
  /// What it is in.
  open internal(set) weak var superview: NSView?
  weak var contentOf: NSWindow?
  weak var controller: NSViewController?

  /// Makes a view.
  public init(frame frameRect: CGRect) {
    frame = frameRect
    super.init()
  }

  /// Makes a view of no size.
  public override convenience init() {
    self.init(frame: .zero)
  }

  /// Makes a view from an archive.
  public required init?(coder: NSCoder) {
    frame = .zero
    super.init(coder: coder)
  }

  /// The window it is in.
  open var window: NSWindow? { contentOf ?? superview?.window }

  /// A point of another view's coordinates, or of the window's, in its own.
  open func convert(_ point: CGPoint, from view: NSView?) -> CGPoint {
    let (here, there) = (originInWindow, view?.originInWindow ?? .zero)
    return CGPoint(x: point.x + there.x - here.x, y: point.y + there.y - here.y)
  }

  private var originInWindow: CGPoint {
    guard let superview else { return frame.origin }
    let outer = superview.originInWindow
    return CGPoint(x: outer.x + frame.minX, y: outer.y + frame.minY)
  }

  /// Puts a view into it, as the last.
  open func addSubview(_ view: NSView) {
    if view.superview != nil { view.removeFromSuperview() }
    subviews.append(view)
    view.superview = self
    view.updateAppearance()
  }

  /// Takes it out of what it is in.
  open func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
    updateAppearance()
  }

  /// Tells controllers whose views came into sight or left it.
  func updateAppearance() {
    controller?.setVisible(window?.showsContent ?? false)
    for view in subviews { view.updateAppearance() }
  }
}
