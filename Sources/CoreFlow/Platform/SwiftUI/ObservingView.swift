#if canImport(SwiftUI) && canImport(Combine)
import SwiftUI

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
