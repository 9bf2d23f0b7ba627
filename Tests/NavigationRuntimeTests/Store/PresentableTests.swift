import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Presentable")
struct PresentableTests {
  /// A common test double: the two streams and nothing else.
  private final class StreamDouble: Presentable {
    let visibility = AsyncReplaySubject<Bool>()
    let dismissal = AsyncPassthroughSubject<Void>()
    var isVisibleStream: AsyncStream<Bool> { visibility.stream }
    var onDismissed: AsyncStream<Void> { dismissal.stream }
  }

  /// A double with streams from elsewhere.
  private final class Plain: Presentable {
    let isVisibleStream: AsyncStream<Bool>
    let onDismissed: AsyncStream<Void>
    init(_ visibility: AsyncStream<Bool>, _ dismissal: AsyncStream<Void>) {
      isVisibleStream = visibility
      onDismissed = dismissal
    }
  }

  /// A double without events.
  private final class Silent: Presentable {}

  /// A presentable with another one as its representative.
  private final class Wrapper: Presentable {
    let representative: any Presentable
    init(_ representative: any Presentable) { self.representative = representative }
  }

  @Test("A double without events represents itself, is presented, and its streams end")
  func silent() async {
    let silent = Silent()
    #expect(silent.representative === silent)
    #expect(silent.isPresented)
    #expect(!silent.allowStepWhenDismissed)
    #expect(silent.navigationContainer == nil)
    #expect(silent.navigationStore == nil)
    #expect(NavigationContext.of(silent) === NavigationContext.shared)
    for await _ in silent.isVisibleStream { Issue.record("it has no events") }
    for await _ in silent.onDismissed { Issue.record("it has no events") }
    var events: [PresentationEvent] = []
    let handle = silent.observePresentation { events.append($0) }
    await mainQueueTurn()
    await mainQueueTurn()
    #expect(events == [])
    handle.cancel()
  }

  @Test("Observing a double delivers its present visibility, changes and dismissal")
  func double() async {
    let double = StreamDouble()
    double.visibility.send(true)
    let events = AsyncPassthroughSubject<PresentationEvent>()
    var heard = events.stream.makeAsyncIterator()
    let handle = double.observePresentation { events.send($0) }
    #expect(await heard.next() == .visible(true))
    double.visibility.send(false)
    #expect(await heard.next() == .visible(false))
    double.dismissal.send()
    #expect(await heard.next() == .dismissed)
    handle.cancel()
  }

  @Test("Delivers a double's dismissal once")
  func dismissedOnce() async {
    let double = StreamDouble()
    var count = 0
    let handle = double.observePresentation { if $0 == .dismissed { count += 1 } }
    double.dismissal.send()
    double.dismissal.send()
    double.dismissal.finish()
    for _ in 0..<5 { await mainQueueTurn() }
    #expect(count == 1)
    handle.cancel()
  }

  @Test("A cancelled handle delivers nothing, not even earlier events")
  func cancelled() async {
    let double = StreamDouble()
    var events: [PresentationEvent] = []
    let handle = double.observePresentation { events.append($0) }
    for _ in 0..<3 { await mainQueueTurn() }
    double.visibility.send(true)
    double.dismissal.send()
    handle.cancel()
    for _ in 0..<5 { await mainQueueTurn() }
    #expect(events == [])
  }

  @Test("Observing retains neither the double nor, once cancelled, the sink")
  func release() async {
    weak var weakDouble: StreamDouble?
    weak var weakProbe: Probe?
    var handle: Cancellation?
    do {
      let double = StreamDouble()
      let probe = Probe()
      weakDouble = double
      weakProbe = probe
      handle = double.observePresentation { _ in probe.touch() }
      await mainQueueTurn()
    }
    #expect(weakDouble == nil)
    handle?.cancel()
    for _ in 0..<5 { await mainQueueTurn() }
    #expect(weakProbe == nil)
  }

  @Test("Releasing a handle unsubscribes from both streams")
  func dropped() async {
    let visibility = Multicast<Bool>()
    let dismissal = Multicast<Void>()
    let plain = Plain(visibility.stream, dismissal.stream)
    var handle: Cancellation? = plain.observePresentation { _ in }
    await mainQueueTurn()
    #expect(visibility.sinkCount + dismissal.sinkCount == 2)
    _ = handle
    handle = nil
    for _ in 0..<5 { await mainQueueTurn() }
    #expect(visibility.sinkCount + dismissal.sinkCount == 0)
  }

  @Test("A representative answers for a whole chain of presentables")
  func representative() async {
    let controller = HeadlessViewController()
    let platform = HeadlessPlatform()
    let context = NavigationContext(clock: ManualNavigationClock())
    let window = HeadlessWindow(platform: platform)
    let store = context.store(for: window)
    let chain = Wrapper(Wrapper(controller))
    #expect(!chain.isPresented)
    #expect(chain.navigationContainer === controller)
    var events: [PresentationEvent] = []
    let handle = chain.observePresentation { events.append($0) }
    let dismissed = chain.onDismissed
    window.rootViewController = controller
    window.makeKeyAndVisible()
    #expect(chain.isPresented)
    #expect(chain.navigationStore === store)
    #expect(NavigationContext.of(chain) === context)
    #expect(context.scheduler(of: chain) === store.scheduler)
    for await isVisible in chain.isVisibleStream {
      #expect(isVisible)
      break
    }
    window.rootViewController = HeadlessViewController()
    #expect(events == [.visible(true), .visible(false), .dismissed])
    #expect(!chain.isPresented)
    var count = 0
    for await _ in dismissed { count += 1 }
    #expect(count == 1)
    handle.cancel()
  }

  @Test("A dismissal stream of a controller that has left waits for the next departure, or its end")
  func lateDismissalStream() async {
    var controller: HeadlessViewController? = HeadlessViewController()
    let world = HeadlessWorld(root: controller)
    world.window.rootViewController = HeadlessViewController()
    #expect(controller?.isPresented == false)
    var returning = controller?.onDismissed.makeAsyncIterator()
    world.window.rootViewController = controller
    world.window.rootViewController = HeadlessViewController()
    #expect(await returning?.next() != nil)
    #expect(await returning?.next() == nil)

    var ending = controller?.onDismissed.makeAsyncIterator()
    controller = nil
    #expect(await ending?.next() == nil)
  }

  @Test("A wrapper of a double forwards to it")
  func wrappedStreamDouble() async {
    let double = StreamDouble()
    let wrapper = Wrapper(double)
    #expect(wrapper.isPresented)
    #expect(wrapper.navigationContainer == nil)
    let events = AsyncPassthroughSubject<PresentationEvent>()
    var heard = events.stream.makeAsyncIterator()
    let handle = wrapper.observePresentation { events.send($0) }
    double.visibility.send(true)
    #expect(await heard.next() == .visible(true))
    double.dismissal.send()
    #expect(await heard.next() == .dismissed)
    handle.cancel()
  }

  @Test("A presentable without a controller returns an empty one, and reports the misuse")
  func noController() {
    let handler = NavigationContext.shared.issues.handler
    defer { NavigationContext.shared.issues.handler = handler }
    var issues: [NavigationIssue] = []
    NavigationContext.shared.issues.handler = { issues.append($0) }
    let substitute = Wrapper(Silent()).viewController
    #expect(substitute.children.isEmpty)
    #expect(issues.map(\.code.rawValue) == ["noController"])
    #expect(issues.first?.fact.contains("Silent") ?? false)
    #expect(issues.first?.advice.contains("representative") ?? false)
  }
}
