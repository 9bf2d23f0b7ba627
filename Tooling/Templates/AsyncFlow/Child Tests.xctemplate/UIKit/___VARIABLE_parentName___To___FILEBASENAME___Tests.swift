import AsyncFlow
import Testing

@testable import ___VARIABLE_moduleName___

#if canImport(UIKit)
import UIKit
#endif

@MainActor
@Suite("___VARIABLE_productName___ under ___VARIABLE_parentName___")
struct ___VARIABLE_parentName___To___VARIABLE_productName___Tests {
  @Test("___VARIABLE_parentName___ presents ___VARIABLE_productName___, and names the step that follows")
  func present() {
    let flow = ___VARIABLE_parentName___Flow()
    let window = UIWindow(frame: .zero)
    window.rootViewController = flow.navigationController
    window.makeKeyAndVisible()
    let answer = flow.present___VARIABLE_productName___(then: .___VARIABLE_stepName___)
    guard case .one(.configured(.contribute(let child, _, _, _), let options)) = answer else {
      Issue.record("The answer is \(answer).")
      return
    }
    #expect(child is ___VARIABLE_productName___Flow)
    guard case .___VARIABLE_stepName___ = options.stepOnDismissal as? ___VARIABLE_parentName___Step else {
      Issue.record("The step is \(String(describing: options.stepOnDismissal)).")
      return
    }
  }
}
