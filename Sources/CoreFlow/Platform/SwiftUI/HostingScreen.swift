#if canImport(SwiftUI) && (canImport(UIKit) && !os(watchOS) || canImport(AppKit))
import Foundation
import SwiftUI

#if canImport(UIKit)
/// The platform's controller of a SwiftUI view: `UIHostingController` here.
public typealias PlatformHostingController = UIHostingController
#else
/// The platform's controller of a SwiftUI view: `NSHostingController` here.
public typealias PlatformHostingController = NSHostingController
#endif

/// A screen whose content is a SwiftUI view.
///
/// ```swift
/// final class CounterFlow: Flow<CounterCore, HostingScreen<CounterCore, CounterView>> {
///   override func createScreen() -> HostingScreen<CounterCore, CounterView> {
///     HostingScreen(reactor: core) { counter in CounterView(counter: counter) }
///   }
/// }
/// ```
///
/// The content is rebuilt for each committed state. As every screen, it does not retain its core.
open class HostingScreen<Core: Reactable, Content: View>:
  PlatformHostingController<ObservingView<Core.Action, Core.State, Content>>, Screenable
{
  /// The reactor whose state is shown; owned by the flow, not by the screen.
  public private(set) weak final var reactor: Core?

  /// Subscriptions that end with the screen.
  public final var store: Set<Cancellation> = []

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - reactor: The reactor whose state is shown; held weakly.
  ///   - context: The context that receives issues of actions sent after the reactor is gone.
  ///   - content: Makes the view from the current state.
  public init(
    reactor: Core, context: NavigationContext = .shared,
    @ViewBuilder content:
      @escaping (ObservableReactor<Core.Action, Core.State>) -> Content
  ) {
    self.reactor = reactor
    super.init(
      rootView: ObservingView(ObservableReactor(reactor, context: context), content: content))
  }

  /// Not available: a flow creates its screen, not an archive.
  ///
  /// - Parameter coder: Unused.
  @available(*, unavailable, message: "A screen is made by its flow: use init(reactor:content:).")
  public required init?(coder: NSCoder) {
    preconditionFailure("\(Self.self) cannot be made from an archive; use init(reactor:content:).")
  }

  /// Observes state and binds actions.
  ///
  /// Called once by the flow. Subclasses can override this method; the content does not need it.
  open func bind() {}
}
#endif
