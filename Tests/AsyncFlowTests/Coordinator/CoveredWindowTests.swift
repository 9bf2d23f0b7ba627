import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

/// A modal in full screen takes the view of the root out of its window.
@MainActor
@Suite("A flow in a full-screen modal over an app that is not observed")
struct CoveredWindowTests {
  private let root = screen("Root")
  private let modal = stack("Modal", screen("Cart"))
  private let address = screen("Address")
  private let window: HeadlessWindow
  private let world = CoordinatorWorld()

  init() {
    window = HeadlessWindow(platform: HeadlessPlatform(transitionMode: .immediate))
    window.rootViewController = root
    window.makeKeyAndVisible()
    modal.modalPresentationStyle = .fullScreen
  }

  /// Lets transitions end turns after their calls, if the platform is strict.
  private func endLate(_ endsLate: Bool) {
    window.platform.endsTransitionsLate = endsLate && platformIsStrict
  }

  private func settle() async {
    for _ in 0..<4 {
      window.platform.completeAllTransitions()
      await takeTurns()
      await world.coordinator.settled()
    }
  }

  @Test(
    "Ends when the user taps back, or leaves with the modal", arguments: [false, true],
    [false, true])
  func pushed(endsLate: Bool, modalLeaves: Bool) async {
    endLate(endsLate)
    root.present(modal, animated: true)
    await settle()
    world.coordinator.coordinate(
      flow: ScriptedFlow(root: address), with: OneStepper(TestStep.start))
    modal.pushViewController(address, animated: true)
    await settle()
    #expect(address.isPresented)
    #expect(address.lifecycle.store === window.lifecycle.store)
    if modalLeaves {
      root.dismiss(animated: true)
    } else {
      #expect(modal.userDidTapBack())
    }
    await settle()
    let reason = modalLeaves ? "removed" : "dismissedByUser"
    #expect(world.log.contains("ended: ScriptedFlow, \(reason)"))
    #expect(world.log.last == "completed")
    #expect(world.issues.isEmpty)
  }

  @Test("Ends with a modal that is presented after its start", arguments: [false, true])
  func presented(endsLate: Bool) async {
    endLate(endsLate)
    world.coordinator.coordinate(flow: ScriptedFlow(root: modal), with: OneStepper(TestStep.start))
    await settle()
    root.present(modal, animated: true)
    await settle()
    #expect(modal.isPresented)
    root.dismiss(animated: true)
    await settle()
    #expect(world.log.last == "completed")
    #expect(world.issues.isEmpty)
  }

  @Test("Is followed under another modal in full screen")
  func coveredTwice() async {
    let upper = stack("Upper", screen("Payment"))
    upper.modalPresentationStyle = .fullScreen
    root.present(modal, animated: false)
    modal.present(upper, animated: false)
    await settle()
    world.coordinator.coordinate(
      flow: ScriptedFlow(root: address), with: OneStepper(TestStep.start))
    upper.pushViewController(address, animated: false)
    await settle()
    #expect(window.lifecycle.store?.tree.modalChain.map(\.name) == ["Modal", "Upper"])
    #expect(address.isPresented)
  }

  @Test("Answers an awaited result when the user taps back")
  func result() async {
    root.present(modal, animated: false)
    await settle()
    let flow = ScriptedFlow(root: address)
    modal.pushViewController(address, animated: false)
    var result: FlowResult<Int>?
    let task = Task {
      result = await world.coordinator.result(
        of: flow, with: OneStepper(TestStep.start), as: Int.self)
    }
    await settle()
    #expect(modal.userDidTapBack())
    await settle()
    #expect(result == .userLeft)
    #expect(world.issues.isEmpty)
    task.cancel()
  }
}
