import Foundation

/// A platform's view controller that shows the state of a core and sends it actions.
///
/// Its flow creates it and then calls ``bind()`` once. ``Screenable`` documents its methods.
open class Screen<Core: Reactable>: PlatformViewController, Screenable {
  /// The reactor whose state is shown; owned by the flow, not by the screen.
  public private(set) weak final var reactor: Core?

  /// Subscriptions that end with the screen.
  public final var store: Set<Cancellation> = []

  /// Creates a screen.
  ///
  /// - Parameter reactor: The reactor whose state is shown; held weakly.
  public init(reactor: Core) {
    self.reactor = reactor
    super.init(nibName: nil, bundle: nil)
  }

  /// Not available: a flow creates its screen, not an archive.
  ///
  /// - Parameter coder: Unused.
  @available(*, unavailable, message: "A screen is made by its flow: use init(reactor:).")
  public required init?(coder: NSCoder) {
    preconditionFailure("\(Self.self) cannot be made from an archive; use init(reactor:).")
  }

  /// Observes state and binds actions.
  ///
  /// Called once by the flow. Subclasses override this method.
  open func bind() {}
}

/// A headless view controller that shows the state of a core and sends it actions.
///
/// Its flow creates it and then calls ``bind()`` once. ``Screenable`` documents its methods.
open class HeadlessScreen<Core: Reactable>: HeadlessViewController, Screenable {
  /// The reactor whose state is shown; owned by the flow, not by the screen.
  public private(set) weak final var reactor: Core?

  /// Subscriptions that end with the screen.
  public final var store: Set<Cancellation> = []

  /// Creates a screen.
  ///
  /// - Parameter reactor: The reactor whose state is shown; held weakly.
  public init(reactor: Core) {
    self.reactor = reactor
    super.init(nibName: nil, bundle: nil)
  }

  /// Not available: a flow creates its screen, not an archive.
  ///
  /// - Parameter coder: Unused.
  @available(*, unavailable, message: "A screen is made by its flow: use init(reactor:).")
  public required init?(coder: NSCoder) {
    preconditionFailure("\(Self.self) cannot be made from an archive; use init(reactor:).")
  }

  /// Observes state and binds actions.
  ///
  /// Called once by the flow. Subclasses override this method.
  open func bind() {}
}
