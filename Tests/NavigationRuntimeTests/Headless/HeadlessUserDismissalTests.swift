import NavigationRuntime
import Testing

@MainActor
struct HeadlessUserDismissalTests {
  final class Delegate: HeadlessAdaptivePresentationControllerDelegate {
    let log: CallbackLog
    var allows = true

    init(_ log: CallbackLog) {
      self.log = log
    }

    func presentationControllerShouldDismiss(_ controller: HeadlessPresentationController) -> Bool {
      log.write("should")
      return allows
    }

    func presentationControllerWillDismiss(_ controller: HeadlessPresentationController) {
      log.write("will")
    }

    func presentationControllerDidDismiss(_ controller: HeadlessPresentationController) {
      log.write("did")
    }

    func presentationControllerDidAttemptToDismiss(_ controller: HeadlessPresentationController) {
      log.write("attempt")
    }
  }

  private func presentSheet(
    _ stage: Stage, style: HeadlessModalPresentationStyle = .pageSheet
  ) -> (RecordingController, Delegate) {
    let root = stage.controller("A")
    stage.show(root)
    let sheet = stage.controller("B")
    sheet.modalPresentationStyle = style
    let delegate = Delegate(stage.log)
    sheet.presentationController?.delegate = delegate
    root.present(sheet, animated: true)
    stage.settle()
    return (sheet, delegate)
  }

  @Test("D25: a sheet that is pulled down calls its delegate before, during and after, in order")
  func pulledDown() {
    let stage = Stage()
    let (sheet, delegate) = presentSheet(stage)
    #expect(sheet.userDidPullDown())
    #expect(
      stage.log.take() == [
        "should", "will", "B.willDisappear(dismissed)", "B.didDisappear(dismissed)", "did",
      ])
    withExtendedLifetime(delegate) {}
  }

  @Test("D25: a cancelled pull returns the sheet, without the call for its dismissal")
  func cancelled() throws {
    let stage = Stage()
    let (sheet, delegate) = presentSheet(stage)
    try #require(sheet.userDidBeginPullDown()).cancel()
    #expect(
      stage.log.take() == [
        "should", "will", "B.willDisappear(dismissed)", "B.willAppear", "B.didAppear",
      ])
    #expect(sheet.presentingViewController != nil)
    try #require(sheet.userDidBeginPullDown()).finish()
    #expect(sheet.presentingViewController == nil)
    withExtendedLifetime(delegate) {}
  }

  @Test("D26: a modal controller, or a delegate that forbids it, turns a pull into an attempt")
  func attempt() {
    let stage = Stage()
    let (sheet, delegate) = presentSheet(stage)
    sheet.isModalInPresentation = true
    #expect(!sheet.userDidPullDown())
    sheet.isModalInPresentation = false
    delegate.allows = false
    #expect(sheet.userDidBeginPullDown() == nil)
    #expect(stage.log.take() == ["attempt", "should", "attempt"])
  }

  @Test("A controller inside the presented one holds the sheet as well")
  func heldFromInside() {
    let stage = Stage()
    let editor = HeadlessViewController()
    let sheet = HeadlessNavigationController(rootViewController: editor)
    let root = stage.controller("A")
    stage.show(root)
    root.present(sheet, animated: false)
    stage.settle()
    editor.isModalInPresentation = true
    #expect(!sheet.userDidPullDown())
    #expect(sheet.userDidBeginPullDown() == nil)
    editor.isModalInPresentation = false
    #expect(editor.userDidPullDown())
    #expect(sheet.presentingViewController == nil)
  }

  @Test("A controller inside that is not on the screen does not hold the sheet")
  func notHeldFromHidden() {
    let stage = Stage()
    let (list, detail) = (stage.controller("B"), stage.controller("C"))
    let other = stage.controller("D")
    let stack = HeadlessNavigationController(rootViewController: list)
    stack.setViewControllers([list, detail], animated: false)
    let tabs = HeadlessTabBarController()
    tabs.setViewControllers([stack, other], animated: false)
    let root = stage.controller("A")
    stage.show(root)
    root.present(tabs, animated: false)
    stage.settle()

    detail.isModalInPresentation = true
    #expect(!tabs.userDidPullDown())
    tabs.selectedIndex = 1
    let pull = tabs.userDidBeginPullDown()
    #expect(pull != nil)
    pull?.cancel()
    other.isModalInPresentation = true
    #expect(!tabs.userDidPullDown())

    tabs.selectedIndex = 0
    detail.isModalInPresentation = false
    list.isModalInPresentation = true
    #expect(tabs.userDidPullDown())
    #expect(tabs.presentingViewController == nil)
  }

  @Test("D27: a dismissal by code does not call the delegate")
  func byCode() {
    let stage = Stage()
    let (sheet, delegate) = presentSheet(stage)
    sheet.dismiss(animated: true)
    #expect(stage.log.take() == ["B.willDisappear(dismissed)", "B.didDisappear(dismissed)"])
    withExtendedLifetime(delegate) {}
  }

  @Test("D28: a tap outside closes a popover with the delegate's sequence")
  func popover() {
    let stage = Stage()
    let (popover, delegate) = presentSheet(stage, style: .popover)
    #expect(!popover.userDidPullDown())
    #expect(popover.userDidTapOutside())
    #expect(
      stage.log.take() == [
        "should", "will", "B.willDisappear(dismissed)", "B.didDisappear(dismissed)", "did",
      ])
    withExtendedLifetime(delegate) {}
  }

  @Test("The user sees and moves the style to which the delegate adapts a popover or a sheet")
  func adapted() {
    final class Delegate: HeadlessAdaptivePresentationControllerDelegate {
      var style = HeadlessModalPresentationStyle.none
      func adaptivePresentationStyle(
        for controller: HeadlessPresentationController
      ) -> HeadlessModalPresentationStyle { style }
    }
    let stage = Stage()
    let root = stage.controller("A")
    stage.show(root)
    let delegate = Delegate()
    func present(
      _ style: HeadlessModalPresentationStyle, as adapted: HeadlessModalPresentationStyle
    ) -> HeadlessViewController {
      let presented = stage.controller("B")
      presented.modalPresentationStyle = style
      presented.presentationController?.delegate = delegate
      delegate.style = adapted
      root.present(presented, animated: true)
      // An answer for the next presentation.
      delegate.style = .fullScreen
      return presented
    }

    let sheet = present(.popover, as: .formSheet)
    #expect(root.view.window != nil)
    #expect(sheet.presentationController?.presentationStyle == .popover)
    #expect(sheet.popoverPresentationController != nil)
    #expect(!sheet.userDidTapOutside() && sheet.userDidPullDown())

    let full = present(.pageSheet, as: .fullScreen)
    #expect(root.view.window == nil)
    #expect(!full.userDidPullDown())
    root.dismiss(animated: true)
    #expect(root.view.window != nil)

    // UIKit does not ask for a full screen.
    let over = present(.overFullScreen, as: .fullScreen)
    #expect(root.view.window != nil && over.presentingViewController === root)
    #expect(stage.codes == [])
  }

  @Test("A full-screen controller cannot be pulled down")
  func fullScreen() {
    let stage = Stage()
    let (presented, delegate) = presentSheet(stage, style: .fullScreen)
    #expect(!presented.userDidPullDown())
    withExtendedLifetime(delegate) {}
  }

  @Test("A delegate may present again in the callback of a dismissal")
  func presentAgain() {
    final class Presenter: HeadlessAdaptivePresentationControllerDelegate {
      let root: HeadlessViewController
      init(_ root: HeadlessViewController) { self.root = root }
      func presentationControllerDidDismiss(_ controller: HeadlessPresentationController) {
        root.present(HeadlessViewController(), animated: true)
      }
    }
    let stage = Stage()
    let root = stage.controller("A")
    stage.show(root)
    let sheet = stage.controller("B")
    let delegate = Presenter(root)
    sheet.presentationController?.delegate = delegate
    root.present(sheet, animated: true)
    sheet.userDidPullDown()
    #expect(root.presentedViewController != nil && root.presentedViewController !== sheet)
    #expect(stage.codes == [])
  }

  @Test("D28: an alert closes before the handler of an action runs")
  func alert() {
    let stage = Stage()
    let root = stage.controller("A")
    stage.show(root)
    let alert = HeadlessAlertController(title: "Sure?", message: nil, preferredStyle: .alert)
    var presentedThen: HeadlessViewController? = alert
    alert.addAction(
      HeadlessAlertAction(title: "Yes", style: .default) { _ in
        presentedThen = root.presentedViewController
        root.present(HeadlessViewController(), animated: true)
      })
    root.present(alert, animated: true)
    #expect(stage.log.take() == [])
    #expect(!alert.userDidTap("No"))
    #expect(alert.userDidTap("Yes"))
    #expect(presentedThen == nil && root.presentedViewController != nil)
    #expect(stage.codes == [])
  }

  private func actionSheet(_ handled: @escaping (String) -> Void) -> HeadlessAlertController {
    let sheet = HeadlessAlertController(title: "Photo", message: nil, preferredStyle: .actionSheet)
    for (title, style) in [("Delete", HeadlessAlertAction.Style.destructive), ("Keep", .cancel)] {
      sheet.addAction(HeadlessAlertAction(title: title, style: style) { _ in handled(title) })
    }
    return sheet
  }

  @Test("D28: an action sheet in a popover replaces its cancel button with a tap outside")
  func actionSheetInPopover() {
    let stage = Stage()
    let root = stage.controller("A")
    stage.show(root)
    let sheet = actionSheet { stage.log.write($0) }
    sheet.modalPresentationStyle = .popover
    let delegate = Delegate(stage.log)
    sheet.presentationController?.delegate = delegate
    root.present(sheet, animated: true)
    #expect(!sheet.userDidPullDown())
    #expect(!sheet.userDidTap("Keep"))
    delegate.allows = false
    #expect(!sheet.userDidTapOutside())
    delegate.allows = true
    #expect(sheet.userDidTapOutside())
    #expect(stage.log.take() == ["should", "attempt", "should", "will", "did", "Keep"])
    #expect(root.presentedViewController == nil)
    withExtendedLifetime(delegate) {}
  }

  @Test("Only their buttons close an alert, and an action sheet at the bottom of the screen")
  func noTapOutside() {
    for style in [HeadlessAlertController.Style.alert, .actionSheet] {
      let stage = Stage()
      let root = stage.controller("A")
      stage.show(root)
      let alert = HeadlessAlertController(title: nil, message: nil, preferredStyle: style)
      alert.addAction(HeadlessAlertAction(title: "OK", style: .cancel))
      if style == .alert { alert.modalPresentationStyle = .popover }
      root.present(alert, animated: true)
      #expect(!alert.userDidTapOutside())
      alert.modalPresentationStyle = .pageSheet
      #expect(alert.userDidBeginPullDown() == nil)
      #expect(alert.userDidTap("OK"))
      #expect(stage.codes == [])
    }
  }

  @Test("Reports calls that raise in UIKit, and leaves the alert unchanged")
  func alertMisuse() {
    let stage = Stage()
    let root = stage.controller("A")
    stage.show(root)
    let sheet = actionSheet { _ in }
    root.present(sheet, animated: true)
    sheet.addAction(HeadlessAlertAction(title: "No", style: .cancel))
    sheet.addTextField()
    sheet.preferredAction = sheet.actions[0]
    sheet.preferredAction = HeadlessAlertAction(title: "Other", style: .default)
    #expect(sheet.actions.map(\.title) == ["Delete", "Keep"])
    #expect(sheet.textFields == nil)
    #expect(sheet.preferredAction === sheet.actions[0])
    #expect(stage.codes == [.unsupported, .unsupported, .unsupported])
  }
}
