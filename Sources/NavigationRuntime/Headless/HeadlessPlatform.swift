import Foundation

/// The process of headless controllers: it determines when transitions begin and end, and receives
/// the reports that UIKit would log or raise.
///
/// Every window has one; a controller finds its own through its parent, presenter and window. A
/// test makes its own, so that tests run side by side:
///
/// ```swift
/// let platform = HeadlessPlatform(transitionMode: .manual)
/// let window = HeadlessWindow(platform: platform)
/// window.rootViewController = HeadlessNavigationController(rootViewController: screen)
/// window.makeKeyAndVisible()
/// platform.layOut()
/// ```
@MainActor
public final class HeadlessPlatform {
  /// The time at which transitions happen.
  public enum TransitionMode: Sendable, Equatable {
    /// Inside the requesting call.
    case immediate
    /// Under control of the test: ``HeadlessPlatform/layOut()`` begins them,
    /// ``HeadlessPlatform/completeTransition()`` ends them.
    case manual
  }

  /// The platform of all controllers without another one.
  public static let shared = HeadlessPlatform()

  /// The mode of transitions; a change affects those requested afterwards.
  public var transitionMode: TransitionMode

  /// Receives a report of each refused call.
  ///
  /// Without a handler a report becomes one line on the standard error stream.
  public var onReport: ((HeadlessReport) -> Void)?

  /// The window that became key last, while it exists.
  public internal(set) weak var keyWindow: HeadlessWindow?

  /// The requested transitions that have not ended, in the order of the requests.
  public private(set) var pendingTransitions: [HeadlessTransition] = []

  /// Makes a platform.
  ///
  /// - Parameters:
  ///   - transitionMode: The mode of transitions.
  ///   - onReport: Receives a report of each refused call; `nil` writes it to the standard error
  ///     stream.
  public init(
    transitionMode: TransitionMode = .immediate,
    onReport: ((HeadlessReport) -> Void)? = nil
  ) {
    self.transitionMode = transitionMode
    self.onReport = onReport
  }

  func report(_ report: HeadlessReport) {
    if let onReport {
      onReport(report)
    } else {
      Self.writeToStandardError(report)
    }
  }

  package nonisolated static func writeToStandardError(_ report: HeadlessReport) {
    FileHandle.standardError.write(Data("[headless] \(report)\n".utf8))
  }

  func add(_ transition: HeadlessTransition) {
    pendingTransitions.append(transition)
  }

  func remove(_ transition: HeadlessTransition) {
    pendingTransitions.removeAll { $0 === transition }
  }
}
