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
    /// The list of controllers was used although the tabs are set.
    case tabsAreSet
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

/// The transition of an operation, which is `nil` if it has ended, or the report of its refusal.
package typealias HeadlessResult = Result<HeadlessTransition?, HeadlessReport>

extension HeadlessResult {
  var refusal: HeadlessReport? {
    if case .failure(let report) = self { report } else { nil }
  }
}

@MainActor
extension HeadlessReport {
  typealias Controller = HeadlessViewController

  private static func number(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  static func alreadyInStack(_ controller: Controller, _ container: Controller) -> Self {
    Self(
      .alreadyInStack, wouldRaise: true,
      """
      \(controller.name) was pushed onto \(container.name), which contains it already. \
      Pop to it, or push another instance.
      """)
  }

  static func isNavigationController(_ controller: Controller, _ container: Controller) -> Self {
    Self(
      .isNavigationController, wouldRaise: true,
      """
      The navigation controller \(controller.name) was pushed onto \(container.name). \
      Present it, or push its root instead.
      """)
  }

  static func isSplit(_ controller: Controller, _ container: Controller) -> Self {
    Self(
      .unsupported, wouldRaise: true,
      """
      The split view controller \(controller.name) was pushed onto \(container.name). \
      Make it the root of a window, or present it.
      """)
  }

  static func wouldBeCycle(_ controller: Controller, _ container: Controller) -> Self {
    Self(
      .wouldBeCycle, wouldRaise: true,
      """
      \(controller.name) was put into or above \(container.name), but it is that controller, \
      or contains or presents it. Use another controller.
      """)
  }

  static func tabsAreSet(_ call: String, _ container: Controller) -> Self {
    Self(
      .tabsAreSet, wouldRaise: true,
      """
      \(call) was called on \(container.name), whose `tabs` are set. \
      Use `tabs` and `selectedTab`.
      """)
  }

  static func viewInItself(_ view: HeadlessView) -> Self {
    let name = view.controller.map(\.name) ?? "\(type(of: view))"
    return Self(
      .wouldBeCycle, wouldRaise: true,
      """
      The view of \(name) was put into a view that it is, or that is inside it. \
      Take the inner one out first.
      """)
  }

  static func tabInItself(_ tab: HeadlessTab) -> Self {
    Self(
      .wouldBeCycle, wouldRaise: true,
      """
      The group of tabs "\(tab.title)" was put into itself or into a group inside it. \
      Remove the inner group first.
      """)
  }

  static func duplicateController(_ controller: Controller, _ container: Controller) -> Self {
    Self(
      .duplicateController, wouldRaise: true,
      """
      \(container.name) was given a list that names \(controller.name) twice. \
      Name each controller once.
      """)
  }

  static func notContained(_ controller: Controller, _ container: Controller, count: Int) -> Self {
    Self(
      .notContained, wouldRaise: true,
      """
      \(controller.name) is not in \(container.name), which holds \(number(count, "controller")). \
      Look it up in `viewControllers` first.
      """)
  }

  static func nothingToPop(_ container: Controller, count: Int) -> Self {
    Self(
      .nothingToPop, wouldRaise: false,
      """
      \(container.name) cannot pop, as it holds \(number(count, "controller")). \
      The root stays: set the stack or dismiss the whole controller instead.
      """)
  }

  static func transitionRunning(
    _ request: String, _ controller: Controller, _ running: HeadlessTransition?
  ) -> Self {
    let what = running.map { "a \($0.kind.rawValue) transition" } ?? "another transition"
    return Self(
      .transitionRunning, wouldRaise: false,
      """
      \(request) on \(controller.name) was called while \(what) was running. \
      Wait for its end: `transitionCoordinator?.animate(alongsideTransition: nil, completion:)`.
      """)
  }

  static func alreadyPresenting(
    _ controller: Controller, _ presenter: Controller, _ presented: Controller
  ) -> Self {
    Self(
      .alreadyPresenting, wouldRaise: false,
      """
      \(controller.name) was presented on \(presenter.name), which presents \(presented.name) \
      already. Dismiss that first and wait for the completion, or present on it.
      """)
  }

  static func presenterNotInWindow(_ controller: Controller, _ presenter: Controller) -> Self {
    Self(
      .presenterNotInWindow, wouldRaise: false,
      """
      \(controller.name) was presented on \(presenter.name), whose view is not in a window. \
      Present once it has appeared, or on a controller that is on the screen.
      """)
  }

  static func alreadyPresented(_ controller: Controller, by presenter: Controller) -> Self {
    Self(
      .alreadyPresented, wouldRaise: true,
      """
      \(controller.name) is presented by \(presenter.name) already. \
      Dismiss it first, or use another instance.
      """)
  }

  static func alreadyInHierarchy(_ controller: Controller) -> Self {
    let location = controller.parent.map { "contained in \($0.name)" } ?? "the root of a window"
    return Self(
      .alreadyInHierarchy, wouldRaise: true,
      """
      \(controller.name) is \(location), so it cannot be used elsewhere at the same time. \
      Take it out first, or use another instance.
      """)
  }

  static func nothingToDismiss(_ controller: Controller) -> Self {
    Self(
      .nothingToDismiss, wouldRaise: false,
      """
      \(controller.name) cannot dismiss, as it presents nothing and is not presented. \
      Check `presentedViewController` first.
      """)
  }

  static func indexOutOfRange(_ index: Int, _ container: Controller, count: Int) -> Self {
    Self(
      .indexOutOfRange, wouldRaise: true,
      """
      Index \(index) was selected in \(container.name), which has \(number(count, "tab")). \
      Use an index below the count.
      """)
  }

  static func pageAlreadyShown(_ page: Controller, _ container: Controller) -> Self {
    Self(
      .pageAlreadyShown, wouldRaise: false,
      """
      \(page.name) was set with animation in \(container.name), which shows it already; \
      the completion may not be called. Set it without animation, or not at all.
      """)
  }

  static func pageWithoutBack(_ page: Controller, _ container: Controller) -> Self {
    Self(
      .unsupported, wouldRaise: true,
      """
      \(page.name) alone was set with animation in \(container.name), whose pages are double-sided. \
      Pass the controller of its back, too, or set it without animation.
      """)
  }

  static func emptyPages(_ container: Controller) -> Self {
    Self(
      .emptyPages, wouldRaise: true,
      "\(container.name) was given 0 pages. Pass the page to show.")
  }

  static func unsupported(_ request: String, _ container: Controller) -> Self {
    Self(
      .unsupported, wouldRaise: false,
      "\(request) is not possible on \(container.name). Use the container's own methods.")
  }

  static func secondCancelAction(
    _ action: HeadlessAlertAction, _ alert: HeadlessAlertController
  ) -> Self {
    Self(
      .unsupported, wouldRaise: true,
      """
      The cancel button "\(action.title ?? "")" was added to \(alert.name), which has one. \
      Give one of the two another style.
      """)
  }

  static func textFieldInActionSheet(_ alert: HeadlessAlertController) -> Self {
    Self(
      .unsupported, wouldRaise: true,
      """
      A text field was added to the action sheet \(alert.name). \
      Only an alert can have text fields: choose that `preferredStyle`.
      """)
  }

  static func preferredActionNotAdded(
    _ action: HeadlessAlertAction, _ alert: HeadlessAlertController
  ) -> Self {
    Self(
      .unsupported, wouldRaise: true,
      """
      "\(action.title ?? "")" became the preferred action of \(alert.name), which does not have it. \
      Add the action first.
      """)
  }
}
