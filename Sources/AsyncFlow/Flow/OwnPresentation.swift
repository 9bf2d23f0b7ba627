import NavigationRuntime

/// Detects whether a flow declares its own `isVisibleStream` or `onDismissed` besides its root's.
@MainActor
enum OwnPresentation {
  /// The types of flows that declare neither.
  private static var silent: Set<ObjectIdentifier> = []
  /// The type of the flow for which a default of ``Flow`` was called last.
  private static var latestDefault: ObjectIdentifier?

  static func defaultAnswered(for flow: AnyObject) {
    latestDefault = ObjectIdentifier(type(of: flow))
  }

  /// Observes a flow's own streams.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - sink: Called like that of `observePresentation(_:)`.
  /// - Returns: The handle, and whether the flow declares `isVisibleStream`; `nil` if it declares
  ///   neither stream.
  static func observe(
    _ flow: any Flow, _ sink: @escaping @MainActor (PresentationEvent) -> Void
  ) -> (handle: Cancellation, hasVisibility: Bool)? {
    let type = ObjectIdentifier(Swift.type(of: flow))
    guard !silent.contains(type), !(flow is any NavigationContainer) else { return nil }
    func own<Element>(_ stream: AsyncStream<Element>) -> AsyncStream<Element>? {
      defer { latestDefault = nil }
      return latestDefault == type ? nil : stream
    }
    latestDefault = nil
    let visibility = own(flow.isVisibleStream)
    let dismissal = own(flow.onDismissed)
    guard visibility != nil || dismissal != nil else {
      silent.insert(type)
      return nil
    }
    let streams = PresentationStreams(
      isVisibleStream: visibility ?? AsyncStream { $0.finish() },
      onDismissed: dismissal ?? AsyncStream { $0.finish() })
    return (streams.observePresentation(sink), visibility != nil)
  }
}

/// A presentable made of two streams.
private final class PresentationStreams: Presentable {
  let isVisibleStream: AsyncStream<Bool>
  let onDismissed: AsyncStream<Void>

  init(isVisibleStream: AsyncStream<Bool>, onDismissed: AsyncStream<Void>) {
    self.isVisibleStream = isVisibleStream
    self.onDismissed = onDismissed
  }
}

extension Flow {
  /// The root's stream.
  public var isVisibleStream: AsyncStream<Bool> {
    OwnPresentation.defaultAnswered(for: self)
    let root = root
    return root === self ? AsyncStream { $0.finish() } : root.isVisibleStream
  }

  /// The root's stream.
  public var onDismissed: AsyncStream<Void> {
    OwnPresentation.defaultAnswered(for: self)
    let root = root
    return root === self ? AsyncStream { $0.finish() } : root.onDismissed
  }

  /// Observes the root and, if the flow declares them, its own streams.
  ///
  /// The first dismissal, of either, dismisses the flow. The root's visibility counts unless the flow
  /// declares its own.
  ///
  /// - Parameter sink: Called on the main actor with each event.
  /// - Returns: The handle that keeps the sink subscribed.
  public func observePresentation(
    _ sink: @escaping @MainActor (PresentationEvent) -> Void
  ) -> Cancellation {
    let own = OwnPresentation.observe(self, sink)
    let root = root
    guard root !== self else { return own?.handle ?? Cancellation {} }
    guard let own else { return root.observePresentation(sink) }
    let ofRoot = root.observePresentation { event in
      if event == .dismissed || !own.hasVisibility { sink(event) }
    }
    return Cancellation {
      own.handle.cancel()
      ofRoot.cancel()
    }
  }
}
