import NavigationRuntime
import Testing

@MainActor
@Suite("The registry of lifecycles")
struct LifecycleRegistryTests {
  private let registry = LifecycleRegistry()

  @Test("An object always gets the same lifecycle, another object another one")
  func identity() {
    let a = PlainContainer()
    let b = PlainContainer()
    let lifecycle = registry.lifecycle(of: a)
    #expect(lifecycle.element === a)
    #expect(registry.lifecycle(of: a) === lifecycle)
    #expect(registry.lifecycle(of: b) !== lifecycle)
    #expect(registry.lifecycle(of: b).id != lifecycle.id)
    #expect(registry.count == 2)
  }

  @Test("The registry keeps no object, and forgets those that have gone")
  func weakKeys() {
    weak var weakElement: PlainContainer?
    do {
      let element = PlainContainer()
      weakElement = element
      _ = registry.lifecycle(of: element)
      #expect(registry.count == 1)
    }
    #expect(weakElement == nil)
    #expect(registry.count == 0)
  }

  @Test("An object at the address of a dead one gets a lifecycle of its own")
  func reusedAddress() {
    var ids: Set<UInt64> = []
    var addresses: Set<ObjectIdentifier> = []
    let rounds = 1_000
    for _ in 0..<rounds {
      let element = PlainContainer()
      addresses.insert(ObjectIdentifier(element))
      let lifecycle = registry.lifecycle(of: element)
      #expect(lifecycle.element === element)
      ids.insert(lifecycle.id.rawValue)
    }
    #expect(ids.count == rounds)
    #expect(addresses.count < rounds, "no address was used twice; the test shows nothing")
  }

  @Test("A lifecycle of a dead object is released by and by, while others come")
  func sweeping() {
    weak var dead: NavigationLifecycle?
    do { dead = registry.lifecycle(of: PlainContainer()) }
    var living: [PlainContainer] = []
    for _ in 0..<200 {
      let element = PlainContainer()
      living.append(element)
      _ = registry.lifecycle(of: element)
    }
    #expect(dead == nil)
    #expect(registry.count == 200)
    living = []
    #expect(registry.count == 0)
  }

  @Test("What an observer releases when its lifecycle goes may use the registry")
  func reentrantReplacement() {
    let other = PlainContainer()
    var released = 0
    var subscriptions: [Cancellation] = []
    for _ in 0..<50 {
      let element = PlainContainer()
      let probe = Probe { [registry] in
        _ = registry.lifecycle(of: other)
        released += 1
      }
      subscriptions.append(registry.lifecycle(of: element).observe { _ in probe.touch() })
    }
    _ = registry.count
    #expect(released == 50)
  }

  @Test("What goes with a lifecycle that is let go of may use the registry")
  func reentrantForgetting() {
    let other = PlainContainer()
    var released = 0
    var element: PlainContainer? = PlainContainer()
    let key = element.map { ObjectIdentifier($0) }
    var subscription: Cancellation?
    do {
      let probe = Probe { [registry] in
        _ = registry.lifecycle(of: other)
        released += 1
      }
      subscription = element.map { registry.lifecycle(of: $0).observe { _ in probe.touch() } }
    }
    element = nil
    if let key { registry.forget(key) }
    #expect(released == 1)
    withExtendedLifetime(subscription) {}
  }
}
