import CoreFlow

/// An action whose effect sends another one, beside a task of the same shape.
@MainActor let effectBenchmarks = [
  Benchmark(
    name: "an effect's round trip on the main actor",
    floorName: "a Task on the main actor started and awaited"
  ) {
    let core = HundredCore(initialState: .init(), context: NavigationContext())
    let bare = BareHundred(Hundred())
    return (
      loop: { times in for _ in 0..<times { await core.send(.hopOnMain).finish() } },
      floor: { times in
        for _ in 0..<times { await Task { bare.send(.add(1)) }.value }
      }
    )
  },
  Benchmark(
    name: "an effect's round trip off the main actor",
    floorName: "a detached Task that comes back, awaited"
  ) {
    let core = HundredCore(initialState: .init(), context: NavigationContext())
    let bare = BareHundred(Hundred())
    return (
      loop: { times in for _ in 0..<times { await core.send(.hopOff).finish() } },
      floor: { times in
        for _ in 0..<times { await Task.detached { await bare.send(.add(1)) }.value }
      }
    )
  },
  Benchmark(
    name: "an effect's round trip off the main actor, beside a continuation",
    floorName: "a detached Task that comes back and resumes who waits"
  ) {
    let core = HundredCore(initialState: .init(), context: NavigationContext())
    let bare = BareHundred(Hundred())
    return (
      loop: { times in for _ in 0..<times { await core.send(.hopOff).finish() } },
      floor: { times in
        for _ in 0..<times {
          await withCheckedContinuation { waiting in
            // Told of, not awaited: a handle covers all effects that an action causes, and whoever
            // waits for it may be cancelled before.
            _ = Task.detached {
              await bare.send(.add(1))
              waiting.resume()
            }
          }
        }
      }
    )
  },
]
