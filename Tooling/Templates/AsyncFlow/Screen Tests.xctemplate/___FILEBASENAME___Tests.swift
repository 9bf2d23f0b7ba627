import AsyncFlow
import Testing

@testable import ___VARIABLE_moduleName___

@MainActor
@Suite("___VARIABLE_productName___")
struct ___VARIABLE_productName___Tests {
  @Test("A step is emitted when the user is done")
  func done() async {
    let viewModel = ___VARIABLE_productName___ViewModel()
    viewModel.done()
    var steps = viewModel.steps.stream.makeAsyncIterator()
    let step = await steps.next()
    guard case .___VARIABLE_stepName___ = step else {
      Issue.record("The step is \(String(describing: step)).")
      return
    }
  }

  @Test("The flow pushes the screen, and its view model emits the steps")
  func show() {
    let flow = ___VARIABLE_parentName___Flow()
    let answer = flow.show___VARIABLE_productName___()
    let screen =
      flow.navigationController.viewControllers.last as? ___VARIABLE_productName___ViewController
    screen?.loadViewIfNeeded()
    #expect(screen?.title == "___VARIABLE_productName___")
    guard case .one(.contribute(let presentable, let stepper, _, _)) = answer else {
      Issue.record("The answer is \(answer).")
      return
    }
    #expect(presentable === screen)
    #expect(stepper === screen?.viewModel)
  }
}
