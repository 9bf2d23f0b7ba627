import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Endless hierarchies")
struct DeepHierarchyTests {
  @Test("Reads and removes containers ten thousand levels deep", arguments: [true, false])
  func deepContainers(modal: Bool) {
    let containers = (0..<10_000).map { _ in NestedContainer() }
    for (outer, inner) in zip(containers, containers.dropFirst()) {
      if modal { outer.modal = inner } else { outer.inner = inner }
    }
    let context = NavigationContext(clock: ManualNavigationClock())
    let root = NestedContainer()
    let store = context.store(for: root)
    root.inner = containers[0]
    root.lifecycle.containerDidChange(.contents)
    #expect(store.tree.count == 10_001)
    #expect(store.tree.maximumDepth == 10_000)
    containers[9_999].inner = NestedContainer()
    containers[9_999].lifecycle.containerDidChange(.contents)
    #expect(store.tree.count == 10_002)
    root.inner = nil
    root.lifecycle.containerDidChange(.contents)
    #expect(store.tree.count == 1)
    #expect(containers.allSatisfy { !$0.lifecycle.isInTree })
    for container in containers {
      container.inner = nil
      container.modal = nil
    }
  }

  @Test("A ring of representatives is nowhere on screen")
  func representativeRing() {
    let (first, second, outside) = (Link(), Link(), Link())
    first.next = second
    second.next = first
    outside.next = first
    for link in [first, second, outside] {
      #expect(link.navigationContainer == nil)
      #expect(link.navigationStore == nil)
      #expect(link.isPresented)
      link.observePresentation { _ in }.cancel()
    }
    second.next = screen("Screen")
    #expect(outside.navigationContainer != nil)
    #expect(!outside.isPresented)
  }
}

@MainActor
private final class Link: Presentable {
  var next: (any Presentable)?
  var representative: any Presentable { next ?? self }
}

@MainActor
private final class NestedContainer: PlainContainer {
  var inner: NestedContainer?
  var modal: NestedContainer?

  override var navigationRuntimeKind: NavigationTree.Kind { .container("Nest") }
  override var navigationRuntimeContainedCount: Int { inner == nil ? 0 : 1 }
  override var navigationRuntimePresented: (any NavigationContainer)? { modal }
  override func navigationRuntimeContained(at index: Int) -> any NavigationContainer {
    inner ?? self
  }
}
