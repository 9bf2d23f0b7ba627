/// Stands in for AppKit's class.
@MainActor
open class NSWindow: NSResponder {
  /// Whether sheets slide until ``standInCompleteAnimations()``, else they are there at once.
  package var standInAnimates = false
  private var animations: [() -> Void] = []
  private var isSliding = false
  weak var sheetParentWindow: NSWindow?
  private var content: NSViewController?

  /// Whether it is on the screen.
  open private(set) var isVisible = false

  /// Whether what is in it can be seen at rest: a sheet slides in before its content has appeared.
  var showsContent: Bool { isVisible && !isSliding }

  /// The window over which this one is a sheet.
  open var sheetParent: NSWindow? { sheetParentWindow }

  /// The controller of the content.
  open var contentViewController: NSViewController? {
    get { content }
    set { StandInHooks.around(StandInHooks.setContent, self) { setContent(newValue) } }
  }

  /// Makes a window with a content.
  public convenience init(contentViewController: NSViewController) {
    self.init()
    self.contentViewController = contentViewController
  }

  /// Puts the window on the screen.
  open func makeKeyAndOrderFront(_ sender: Any?) {
    isVisible = true
    content?.view.updateAppearance()
  }

  /// Takes the window off the screen.
  open func orderOut(_ sender: Any?) {
    isVisible = false
    if content?.isViewLoaded ?? false { content?.view.updateAppearance() }
  }

  /// Lets all sheets come to rest.
  package func standInCompleteAnimations() {
    while !animations.isEmpty { animations.removeFirst()() }
  }

  /// How many sheets slide.
  package var standInAnimationCount: Int { animations.count }

  func standInShowSliding() {
    isVisible = true
    isSliding = true
    animate { [self] in
      isSliding = false
      content?.view.updateAppearance()
    }
  }

  func standInHideSliding() {
    animate { [self] in
      orderOut(nil)
      setContent(nil)
    }
  }

  private func animate(_ end: @escaping () -> Void) {
    let root = sheetParentWindow ?? self
    if let outer = root.sheetParentWindow { return outer.animate(end) }
    if root.standInAnimates { root.animations.append(end) } else { end() }
  }

  private func setContent(_ controller: NSViewController?) {
    let old = content
    content = controller
    if let old, old.isViewLoaded {
      old.view.contentOf = nil
      old.view.updateAppearance()
    }
    controller?.view.contentOf = self
    controller?.view.updateAppearance()
  }
}
