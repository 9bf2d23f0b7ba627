/// Receives a pointer to a state, which is valid only during the call.
public typealias StateObserver<State> = @MainActor (UnsafePointer<State>) -> Void

/// An object that receives a screen's actions and supplies the state that it shows.
///
/// Neither actions nor states need to be `Sendable` or `Equatable`.
@MainActor
public protocol Reactable<Action, State>: AnyObject, Sendable {
  /// The type of the actions.
  associatedtype Action
  /// The type of the state.
  associatedtype State

  /// The last committed state.
  var currentState: State { get }

  /// Sends an action.
  ///
  /// - Parameter action: The action to send.
  /// - Returns: A handle on the effects that the action starts.
  @discardableResult
  func send(_ action: Action) -> ActionHandle

  /// Observes the state without copying it.
  ///
  /// - Parameter observer: Called with the current state before this method returns, unless the
  ///   state is being changed, then with each committed state, once and in order.
  /// - Returns: A handle that keeps the observer subscribed.
  func observe(_ observer: @escaping StateObserver<State>) -> Cancellation
}

extension Reactable {
  /// Erases the type of this reactor.
  ///
  /// - Returns: A reactor that retains this one.
  public func eraseToAnyReactor() -> AnyReactor<Action, State> {
    AnyReactor(self)
  }

  /// Returns a reactor of a part of the state, with actions of its own.
  ///
  /// - Parameters:
  ///   - keyPath: The part.
  ///   - transform: Converts an action of the part to one of this reactor.
  /// - Returns: A reactor that retains this one.
  public func scope<Part, PartAction>(
    state keyPath: KeyPath<State, Part>,
    transform: @escaping @MainActor (PartAction) -> Action
  ) -> AnyReactor<PartAction, Part> {
    let offset = MemoryLayout<State>.offset(of: keyPath)
    return AnyReactor(
      of: rootCore,
      read: { self.currentState[keyPath: keyPath] },
      forward: { self.send(transform($0)) },
      subscribe: { observer in
        self.observe { state in
          if let offset {
            let part = UnsafeRawPointer(state).advanced(by: offset)
            observer(part.assumingMemoryBound(to: Part.self))
          } else {
            withUnsafePointer(to: state.pointee[keyPath: keyPath]) { observer($0) }
          }
        }
      })
  }

  // A method of its own, because Swift prefers the scope of any part to one with a default argument:
  // where no type is named, the result would be a reactor of `Part?`, which is never `nil`.
  /// Returns a reactor of an optional part of the state.
  ///
  /// While the part is `nil`, the reactor keeps the last value that was observed or read through it,
  /// and does not call its observers; actions are refused, and reported to the context of the core
  /// that this reactor is, or whose state it shows.
  ///
  /// - Parameters:
  ///   - keyPath: The part.
  ///   - transform: Converts an action of the part to one of this reactor.
  /// - Returns: A reactor that retains this one; `nil` if the part is `nil` now.
  public func scope<Part, PartAction>(
    state keyPath: KeyPath<State, Part?>,
    transform: @escaping @MainActor (PartAction) -> Action
  ) -> AnyReactor<PartAction, Part>? {
    scope(state: keyPath, context: nil, transform: transform)
  }

  /// Returns a reactor of an optional part of the state, with a context.
  ///
  /// Like `scope(state:transform:)` of an optional part, except for the context.
  ///
  /// - Parameters:
  ///   - keyPath: The part.
  ///   - context: The context that receives issues of refused actions; `nil` for that of the core
  ///     that this reactor is, or whose state it shows.
  ///   - transform: Converts an action of the part to one of this reactor.
  /// - Returns: A reactor that retains this one; `nil` if the part is `nil` now.
  public func scope<Part, PartAction>(
    state keyPath: KeyPath<State, Part?>,
    context: NavigationContext?,
    transform: @escaping @MainActor (PartAction) -> Action
  ) -> AnyReactor<PartAction, Part>? {
    guard var last = currentState[keyPath: keyPath] else { return nil }
    let core = rootCore
    return AnyReactor(
      of: core,
      read: {
        last = self.currentState[keyPath: keyPath] ?? last
        return last
      },
      forward: { action in
        // An action that is sent by a reducer is queued, and finds the part as it is then.
        guard core?.isReducing ?? false || self.currentState[keyPath: keyPath] != nil else {
          let context = context ?? core?.context ?? .shared
          context.issues.report(.partIsGone("\(Part.self)", "\(action)"))
          return ActionHandle()
        }
        return self.send(transform(action))
      },
      subscribe: { observer in
        self.observe { state in
          guard let part = state.pointee[keyPath: keyPath] else { return }
          last = part
          withUnsafePointer(to: part) { observer($0) }
        }
      })
  }

  /// This core, or the one whose state, or a part of it, an `AnyReactor` shows; `nil` for a type of
  /// the app's own.
  fileprivate var rootCore: (any ManagedCore)? {
    self as? any ManagedCore ?? (self as? AnyReactor<Action, State>)?.core
  }
}

extension NavigationIssue {
  static func partIsGone(_ part: String, _ action: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "partIsGone"),
      fact: "\(action) was sent to a reactor of \(part), which is nil now; it was refused.",
      advice: "Remove the screen of the part when the part becomes nil.", at: nil)
  }
}

/// A type-erased reactor, or a reactor of a part of another one's state.
///
/// It retains the reactor from which it was created. A screen refers to its reactor weakly, so
/// retain an `AnyReactor` in the flow.
@MainActor
public final class AnyReactor<Action, State>: Reactable {
  fileprivate let core: (any ManagedCore)?
  private let read: @MainActor () -> State
  private let forward: @MainActor (Action) -> ActionHandle
  private let subscribe: @MainActor (@escaping StateObserver<State>) -> Cancellation

  init(
    of core: (any ManagedCore)?, read: @escaping @MainActor () -> State,
    forward: @escaping @MainActor (Action) -> ActionHandle,
    subscribe: @escaping @MainActor (@escaping StateObserver<State>) -> Cancellation
  ) {
    self.core = core
    self.read = read
    self.forward = forward
    self.subscribe = subscribe
  }

  /// Erases the type of a reactor.
  ///
  /// - Parameter base: The reactor; retained.
  public convenience init(_ base: some Reactable<Action, State>) {
    self.init(
      of: base.rootCore, read: { base.currentState }, forward: { base.send($0) },
      subscribe: { base.observe($0) })
  }

  /// The last committed state.
  public var currentState: State { read() }

  /// Sends an action to the underlying reactor.
  ///
  /// - Parameter action: The action to send.
  /// - Returns: A handle on the effects that the action starts.
  @discardableResult
  public func send(_ action: Action) -> ActionHandle { forward(action) }

  /// Observes the state without copying it.
  ///
  /// - Parameter observer: Called with the current state, then with each committed state.
  /// - Returns: A handle that keeps the observer subscribed.
  public func observe(_ observer: @escaping StateObserver<State>) -> Cancellation {
    subscribe(observer)
  }
}

/// A reactor without logic, for previews and for tests of screens: it shows a state and records
/// actions.
@MainActor
public final class PreviewReactor<Action, State>: Reactable {
  private let core: PreviewCore<State>

  /// The actions that were sent, oldest first.
  public private(set) var actions: [Action] = []

  /// Creates a reactor.
  ///
  /// - Parameter initialState: The first state.
  public init(initialState: State) {
    core = PreviewCore(initialState: initialState)
  }

  /// The current state; observers receive each assignment.
  ///
  /// A state that an observer assigns follows when all observers have received the current one.
  public var currentState: State {
    get { core.currentState }
    set { core.send(newValue) }
  }

  /// Records an action; the state does not change.
  ///
  /// - Parameter action: The action to record.
  /// - Returns: An empty handle.
  @discardableResult
  public func send(_ action: Action) -> ActionHandle {
    actions.append(action)
    return ActionHandle()
  }

  /// Observes the state without copying it.
  ///
  /// - Parameter observer: Called with the current state, then with each assigned one.
  /// - Returns: A handle that keeps the observer subscribed.
  public func observe(_ observer: @escaping StateObserver<State>) -> Cancellation {
    core.observe(observer)
  }
}

/// A core whose actions are its states.
private final class PreviewCore<State>: Core<State, State> {
  override func reduce(state: inout State, action: State) -> Effect<State> {
    state = action
    return .none
  }
}
