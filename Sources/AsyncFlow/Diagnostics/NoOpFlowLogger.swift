/// A logger that logs nothing.
@MainActor
public final class NoOpFlowLogger: FlowLogger {
  /// Makes the logger.
  public init() {}

  /// Does nothing.
  ///
  /// - Parameter navigationStack: Ignored.
  public func log(navigationStack: NavigationStack) {}
}
