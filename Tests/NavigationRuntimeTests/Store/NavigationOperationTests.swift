import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("An operation")
struct NavigationOperationTests {
  @Test("A refusal names the operation and its controllers")
  func refusalNamesControllers() async {
    let detail = screen("Detail")
    let home = stack("Home", screen("List"), detail)
    let world = HeadlessWorld(root: home)
    let outcome = await world.context.perform(.present(detail), on: home)
    guard case .refused(let refusal) = outcome else {
      Issue.record("The request was not refused: \(outcome)")
      return
    }
    #expect(refusal.reason.hasPrefix("present Detail #"), "\(refusal)")
  }

  @Test("A request names its controllers")
  func requestNamesControllers() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(.manual, root: home)
    let request = world.context.request(.push(screen("Detail")), on: home)
    #expect(request.name.hasPrefix("push Detail #"), "\(request.name)")
    #expect(request.name.contains(" on Home #"), "\(request.name)")
  }
}
