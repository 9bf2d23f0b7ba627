import NavigationRuntime

// Classes of an app with members of their own under names that the library has, or had. They
// compile, the app gets its own, and the library never takes one of them for an answer.

/// A controller of the platform with names of its own.
public final class OwnNamesController: PlatformViewController {
  /// An app's word.
  public var lifecycle = "own"
  /// An app's word.
  public var navigationKind = "own"
  /// An app's word.
  public var navigationName = 7
  /// An app's word.
  public var containedCount = "own"
  /// An app's word.
  public var selectedContainedIndex = "own"
  /// An app's word.
  public var presentedContainer = "own"
  /// An app's word.
  public var enclosingContainer = "own"
  /// An app's word.
  public var coversPresenter = true
  /// An app's word.
  public var navigationTreeTraits = "own"
  /// An app's word.
  public var representative = "own"
  /// An app's word.
  public var viewController: OwnNamesController?
  /// An app's word.
  public var isPresented = true
  /// An app's word.
  public var isVisibleStream = "own"
  /// An app's word.
  public var onDismissed: (() -> Void)?
  /// An app's word.
  public var allowStepWhenDismissed = true
  /// An app's word.
  public var navigationContainer = "own"
  /// An app's word.
  public var navigationStore = "own"
  /// An app's word.
  public var navigationStackPath = 7

  /// An app's word.
  public func contained(at index: Int) -> String { "own" }
  /// An app's word.
  public func start(_ operation: NavigationOperation, animated: Bool) -> String { "own" }
  /// An app's word.
  public func observePresentation(_ sink: @escaping @MainActor (PresentationEvent) -> Void) {}
}

/// A headless controller with names of its own.
public final class OwnNamesHeadlessController: HeadlessViewController {
  /// An app's word.
  public var lifecycle = "own"
  /// An app's word.
  public var navigationName = 7
  /// An app's word.
  public var coversPresenter = true
  /// An app's word.
  public var isPresented = true
  /// An app's word.
  public var onDismissed: (() -> Void)?
}

/// A window with names of its own.
public final class OwnNamesWindow: PlatformWindow {
  /// An app's word.
  public var lifecycle = "own"
  /// An app's word.
  public var viewController = "own"
  /// An app's word.
  public var navigationName = 7
}

/// A button with names of its own.
public final class OwnNamesButton: HeadlessButton {
  /// An app's word.
  public var onTap: (() -> Void)?
  /// An app's word.
  public func emitter(for name: String) -> String { name }
}

/// A protocol of the app's whose extension has names that the library's have, too.
public protocol OwnNames {}

extension OwnNames {
  /// An app's word.
  public var isPresented: String { "own" }
  /// An app's word.
  public var onDismissed: String { "own" }
  /// An app's word.
  public var navigationStore: String { "own" }
  /// An app's word.
  public var onTap: String { "own" }
}

/// A controller that has its names from a protocol of the app's.
public final class ProtocolNamesController: HeadlessViewController, OwnNames {
  /// What the app gets.
  public var names: [String] { [isPresented, onDismissed, navigationStore] }
}

/// A button that has its names from a protocol of the app's.
public final class ProtocolNamesButton: HeadlessButton, OwnNames {
  /// What the app gets.
  public var name: String { onTap }
}

/// A container of the app's that says what it is called and what it covers.
public final class Drawer: HeadlessViewController, NavigationTreeDescribing {
  /// Its name, and that it covers what is beneath.
  public var navigationTreeTraits: NavigationTreeTraits {
    NavigationTreeTraits(name: "The drawer", coversPresenter: true)
  }
}
