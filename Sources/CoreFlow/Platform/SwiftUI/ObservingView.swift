#if canImport(SwiftUI) && canImport(Combine)
import SwiftUI

/// Makes a view from the state of a core, anew for each committed state.
public struct ObservingView<Action, State, Content: View>: View {
  @ObservedObject private var model: ObservableReactor<Action, State>
  private let content: (ObservableReactor<Action, State>) -> Content

  /// Makes a view that follows a core.
  ///
  /// - Parameters:
  ///   - model: What is observed.
  ///   - content: Makes the view from its present state.
  public init(
    _ model: ObservableReactor<Action, State>,
    @ViewBuilder content: @escaping (ObservableReactor<Action, State>) -> Content
  ) {
    self.model = model
    self.content = content
  }

  /// The view of the present state.
  public var body: some View { content(model) }
}
#endif
