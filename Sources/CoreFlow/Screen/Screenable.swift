/// An object that shows the state of a reactor and sends it actions.
///
/// ``Screen`` and ``HeadlessScreen`` conform. A class that cannot inherit from them conforms
/// itself:
///
/// ```swift
/// final class CounterScreen: LegacyViewController, Screenable {
///   weak var reactor: CounterCore?
///   var store: Set<Cancellation> = []
///
///   func bind() {
///     observeDistinctState(\.count) { [weak self] in self?.label.text = "\($0)" }
///     bind(onEmit: button.onTap, send: .increment)
///   }
/// }
/// ```
///
/// The flow creates the screen and calls ``bind()`` once; no other code should call it. If
/// ``Flow/createScreen()`` has called it already, the ``store`` is not empty, and the flow does not
/// call it again. The flow owns screen and reactor; the screen refers to the reactor weakly. The
/// screen's subscriptions end with its store.
@MainActor
public protocol Screenable: AnyObject {
  /// The type of the reactor.
  associatedtype Core: Reactable

  /// The reactor whose state is shown; to be held weakly.
  var reactor: Core? { get }

  /// Subscriptions that end with the screen.
  var store: Set<Cancellation> { get set }

  /// Observes state and binds actions. Called once by the flow.
  func bind()
}

extension Screenable {
  /// Sends an action to the reactor.
  ///
  /// If the reactor is gone, the action is refused and reported.
  ///
  /// - Parameter action: The action to send.
  /// - Returns: A handle on the effects that the action starts.
  @inlinable
  @discardableResult
  public func send(_ action: Core.Action) -> ActionHandle {
    guard let reactor else { return refuse(action) }
    return reactor.send(action)
  }

  @usableFromInline
  func refuse(_ action: Core.Action) -> ActionHandle {
    issues.report(.reactorGone("\(type(of: self))", "sent \(action)"))
    return ActionHandle()
  }

  @usableFromInline
  func reportNothingToObserve(_ fileID: String, _ line: UInt) {
    issues.report(
      .reactorGone("\(type(of: self))", "observes its state", at: CallSite(fileID, line)))
  }

  private var issues: IssueReporter {
    ((self as? any Presentable).map { NavigationContext.of($0) } ?? .shared).issues
  }

  /// Observes a part of the state, for as long as the screen lives.
  ///
  /// If the reactor is gone, there is nothing to observe, which is reported.
  ///
  /// - Parameters:
  ///   - keyPath: The part to observe; `\.self` for the whole state.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call.
  ///   - sink: Called with the current value, then once for each committed state.
  @inlinable
  public func observeState<Value>(
    _ keyPath: KeyPath<Core.State, Value>, fileID: String = #fileID, line: UInt = #line,
    sink: @escaping @MainActor (Value) -> Void
  ) {
    guard let reactor else { return reportNothingToObserve(fileID, line) }
    reactor.observeState(keyPath, sink: sink).store(in: &store)
  }

  /// Observes the changes of a part of the state, for as long as the screen lives.
  ///
  /// If the reactor is gone, there is nothing to observe, which is reported.
  ///
  /// - Parameters:
  ///   - keyPath: The part to observe.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call.
  ///   - sink: Called with the current value, then whenever it has changed.
  @inlinable
  public func observeDistinctState<Value: Equatable>(
    _ keyPath: KeyPath<Core.State, Value>, fileID: String = #fileID, line: UInt = #line,
    sink: @escaping @MainActor (Value) -> Void
  ) {
    guard let reactor else { return reportNothingToObserve(fileID, line) }
    reactor.observeDistinctState(keyPath, sink: sink).store(in: &store)
  }

  /// Observes the changes of a part of the state, with a receiver that is held weakly.
  ///
  /// - Parameters:
  ///   - keyPath: The part to observe.
  ///   - receiver: The object passed to the sink. After its release, the sink is not called.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call.
  ///   - sink: Called with the receiver and the current value, then whenever the value has changed.
  @inlinable
  public func observeDistinctState<Value: Equatable, Receiver: AnyObject>(
    _ keyPath: KeyPath<Core.State, Value>,
    receiver: Receiver,
    fileID: String = #fileID,
    line: UInt = #line,
    sink: @escaping @MainActor (Receiver, Value) -> Void
  ) {
    observeDistinctState(keyPath, fileID: fileID, line: line) { [weak receiver] value in
      if let receiver { sink(receiver, value) }
    }
  }
}

// As for a reactor: they say what is missing.
extension Screenable {
  /// Unavailable: the part to observe is missing.
  ///
  /// - Parameter sink: A closure.
  @available(
    *, unavailable,
    message: "Pass the part to observe, as in observeState(\\.count), or \\.self."
  )
  public func observeState(sink: @MainActor (Core.State) -> Void) { fatalError("unavailable") }

  /// Unavailable: the part to observe is missing.
  ///
  /// - Parameter sink: A closure.
  @available(
    *, unavailable,
    message: "Pass the part to observe, as in observeDistinctState(\\.count), or \\.self."
  )
  public func observeDistinctState(sink: @MainActor (Core.State) -> Void) {
    fatalError("unavailable")
  }
}

extension NavigationIssue {
  static func reactorGone(_ screen: String, _ attempt: String, at site: CallSite? = nil) -> Self {
    NavigationIssue(
      code: .init(rawValue: "reactorGone"), severity: .abandoned,
      fact: "\(screen) \(attempt), but its reactor is gone; this has no effect.",
      advice: "Retain the flow while its screen is shown, and let it retain the reactors made by "
        + "`scope` or `eraseToAnyReactor`: a screen holds its reactor weakly.", at: site)
  }
}

extension Screenable {
  /// Sends an action for each element of an emitter, for as long as the screen lives.
  ///
  /// - Parameters:
  ///   - emitter: A subject, a control's events, a publisher.
  ///   - action: The action to send.
  public func bind<Output>(onEmit emitter: some Emitter<Output>, send action: Core.Action) {
    emitter.receive { [weak self] _ in self?.send(action) }.store(in: &store)
  }

  /// Sends an action made from each element of an emitter, for as long as the screen lives.
  ///
  /// - Parameters:
  ///   - emitter: A subject, a control's events, a publisher.
  ///   - transform: Makes an action from an element.
  public func bind<Output>(
    onEmit emitter: some Emitter<Output>,
    send transform: @escaping @MainActor (Output) -> Core.Action
  ) {
    emitter.receive { [weak self] in self?.send(transform($0)) }.store(in: &store)
  }

  /// Sends the actions of a source, for as long as the screen lives.
  ///
  /// - Parameters:
  ///   - source: A view that emits actions.
  ///   - transform: Converts an action of the source to one of the reactor.
  public func bind<Source: ActionSource>(
    onEmit source: Source,
    send transform: @escaping @MainActor (Source.Action) -> Core.Action
  ) {
    bind(onEmit: source.action, send: transform)
  }

  /// Sends an action for each element of a sequence, for as long as the screen lives.
  ///
  /// - Parameters:
  ///   - elements: The sequence; an error ends the subscription.
  ///   - action: The action to send.
  public func bind<Elements: AsyncSequence & Sendable>(
    onEmit elements: Elements, send action: Core.Action
  ) where Elements.Element: Sendable {
    bind(onEmit: elements) { _ in action }
  }

  /// Sends an action made from each element of a sequence, for as long as the screen lives.
  ///
  /// - Parameters:
  ///   - elements: The sequence; an error ends the subscription.
  ///   - transform: Makes an action from an element.
  public func bind<Elements: AsyncSequence & Sendable>(
    onEmit elements: Elements,
    send transform: @escaping @MainActor (Elements.Element) -> Core.Action
  ) where Elements.Element: Sendable {
    let task = Task { [weak self] in
      for try await element in elements {
        // A stream delivers what it holds after the cancellation, too.
        guard !Task.isCancelled else { return }
        self?.send(transform(element))
      }
    }
    Cancellation { task.cancel() }.store(in: &store)
  }
}

/// A view that emits actions of its own, which a screen binds.
///
/// ```swift
/// final class LoginForm: HeadlessView, ActionSource {
///   enum Action { case submit, changed(String) }
///   let action = AsyncPassthroughSubject<Action>()
///   var store: Set<Cancellation> = []
/// }
/// ```
@MainActor
public protocol ActionSource: AnyObject {
  /// The type of the actions.
  associatedtype Action

  /// The subject that emits the actions.
  var action: AsyncPassthroughSubject<Action> { get }

  /// Subscriptions that end with the view.
  var store: Set<Cancellation> { get set }
}

extension ActionSource {
  /// Emits an action.
  ///
  /// - Parameter action: The action to emit.
  public func send(_ action: Action) {
    self.action.send(action)
  }

  /// Emits an action for each element of an emitter, for as long as the view lives.
  ///
  /// - Parameters:
  ///   - emitter: A subject, a control's events, a publisher.
  ///   - action: The action to emit.
  public func map<Output>(_ emitter: some Emitter<Output>, to action: Action) {
    map(emitter) { _ in action }
  }

  /// Emits an action made from each element of an emitter, for as long as the view lives.
  ///
  /// - Parameters:
  ///   - emitter: A subject, a control's events, a publisher.
  ///   - transform: Makes an action from an element.
  public func map<Output>(
    _ emitter: some Emitter<Output>, transform: @escaping @MainActor (Output) -> Action
  ) {
    emitter.receive { [weak self] in self?.send(transform($0)) }.store(in: &store)
  }

  /// Emits the actions of an emitter, for as long as the view lives.
  ///
  /// - Parameter actions: A subject, or the `action` of a view inside this one.
  public func forward(actions: some Emitter<Action>) {
    map(actions) { $0 }
  }
}
