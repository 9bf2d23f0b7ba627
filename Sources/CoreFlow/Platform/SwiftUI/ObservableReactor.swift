#if canImport(SwiftUI) && canImport(Combine)
import Combine
import SwiftUI

/// A core as an object that SwiftUI's views observe.
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
/// Views hear of each committed state, once and in order. The core is not kept, as a screen does
/// not keep it: its flow does. When it is gone the state stays as it was, and actions are refused
/// and reported.
@MainActor
public final class ObservableReactor<Action, State>: ObservableObject {
  /// The last committed state.
  @Published public private(set) var state: State

  private let forward: @MainActor (Action) -> ActionHandle
  private var subscription: Cancellation?

  /// Makes an object that follows a core, or another reactor.
  ///
  /// - Parameters:
  ///   - reactor: What is followed; not kept.
  ///   - context: Where actions are reported that come when the reactor is gone.
  public init(
    _ reactor: some Reactable<Action, State>, context: NavigationContext = .shared
  ) {
    state = reactor.currentState
    let name = "\(type(of: reactor))"
    forward = { [weak reactor, weak context] action in
      if let reactor { return reactor.send(action) }
      context?.issues.report(.reactorGone("A view of \(name)", "\(action)"))
      return ActionHandle()
    }
    subscription = reactor.observe { [weak self] state in
      // The present state, which comes while there is no subscription yet, is known already.
      guard let self, subscription != nil else { return }
      self.state = state.pointee
    }
  }

  /// Sends an action to the core.
  ///
  /// - Parameter action: What happened.
  /// - Returns: The handle on the effects that the action starts.
  @discardableResult
  public func send(_ action: Action) -> ActionHandle { forward(action) }

  /// A binding that reads a part of the state and sends an action instead of writing it.
  ///
  /// - Parameters:
  ///   - keyPath: The part.
  ///   - transform: Makes the action from the new value.
  /// - Returns: What a control of SwiftUI is bound to.
  public func binding<Value>(
    _ keyPath: any KeyPath<State, Value> & Sendable,
    send transform: @escaping @MainActor (Value) -> Action
  ) -> Binding<Value> {
    Binding(
      get: { @MainActor in self.state[keyPath: keyPath] },
      set: { @MainActor value in self.send(transform(value)) })
  }
}
#endif
