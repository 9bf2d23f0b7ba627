import NavigationRuntime
import Testing

@Suite("The scheduler's state machine")
struct SchedulerStateMachineTests {
  @Test("No sequence of events breaks the order, loses a transition or ends one twice")
  func exhaustively() {
    var seen: Set<SchedulerModel> = []
    var isFaulty = false
    var pending: [(SchedulerWorld, [SchedulerEvent])] = [(SchedulerWorld(capacity: 3), [])]
    // Every state that is reachable with three transitions, in any number of events.
    while let (world, path) = pending.popLast(), !isFaulty {
      for event in world.possibleEvents {
        var next = world
        next.apply(event)
        let isNew = seen.insert(next.model).inserted
        if isNew, next.faults.isEmpty { pending.append((next, path + [event])) }
        // Also for a known model: the state machine may remember more than it should.
        next.finish()
        guard !next.faults.isEmpty else { continue }
        isFaulty = true
        Issue.record("\((path + [event]).map(\.description)): \(next.faults)")
      }
    }
    #expect(seen.count > 9_000)
  }

  @Test("A transition nested in an inactive one goes to the end of the queue")
  func nestedInEnded() {
    var state = SchedulerStateMachine()
    state.enqueue(1)
    state.enqueue(2, nestedIn: 7)
    #expect(state.queuedIDs == [1, 2])
    let first = state.next(platformIsBusy: false)
    #expect(first == .start(1))
    state.enqueue(3, nestedIn: 1)
    #expect(state.queuedIDs == [3, 2])
    let second = state.next(platformIsBusy: false)
    #expect(second == .wait(.body(1)))
  }

  @Test("Answers for unknown transitions change nothing")
  func unknown() {
    var state = SchedulerStateMachine()
    state.bodyReturned(1, .started)
    state.abandon(1, .performed)
    state.interrupt(1)
    let wasKnown = [state.close(1, .performed), state.remove(1)]
    #expect(wasKnown == [false, false])
    #expect(state.isEmpty)
    let next = state.next(platformIsBusy: true)
    #expect(next == .wait(.idle))
  }
}
