/// A refused call, which UIKit would log or raise, with the reason and the remedy.
///
/// Nothing has changed when a report is made. The package-level variants of the operations return
/// it as the failure of their result; the UIKit-shaped ones pass it to
/// ``HeadlessPlatform/onReport``.
public struct HeadlessReport: Error, Sendable, Equatable, CustomStringConvertible {
  /// The reason for the refusal of a call.
  public enum Code: String, Sendable, CaseIterable {
    /// The pushed controller is already in that stack.
    case alreadyInStack
    /// A navigation controller was pushed onto a navigation controller.
    case isNavigationController
    /// A controller would have contained or presented itself.
    case wouldBeCycle
    /// One list names the same controller twice.
    case duplicateController
    /// The given controller is not in that stack or among those tabs.
    case notContained
    /// Only the root is left in the stack.
    case nothingToPop
    /// Another transition has not ended yet.
    case transitionRunning
    /// The presenter presents another controller already.
    case alreadyPresenting
    /// The presenter's view is not in a window.
    case presenterNotInWindow
    /// The controller is presented already.
    case alreadyPresented
    /// The controller is contained in another one, or is the root of a window.
    case alreadyInHierarchy
    /// There is nothing to dismiss.
    case nothingToDismiss
    /// The index is outside the list of tabs.
    case indexOutOfRange
    /// The requested page is shown already.
    case pageAlreadyShown
    /// The list of pages is empty.
    case emptyPages
    /// This container does not support such a change.
    case unsupported
  }

  /// The reason for the refusal.
  public let code: Code
  /// The call with its values, and the remedy.
  public let text: String
  /// Whether UIKit raises an exception here; otherwise it only writes to the log.
  public let wouldRaise: Bool

  /// The text, with the code in front.
  public var description: String {
    "\(code.rawValue): \(text)"
  }

  init(_ code: Code, wouldRaise: Bool, _ text: String) {
    self.code = code
    self.text = text
    self.wouldRaise = wouldRaise
  }
}

/// The failure of a refused operation, with the reason.
public typealias HeadlessRefusal = HeadlessReport
