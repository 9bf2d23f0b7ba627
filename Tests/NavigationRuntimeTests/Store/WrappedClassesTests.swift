import NavigationRuntime
import Testing

@MainActor
@Suite("The classes whose methods are wrapped")
struct WrappedClassesTests {
  private class Responder {}
  private class Controller: Responder {}
  private final class TabController: Controller {}

  @Test("Wraps each class once for any number of objects, and no other class")
  func once() {
    var classes = WrappedClasses()
    var wrapped: [String] = []
    for object in [Controller(), TabController(), Controller(), TabController()] {
      classes.wrapOnce(Controller.self) { wrapped.append("Controller") }
      guard object is TabController else { continue }
      classes.wrapOnce(TabController.self) { wrapped.append("TabController") }
    }
    #expect(wrapped == ["Controller", "TabController"])
  }
}
