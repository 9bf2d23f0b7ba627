import CoreFlow
import Testing

@testable import ___VARIABLE_moduleName___

@MainActor
@Suite("___VARIABLE_productName___")
struct ___VARIABLE_productName___Tests {
  private let context = NavigationContext(clock: ManualNavigationClock())

  private final class Listener: ___VARIABLE_productName___Listener {
    private(set) var finishes = 0
    func didFinish___VARIABLE_productName___() { finishes += 1 }
  }

  @Test("The listener is notified when the work is done")
  func finish() {
    let listener = Listener()
    let flow = ___VARIABLE_productName___Flow(listener: listener, context: context)
    flow.core.finish()
    #expect(listener.finishes == 1)
  }

  @Test("The core is released with the flow")
  func release() {
    var flow: ___VARIABLE_productName___Flow? = ___VARIABLE_productName___Flow(listener: nil, context: context)
    weak var core: ___VARIABLE_productName___Core?
    core = flow?.core
    #expect(flow?.core.isActive == true)
    flow = nil
    #expect(core == nil)
  }
}
