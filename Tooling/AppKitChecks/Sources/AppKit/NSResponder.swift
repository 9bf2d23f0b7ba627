@_exported import Foundation

// Stand-ins for what the libraries use of AppKit, with AppKit's signatures. How they behave is as
// far as AppKit's documentation goes; Docs/Platforms.md says where they are kinder.

/// Stands in for AppKit's class.
@MainActor
open class NSResponder: NSObject {
  /// Kept as long as the responder, in place of an associated object.
  package var standInKeeper: AnyObject?

  /// Makes a responder.
  public override init() {
    super.init()
  }

  /// Makes a responder from an archive.
  public required init?(coder: NSCoder) {
    super.init()
  }
}

/// Stands in for AppKit's structure.
public struct NSUserInterfaceItemIdentifier: RawRepresentable, Hashable, Sendable {
  /// The text.
  public let rawValue: String

  /// Makes an identifier.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Makes an identifier.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}

/// Stands in for AppKit's class.
@MainActor
open class NSNib: NSObject {
  /// A name of a nib.
  public typealias Name = String
}

/// What stands around AppKit's methods in place of wrapped ones; set once.
@MainActor
package enum StandInHooks {
  /// Around presenting.
  package static var present: Around<(NSViewController, NSViewController)>?
  /// Around dismissing.
  package static var dismiss: Around<(NSViewController, NSViewController)>?
  /// Around a change of children, of the selected tab.
  package static var change: Around<NSViewController>?
  /// Around a change of a window's content.
  package static var setContent: Around<NSWindow>?
  /// After appearing and disappearing.
  package static var appearance: (@MainActor (NSViewController) -> Void)?
  /// After a control has sent its action.
  package static var action: (@MainActor (NSControl) -> Void)?

  package typealias Around<Subject> = @MainActor (Subject, () -> Void) -> Void

  static func around<Subject>(
    _ hook: Around<Subject>?, _ subject: Subject, _ call: () -> Void
  ) {
    if let hook { hook(subject, call) } else { call() }
  }
}
