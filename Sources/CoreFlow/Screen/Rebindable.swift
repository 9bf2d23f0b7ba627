/// A view or a controller that receives its reactor after its creation, and may get another one.
///
/// Cells are reused, and controllers of a storyboard exist before their reactor does:
///
/// ```swift
/// final class CountCell: LegacyCell, Rebindable {
///   var reactor: AnyReactor<CounterAction, CounterState>?
///   var store: Set<Cancellation> = []
///
///   func bind() {
///     observeDistinctState(\.count) { [weak self] in self?.label.text = "\($0)" }
///   }
///
///   override func prepareForReuse() {
///     super.prepareForReuse()
///     unbind()
///   }
/// }
///
/// let counter = CounterCore(initialState: CounterState())
/// CountCell().bind(to: counter.eraseToAnyReactor())
/// ```
///
/// A controller whose view is not loaded yet binds later: call ``bindWhenReady()`` in
/// `viewDidLoad()`.
///
/// Retain a reactor that is made for the view, as in the example; hold a core that a flow owns
/// weakly.
@MainActor
public protocol Rebindable: Screenable {
  /// The reactor whose state is shown.
  var reactor: Core? { get set }

  /// Whether ``Screenable/bind()`` may be called; for a view controller whether its view is loaded,
  /// else `true`.
  var canBind: Bool { get }
}

extension Rebindable {
  /// Whether the view is loaded; `true` for objects that are no view controllers.
  public var canBind: Bool {
    (self as? PlatformViewController)?.isViewLoaded
      ?? (self as? HeadlessViewController)?.isViewLoaded ?? true
  }

  /// Shows another reactor: ends the bindings to the one before, and binds as soon as
  /// ``canBind`` is `true`.
  ///
  /// - Parameter reactor: The reactor.
  public func bind(to reactor: Core) {
    unbind()
    self.reactor = reactor
    bindWhenReady()
  }

  /// Ends the bindings, and everything else in ``Screenable/store``; there is no reactor afterwards.
  public func unbind() {
    let ended = store
    store = []
    reactor = nil
    withExtendedLifetime(ended) {}
  }

  /// Binds, if there is a reactor, ``canBind`` is `true` and nothing is bound yet.
  ///
  /// Called in `viewDidLoad()` by controllers whose reactor may come earlier.
  public func bindWhenReady() {
    guard reactor != nil, store.isEmpty, canBind else { return }
    bind()
  }
}
