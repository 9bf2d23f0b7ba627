// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The example of the README's section about testing.
import CoreFlow
import Testing

public enum SutAction: Sendable {
  case step1, step2, step3, step4
}

public struct SutState: Sendable {
  var step: Int
}

public final class SutCore: Core<SutAction, SutState> {
  public override func reduce(
    state: inout SutState, action: SutAction
  ) -> Effect<SutAction> {
    switch action {
    case .step1:
      state.step = 1
      return .run { send in
        await send(.step2)
      }
    case .step2:
      state.step = 2
      return .run { send in
        await send(.step3)
      }
    case .step3:
      state.step = 3
      return .run { send in
        await send(.step4)
      }
    case .step4:
      state.step = 4
      return .none
    }
  }
}

@MainActor
@Suite("The README on testing")
struct ReadmeTestingTests {
  @Test("The chain reaches its last step when exhaust() returns")
  func testActionFlow() async throws {
    let sut = SutCore(initialState: .init(step: 0))
    sut.enableTestMode()
    sut.send(.step1)
    try await sut.exhaust(timeout: 5)
    #expect(sut.currentState.step == 4)
  }
}
