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

  @Test("The title is set when the view has loaded")
  func title() async {
    let core = ___VARIABLE_productName___Core(initialState: .init(), context: context)
    let store = CoreTestStore(core) {
      let location = $0.location(SourceLocation.init(fileID:filePath:line:column:))
      Issue.record("\($0)", sourceLocation: location)
    }
    store.send(.viewDidLoad) { $0.title = "___VARIABLE_productName___" }
    await store.finish()
  }

  @Test("The screen shows the state, and the listener is notified when the user is done")
  func screen() {
    let listener = Listener()
    let flow = ___VARIABLE_productName___Flow(listener: listener, context: context)
    flow.screen.loadViewIfNeeded()
    #expect(flow.screen.title == "___VARIABLE_productName___")
    flow.screen.send(.doneTapped)
    #expect(listener.finishes == 1)
  }

  @Test("The core is released with the flow")
  func release() {
    var flow: ___VARIABLE_productName___Flow? = ___VARIABLE_productName___Flow(listener: nil, context: context)
    flow?.screen.loadViewIfNeeded()
    weak var core: ___VARIABLE_productName___Core?
    core = flow?.core
    #expect(flow?.core.isActive == true)
    flow = nil
    #expect(core == nil)
  }
}
