import Foundation

/// A window with one root controller, shaped like `UIWindow`.
open class HeadlessWindow: HeadlessView {
  /// The platform of the window.
  public final let platform: HeadlessPlatform

  final var activeMembers: [HeadlessViewController] = []
  private var root: HeadlessViewController?
  private var isOffScreen = true

  /// Makes a hidden window without a root.
  public init(platform: HeadlessPlatform) {
    self.platform = platform
    super.init(frame: CGRect())
  }

  /// Makes a hidden window of the shared platform.
  public override init(frame: CGRect) {
    platform = .shared
    super.init(frame: frame)
  }

  /// Makes a hidden window of the shared platform; nothing is read from the archive.
  public required init?(coder: NSCoder) {
    platform = .shared
    super.init(coder: coder)
  }

  /// The window itself.
  open override var window: HeadlessWindow? { self }

  /// The controller that fills the window; the former one leaves with all it presented.
  open var rootViewController: HeadlessViewController? {
    get { root }
    set {
      if case .failure(let report) = performSetRoot(newValue) { platform.report(report) }
    }
  }

  /// Whether the window is off the screen, which it is until it is made visible.
  open override var isHidden: Bool {
    get { isOffScreen }
    set { performSetHidden(newValue) }
  }

  /// Whether the window is the one that became key last.
  open var isKeyWindow: Bool { platform.keyWindow === self }

  /// Shows the window and makes it the key window.
  open func makeKeyAndVisible() {
    makeKey()
    isHidden = false
  }

  /// Makes the window the key window.
  open func makeKey() {
    platform.keyWindow = self
  }

  /// Replaces the stored root; the surrounding operation notifies.
  final func storeRoot(_ controller: HeadlessViewController?) {
    root = controller
  }

  final func storeIsHidden(_ isHidden: Bool) {
    isOffScreen = isHidden
  }
}
