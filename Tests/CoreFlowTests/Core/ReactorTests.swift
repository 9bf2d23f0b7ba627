import CoreFlow
import Testing

private struct ParentState {
  var number = 0
  var child: ChildPart?
}

private struct ChildPart: Equatable {
  var name = ""
}

private enum ParentAction {
  case add(Int)
  case setChild(ChildPart?)
  case call(@MainActor () -> Void)
}

private final class ParentCore: Core<ParentAction, ParentState> {
  override func reduce(state: inout ParentState, action: ParentAction) -> Effect<ParentAction> {
    switch action {
    case .add(let number): state.number += number
    case .setChild(let child): state.child = child
    case .call(let callback): callback()
    }
    return .none
  }
}

/// A double that is no core.
private final class RecordingReactor: Reactable {
  private(set) var currentState = ""
  private let states = AsyncPassthroughSubject<String>()

  @discardableResult
  func send(_ action: Character) -> ActionHandle {
    currentState.append(action)
    states.send(currentState)
    return ActionHandle()
  }

  func observe(_ observer: @escaping StateObserver<String>) -> Cancellation {
    withUnsafePointer(to: currentState) { observer($0) }
    return states.sink { state in withUnsafePointer(to: state) { observer($0) } }
  }
}

@MainActor
@Suite("A reactor that is no core")
struct OwnReactorTests {
  @Test("A type of the app's own receives actions and supplies states, with empty handles")
  func ownType() async {
    let reactor = RecordingReactor()
    var states: [String] = []
    let subscription = reactor.observeDistinctState(\.self) { states.append($0) }
    let handle = reactor.eraseToAnyReactor().send("a")
    reactor.send("b")
    #expect(states == ["", "a", "ab"])
    #expect(handle.isFinished)
    handle.cancel()
    await handle.finish()
    withExtendedLifetime(subscription) {}
  }
}

@MainActor
@Suite("A reactor derived from another one")
struct ReactorTests {
  let bench = Bench()

  @Test("A scope reads, observes and sends in terms of its part")
  func scope() {
    let core = ParentCore(initialState: .init())
    let part = core.scope(state: \.number) { (number: Int) in .add(number) }
    var heard: [Int] = []
    let subscription = part.observeDistinctState(\.self) { heard.append($0) }
    part.send(4)
    core.send(.setChild(.init()))
    #expect(part.currentState == 4)
    #expect(heard == [0, 4])
    withExtendedLifetime(subscription) {}
  }

  @Test("A scope of a missing part is nil; of a part that is removed, it refuses and reports")
  func optionalScope() throws {
    let core = ParentCore(initialState: .init())
    let none: AnyReactor<String, ChildPart>? = core.scope(
      state: \.child, context: bench.context
    ) { .setChild(.init(name: $0)) }
    #expect(none == nil)
    core.send(.setChild(.init(name: "a")))
    let part: AnyReactor<String, ChildPart> = try #require(
      core.scope(state: \.child, context: bench.context) { .setChild(.init(name: $0)) })
    var heard: [String] = []
    let subscription = part.observeState(\.name) { heard.append($0) }
    part.send("b")
    core.send(.setChild(nil))
    part.send("c")
    #expect(part.currentState.name == "b")
    #expect(heard == ["a", "b"])
    #expect(bench.codes == ["partIsGone"])
    core.send(.setChild(.init(name: "d")))
    #expect(heard == ["a", "b", "d"])
    withExtendedLifetime(subscription) {}
  }

  @Test("A scope of an optional part is optional, also where its type is inferred")
  func inferredOptionalScope() {
    let core = ParentCore(initialState: .init(), context: bench.context)
    let none = core.scope(state: \.child) { (name: String) in .setChild(.init(name: name)) }
    #expect(none == nil)
    core.send(.setChild(.init(name: "a")))
    let part = core.scope(state: \.child) { (name: String) in .setChild(.init(name: name)) }
    part?.send("b")
    #expect(part?.currentState.name == "b")
    let whole: AnyReactor<ChildPart?, ChildPart?> = core.scope(state: \.child) { .setChild($0) }
    whole.send(nil)
    #expect(whole.currentState == nil)
  }

  @Test("An action that a reducer sends through a scope of an optional part is queued")
  func optionalScopeInReducer() throws {
    let core = ParentCore(initialState: .init(), context: bench.context)
    core.send(.setChild(.init(name: "a")))
    let part: AnyReactor<String, ChildPart> = try #require(
      core.scope(state: \.child) { .setChild(.init(name: $0)) })
    core.send(.call { part.send("b") })
    #expect(part.currentState.name == "b")
    #expect(bench.codes == [])
  }

  @Test(
    "An action that a reducer sends through a scope of a scope is queued, also of an erased core")
  func nestedScopeInReducer() throws {
    let core = ParentCore(initialState: .init(), context: bench.context)
    core.send(.setChild(.init(name: "a")))
    let whole = core.scope(state: \.self) { (action: ParentAction) in action }
    for reactor in [whole, AnyReactor(core), AnyReactor(whole)] {
      let part: AnyReactor<String, ChildPart> = try #require(
        reactor.scope(state: \.child) { .setChild(.init(name: $0)) })
      core.send(.call { part.send("b") })
      #expect(core.currentState.child?.name == "b")
      core.send(.setChild(nil))
      part.send("c")
      #expect(bench.codes.last == "partIsGone")
      core.send(.setChild(.init(name: "a")))
    }
    #expect(bench.codes.count == 3)
  }

  @Test("A part reports to its core's issue reporter by default")
  func optionalScopeContext() throws {
    let core = ParentCore(initialState: .init(), context: bench.context)
    core.send(.setChild(.init(name: "a")))
    let part: AnyReactor<String, ChildPart> = try #require(
      core.scope(state: \.child) { .setChild(.init(name: $0)) })
    core.send(.setChild(nil))
    part.send("b")
    #expect(bench.codes == ["partIsGone"])
  }

  @Test("An erased reactor wraps the core in another type")
  func erased() {
    let reactor = bench.core().eraseToAnyReactor()
    reactor.send(.add(3))
    #expect(reactor.currentState.count == 3)
  }

  @Test("A preview reactor records actions without reducing, and shows an assigned state")
  func preview() {
    let reactor = PreviewReactor<CounterAction, CounterState>(initialState: .init(count: 1))
    var heard: [Int] = []
    let subscription = reactor.observeState(\.count) { heard.append($0) }
    reactor.send(.add(1))
    #expect(reactor.currentState.count == 1)
    #expect(reactor.actions.count == 1)
    reactor.currentState = .init(count: 9)
    #expect(heard == [1, 9])
    withExtendedLifetime(subscription) {}
  }

  @Test("A state that an observer assigns to a preview reactor follows the present one")
  func previewReentrancy() {
    let reactor = PreviewReactor<CounterAction, Int>(initialState: 0)
    var heard: [String] = []
    let subscriptions = ["a", "b"].map { name in
      reactor.observeState(\.self) { [unowned reactor] number in
        heard.append("\(name)\(number)")
        if name == "a", number < 2 { reactor.currentState = number + 1 }
      }
    }
    #expect(reactor.currentState == 2)
    #expect(heard == ["a0", "a1", "a2", "b2"])
    reactor.currentState = 1
    #expect(heard.suffix(4) == ["a1", "b1", "a2", "b2"])
    withExtendedLifetime(subscriptions) {}
  }
}
