import AsyncFlow
import Foundation
import Testing

@testable import ___VARIABLE_moduleName___

@MainActor
@Suite("___VARIABLE_productName___ under ___VARIABLE_parentName___")
struct ___VARIABLE_parentName___To___VARIABLE_productName___Tests {
  private let flow = ___VARIABLE_parentName___Flow()
  private let window = HeadlessWindow(frame: .zero)

  init() {
    window.rootViewController = flow.navigationController
    window.makeKeyAndVisible()
  }

  @Test("___VARIABLE_parentName___ presents ___VARIABLE_productName___, and names the step that follows")
  func present() {
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

  @Test("___VARIABLE_productName___ dismisses itself when the user is done, and nothing in its place")
  func finish() async throws {
    let coordinator = FlowCoordinator(context: NavigationContext())
    let answer = flow.present___VARIABLE_productName___(then: .___VARIABLE_stepName___)
    guard case .one(.configured(.contribute(let contributed, _, _, _), _)) = answer else {
      Issue.record("The answer is \(answer).")
      return
    }
    let child = try #require(contributed as? ___VARIABLE_productName___Flow)
    coordinator.coordinate(flow: child, with: OneStepper(___VARIABLE_productName___Step.start))
    await coordinator.settled()
    #expect(flow.navigationController.presentedViewController === child.navigationController)
    coordinator.send(___VARIABLE_productName___Step.finished)
    await coordinator.settled()
    #expect(flow.navigationController.presentedViewController == nil)

    let next = HeadlessViewController()
    flow.navigationController.present(next, animated: false)
    _ = await child.navigate(to: .finished)
    await coordinator.settled()
    #expect(flow.navigationController.presentedViewController === next)
  }
}
