#if canImport(SwiftUI) && canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation
import SwiftUI

/// A screen whose content is a view of SwiftUI's.
///
/// ```swift
/// final class CounterFlow: Flow<CounterCore, HostingScreen<CounterCore, CounterView>> {
///   override func createScreen() -> HostingScreen<CounterCore, CounterView> {
///     HostingScreen(reactor: core) { counter in CounterView(counter: counter) }
///   }
/// }
/// ```
///
/// The content is made anew for each committed state. As every screen it does not keep its core.
open class HostingScreen<Core: Reactable, Content: View>:
  NSHostingController<ObservingView<Core.Action, Core.State, Content>>, Screenable
{
  /// Whose state is shown; owned by the flow, not by the screen.
  public private(set) weak final var reactor: Core?

  /// What ends with the screen.
  public final var store: Set<Cancellation> = []

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - reactor: Whose state is shown; held weakly.
  ///   - context: Where actions are reported that come when the reactor is gone.
  ///   - content: Makes the view from the core's present state.
  public init(
    reactor: Core, context: NavigationContext = .shared,
    @ViewBuilder content:
      @escaping (ObservableReactor<Core.Action, Core.State>) -> Content
  ) {
    self.reactor = reactor
    super.init(
      rootView: ObservingView(ObservableReactor(reactor, context: context), content: content))
  }

  /// Not available: a screen is made by its flow, not from an archive.
  ///
  /// - Parameter coder: Unused.
  @available(*, unavailable, message: "A screen is made by its flow: use init(reactor:content:).")
  public required init?(coder: NSCoder) {
    preconditionFailure("\(Self.self) cannot be made from an archive; use init(reactor:content:).")
  }

  /// Observes state and binds actions; to be overridden.
  ///
  /// The content needs none of it.
  open func bind() {}
}
#endif
