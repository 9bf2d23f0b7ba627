import NavigationRuntime
import Testing

@MainActor
struct HeadlessSplitDelegateTests {
  final class Delegate: HeadlessSplitViewControllerDelegate {
    var calls: [String] = []
    private(set) var contents: [Int] = []

    func splitViewController(
      _ svc: HeadlessSplitViewController, willShow column: HeadlessSplitViewController.Column
    ) { calls.append("will show \(column)") }

    func splitViewController(
      _ svc: HeadlessSplitViewController, willHide column: HeadlessSplitViewController.Column
    ) { calls.append("will hide \(column)") }

    func splitViewControllerDidCollapse(_ svc: HeadlessSplitViewController) {
      calls.append("collapsed")
      contents.append(svc.viewControllers.count)
    }

    func splitViewControllerDidExpand(_ svc: HeadlessSplitViewController) {
      calls.append("expanded")
      contents.append(svc.viewControllers.count)
    }
  }

  @Test("A split notifies its delegate before it shows or hides a column, and after it collapses")
  func calls() {
    let stage = Stage()
    let split = HeadlessSplitViewController(style: .doubleColumn)
    split.viewControllers = [stage.controller("A"), stage.controller("B")]
    stage.show(split)
    let delegate = Delegate()
    split.delegate = delegate
    split.show(.primary)
    split.hide(.primary)
    split.hide(.primary)
    split.show(.primary)
    #expect(delegate.calls == ["will hide primary", "will show primary"])
    delegate.calls = []
    split.collapse()
    split.hide(.primary)
    split.expand()
    split.expand()
    #expect(delegate.calls == ["collapsed", "expanded"])
    #expect(delegate.contents == [1, 2])
    #expect(stage.codes == [])
  }
}
