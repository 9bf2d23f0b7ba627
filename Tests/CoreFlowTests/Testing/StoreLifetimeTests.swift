import CoreFlow
import TestSupport
import Testing

@MainActor
@Suite("Several test stores of a core")
struct StoreLifetimeTests {
  private let bench = Bench()
  private let failures = Failures()

  private func store(of core: CounterCore) -> CoreTestStore<CounterAction, CounterState> {
    CoreTestStore(core) { [failures] in failures.all.append($0) }
  }

  @Test("A store that replaces another one records, because the release of the first comes later")
  func replaced() {
    let core = bench.core()
    var store = store(of: core)
    store.send(.add(1)) { $0.count = 1 }
    store = self.store(of: core)
    store.send(.add(1)) { $0.count = 2 }
    #expect(failures.all.isEmpty)
  }

  @Test("A store demands actions also after the release of an older or a newer one")
  func released() async {
    for isOlder in [true, false] {
      let core = bench.core()
      var stores = [store(of: core), store(of: core)]
      stores.remove(at: isOlder ? 0 : 1)
      core.send(.add(1))
      await stores[0].finish()
      #expect(failures.all.map(\.text).filter { $0.contains("add(1)") }.count == 1)
      failures.all = []
    }
  }

  @Test("Each of two stores demands the actions that the test sends by the other")
  func both() async {
    let core = bench.core()
    let stores = [store(of: core), store(of: core)]
    stores[0].send(.add(1)) { $0.count = 1 }
    #expect(failures.all.isEmpty)
    await stores[0].finish()
    #expect(failures.all.isEmpty)
    await stores[1].finish()
    #expect(failures.all.count == 1)
  }

  @Test("A core whose stores are released records nothing")
  func none() {
    let core = bench.core()
    do {
      let stores = [store(of: core), store(of: core)]
      withExtendedLifetime(stores) {}
    }
    core.send(.add(1))
    #expect(failures.all.isEmpty)
    #expect(core.currentState.count == 1)
  }
}
