import NavigationRuntime
import Testing

@MainActor
@Suite("The registry of lifecycles")
struct LifecycleRegistryTests {
  private let registry = WeakTable<NavigationLifecycle>()

  @Test("An object keeps its lifecycle, and another object has another one")
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

  @Test("Retains no object, and forgets released ones")
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

  @Test("A list of weak references does not grow with objects that are released")
  func weakList() {
    var list = WeakList<PlainContainer>()
    let living = (0..<10).map { _ in PlainContainer() }
    for element in living { list.append(element) }
    for _ in 0..<1_000 { list.append(PlainContainer()) }
    #expect(list.objects.map(ObjectIdentifier.init) == living.map(ObjectIdentifier.init))
    #expect(list.references.count < 64)
  }

  @Test("An object at the address of a released one has its own lifecycle")
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
    #expect(addresses.count < rounds, "no address was reused; the test proves nothing")
  }

  @Test("Releases the lifecycle of a released object gradually, as others are added")
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

  @Test("An observer released with its lifecycle may use the registry")
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

  @Test("An observer released with a forgotten lifecycle may use the registry")
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
