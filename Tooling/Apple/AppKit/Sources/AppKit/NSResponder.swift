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
