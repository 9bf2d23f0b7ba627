/// What shows the state of a reactor and sends it actions: ``Screen``, ``HeadlessScreen``, and
/// every class that cannot inherit from them.
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
/// Its flow makes it and calls ``bind()`` once, or not at all if ``Flow/createScreen()`` has done so:
/// then there is something in the ``store``. Nothing else should call it. The screen refers to the
/// reactor weakly: the flow owns both. What it subscribes to ends with its store.
@MainActor
public protocol Screenable: AnyObject {
  /// The type of the reactor.
  associatedtype Core: Reactable

  /// Whose state is shown; to be held weakly.
  var reactor: Core? { get }

  /// What ends with the screen.
  var store: Set<Cancellation> { get set }

  /// Observes state and binds actions; called once by the flow.
  func bind()
}

extension Screenable {
  /// Sends an action to the reactor.
  ///
  /// If the reactor is gone the action is refused and reported.
  ///
  /// - Parameter action: What happened.
  /// - Returns: The handle on the effects that the action starts.
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
  /// If the reactor is gone there is nothing to observe, which is reported.
  ///
  /// - Parameters:
  ///   - keyPath: Which part; `\.self` for the whole.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call.
  ///   - sink: Called with the present value, then once for each committed state.
  @inlinable
  public func observeState<Value>(
    _ keyPath: KeyPath<Core.State, Value>, fileID: String = #fileID, line: UInt = #line,
    sink: @escaping @MainActor (Value) -> Void
  ) {
    guard let reactor else { return reportNothingToObserve(fileID, line) }
    keep(reactor.observeState(keyPath, sink: sink))
  }

  /// Observes the changes of a part of the state, for as long as the screen lives.
  ///
  /// If the reactor is gone there is nothing to observe, which is reported.
  ///
  /// - Parameters:
  ///   - keyPath: Which part.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call.
  ///   - sink: Called with the present value, then whenever it has become another one.
  @inlinable
  public func observeDistinctState<Value: Equatable>(
    _ keyPath: KeyPath<Core.State, Value>, fileID: String = #fileID, line: UInt = #line,
    sink: @escaping @MainActor (Value) -> Void
  ) {
    guard let reactor else { return reportNothingToObserve(fileID, line) }
    keep(reactor.observeDistinctState(keyPath, sink: sink))
  }

  /// Observes the changes of a part of the state, on behalf of somebody who is held weakly.
  ///
  /// - Parameters:
  ///   - keyPath: Which part.
  ///   - receiver: Who is given to the sink; when it is gone nothing is called.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call.
  ///   - sink: Called with the receiver and the present value, then whenever it has become
  ///     another one.
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

  @usableFromInline
  func keep(_ subscription: Cancellation) {
    store.insert(subscription)
  }
}

extension NavigationIssue {
  static func reactorGone(
    _ screen: String, _ deed: String, at site: CallSite? = nil
  ) -> Self {
    NavigationIssue(
      code: .init(rawValue: "reactorGone"), severity: .abandoned,
      fact: "\(screen) \(deed), but its reactor is gone; nothing comes of it.",
      advice: "Keep the flow for as long as its screen is shown, and in the flow what `scope` or "
        + "`eraseToAnyReactor` made: a screen keeps no reactor.", at: site)
  }
}
