#if canImport(SwiftUI) && canImport(Combine)
import Combine
import SwiftUI

/// A reactor as an object that SwiftUI views observe.
///
/// ```swift
/// struct CounterView: View {
///   @ObservedObject var counter: ObservableReactor<CounterAction, CounterState>
///
///   var body: some View {
///     Text("\(counter.state.count)")
///     Button("Add") { counter.send(.add) }
///     Toggle("Loud", isOn: counter.binding(\.isLoud) { .setLoud($0) })
///   }
/// }
/// ```
///
/// Views observe each committed state, once and in order. The core is held weakly; its flow owns
/// it. After its release the state stays as it was, and actions are refused and reported.
@MainActor
public final class ObservableReactor<Action, State>: ObservableObject {
  /// The last committed state.
  @Published public private(set) var state: State

  private let forward: @MainActor (Action) -> ActionHandle
  private var subscription: Cancellation?

  /// Creates an object that observes a core, or another reactor.
  ///
  /// - Parameters:
  ///   - reactor: The reactor; held weakly.
  ///   - context: The context that receives issues of actions sent after the reactor is gone.
  public init(_ reactor: some Reactable<Action, State>, context: NavigationContext = .shared) {
    state = reactor.currentState
    let name = "\(type(of: reactor))"
    forward = { [weak reactor, weak context] action in
      if let reactor { return reactor.send(action) }
      context?.issues.report(.reactorGone("A view of \(name)", "sent \(action)"))
      return ActionHandle()
    }
    subscription = reactor.observe { [weak self] state in
      // Skips the current state, which comes before there is a subscription and is known already.
      guard let self, subscription != nil else { return }
      self.state = state.pointee
    }
  }

  /// Sends an action to the core.
  ///
  /// - Parameter action: The action to send.
  /// - Returns: A handle on the effects that the action starts.
  @discardableResult
  public func send(_ action: Action) -> ActionHandle { forward(action) }

  /// Returns a binding that reads a part of the state and sends an action instead of writing it.
  ///
  /// - Parameters:
  ///   - keyPath: The part.
  ///   - transform: Makes the action from the new value.
  /// - Returns: A binding for a SwiftUI control.
  public func binding<Value>(
    _ keyPath: KeyPath<State, Value>,
    send transform: @escaping @MainActor (Value) -> Action
  ) -> Binding<Value> {
    Binding(
      get: { @MainActor in self.state[keyPath: keyPath] },
      set: { @MainActor value in self.send(transform(value)) })
  }
}

/// A view that is rebuilt for each committed state of a core.
public struct ObservingView<Action, State, Content: View>: View {
  @ObservedObject private var model: ObservableReactor<Action, State>
  private let content: (ObservableReactor<Action, State>) -> Content

  /// Creates a view that observes a core.
  ///
  /// - Parameters:
  ///   - model: The object to observe.
  ///   - content: Makes the view from its current state.
  public init(
    _ model: ObservableReactor<Action, State>,
    @ViewBuilder content: @escaping (ObservableReactor<Action, State>) -> Content
  ) {
    self.model = model
    self.content = content
  }

  /// The view of the current state.
  public var body: some View { content(model) }
}
#endif
