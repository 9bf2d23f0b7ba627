import CoreFlow
import Testing

@testable import ___VARIABLE_moduleName___

@MainActor
@Suite("___VARIABLE_productName___Procedure")
struct ___VARIABLE_productName___ProcedureTests {
  private struct Failure: Error {}

  private final class Steps: ___VARIABLE_productName___Steps {
    var fails = false
    private(set) var calls: [String] = []

    func begin() async throws -> (any ___VARIABLE_productName___Steps, String) {
      calls.append("begin")
      if fails { throw Failure() }
      return (self, "value")
    }

    func complete(with value: String) async throws {
      calls.append("complete with \(value)")
    }
  }

  @Test("Each step receives the value of the one before, and the procedure completes")
  func completes() async {
    let steps = Steps()
    let run = ___VARIABLE_productName___Procedure().start(steps)
    let outcome = await run.value()
    #expect(steps.calls == ["begin", "complete with value"])
    guard case .completed = outcome else {
      Issue.record("The outcome is \(String(describing: outcome)).")
      return
    }
  }

  @Test("After an error no further step is performed")
  func fails() async {
    let steps = Steps()
    steps.fails = true
    let run = ___VARIABLE_productName___Procedure().start(steps)
    let outcome = await run.value()
    #expect(steps.calls == ["begin"])
    guard case .failed(let error, at: _) = outcome else {
      Issue.record("The outcome is \(String(describing: outcome)).")
      return
    }
    #expect(error is Failure)
  }
}
