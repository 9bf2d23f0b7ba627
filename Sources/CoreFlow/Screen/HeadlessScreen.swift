import Foundation

/// A headless view controller that shows the state of a core and sends it actions.
///
/// It is made by its flow, which then calls ``bind()`` once. All it can do is in ``Screenable``.
open class HeadlessScreen<Core: Reactable>: HeadlessViewController, Screenable {
  /// Whose state is shown; owned by the flow, not by the screen.
  public private(set) weak final var reactor: Core?

  /// What ends with the screen.
  public final var store: Set<Cancellation> = []

  /// Makes a screen.
  ///
  /// - Parameter reactor: Whose state is shown; held weakly.
  public init(reactor: Core) {
    self.reactor = reactor
    super.init(nibName: nil, bundle: nil)
  }

  /// Not available: a screen is made by its flow, not from an archive.
  ///
  /// - Parameter coder: Unused.
  @available(*, unavailable, message: "A screen is made by its flow: use init(reactor:).")
  public required init?(coder: NSCoder) {
    preconditionFailure("\(Self.self) cannot be made from an archive; use init(reactor:).")
  }

  /// Observes state and binds actions; to be overridden.
  ///
  /// Called once by the flow.
  open func bind() {}
}
