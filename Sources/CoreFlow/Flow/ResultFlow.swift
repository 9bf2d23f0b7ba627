import NavigationRuntime

/// A flow that ends with a value for its parent.
///
/// ```swift
/// final class PickerFlow: Flow<DetailCore, DetailScreen>, ResultFlow {
///   typealias Output = Int
/// }
///
/// switch await parent.attach(PickerFlow(), by: .present).result {
/// case .value(let number): print("picked:", number)
/// case .userLeft, .cancelled: print("picked nothing")
/// }
/// ```
///
/// The flow ends with ``finish(with:)``, which its core calls through its routing protocol.
@MainActor
public protocol ResultFlow<Output>: Flowable {
  /// The type of the value.
  associatedtype Output: Sendable
}

extension ResultFlow {
  /// Ends the flow with a value.
  ///
  /// Its core resigns, its parent removes the screen and receives the reason `finished`, then
  /// ``FlowAttachment/result`` returns the value. The value of a flow that was launched, or shown
  /// by hand, has no receiver. Has no effect on a flow that ends already.
  ///
  /// - Parameter output: The value.
  public func finish(with output: Output) {
    guard !flowNode.isOver else { return }
    (flowNode.extras?.resultReceiver as? FlowAttachment<Output>)?.output = output
    finish()
  }

  /// Detaches the flow, if it is still attached.
  fileprivate func detachNow(from parent: FlowNode?, at site: CallSite) {
    guard let parent, flowNode.childEntry.map(parent.isAttached) ?? false else { return }
    _ = parent.detach(self, animated: true, at: site)
  }
}

extension Flowable {
  /// Attaches a child that ends with a value.
  ///
  /// Everything else is as for a child without a value.
  ///
  /// - Parameters:
  ///   - child: A flow with a result.
  ///   - route: The way in which its screen is shown.
  ///   - animated: Whether the transition is animated.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call.
  ///   - onDetach: Called once with the reason, when the child has ended.
  /// - Returns: The attachment, whose result can be awaited.
  @discardableResult
  public func attach<Child: ResultFlow>(
    _ child: Child,
    by route: FlowRoute,
    animated: Bool = true,
    fileID: String = #fileID,
    line: UInt = #line,
    onDetach: (@MainActor (NavigationEndReason) -> Void)? = nil
  ) -> FlowAttachment<Child.Output> {
    attachWithResult(
      child, by: route, as: nil, animated: animated, at: CallSite(fileID, line),
      onDetach: onDetach)
  }

  func attachWithResult<Child: ResultFlow>(
    _ child: Child, by route: FlowRoute, as entry: FlowEntry?, animated: Bool, at site: CallSite,
    onDetach: (@MainActor (NavigationEndReason) -> Void)?
  ) -> FlowAttachment<Child.Output> {
    let end = ActivityGate("the result of \(child.flowNode.flowName)", context: context)
    let attachment = FlowAttachment<Child.Output>(until: end) { [weak child, weak flowNode] in
      child?.detachNow(from: flowNode, at: site)
    }
    attachment.transition = flowNode.attach(
      child, by: route, as: entry, animated: animated, at: site,
      onAttach: {
        attachment.isAttached = true
        child.flowNode.makeExtras().resultReceiver = attachment
      },
      onDetach: { [weak child] reason in
        // `didDetach` may have attached the child again.
        if child?.flowNode.extras?.resultReceiver === attachment {
          child?.flowNode.extras?.resultReceiver = nil
        }
        attachment.end(because: reason)
        onDetach?(reason)
      })
    if !attachment.isAttached { attachment.end(because: .removed) }
    return attachment
  }
}

/// An attached flow with a result.
@MainActor
public final class FlowAttachment<Output: Sendable> {
  /// The transition that shows the child's screen; `nil` as for a child without a result.
  public internal(set) var transition: ScheduledTransition?
  /// The result, when the child has ended.
  public private(set) var outcome: FlowResult<Output>?

  fileprivate var output: Output?
  fileprivate var isAttached = false
  private let end: ActivityGate
  private var detach: (@MainActor () -> Void)?

  fileprivate init(until end: ActivityGate, detach: @escaping @MainActor () -> Void) {
    self.end = end
    self.detach = detach
  }

  fileprivate func end(because reason: NavigationEndReason) {
    if let output {
      outcome = .value(output)
    } else {
      outcome = reason == .dismissedByUser ? .userLeft : .cancelled
    }
    detach = nil
    end.open()
  }

  /// The result of the child, once it has ended.
  ///
  /// A value if the child finished with one; `userLeft` if the user dismissed its screen; `cancelled`
  /// if it ended in another way, or was not attached. `settled()` lists the wait and does not wait for
  /// it. If the calling task is cancelled, as an effect is when its core resigns,
  /// the child is detached.
  public var result: FlowResult<Output> {
    get async {
      do { try await end.wait() } catch { detach?() }
      return outcome ?? .cancelled
    }
  }
}
