import Foundation

/// The process that headless controllers live in: it decides when transitions begin and end, and
/// hears what UIKit would log or raise.
///
/// A window has one; a controller finds its own through its parent, presenter and window. A test
/// makes its own, so that tests run side by side:
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
  /// When transitions happen.
  public enum TransitionMode: Sendable, Equatable {
    /// Inside the call that asks for them.
    case immediate
    /// When the test says so: ``HeadlessPlatform/layOut()`` begins them,
    /// ``HeadlessPlatform/completeTransition()`` ends them.
    case manual
  }

  /// The platform of controllers that have been given no other.
  public static let shared = HeadlessPlatform()

  /// When transitions happen; a change counts for those requested afterwards.
  public var transitionMode: TransitionMode

  /// Hears each call that was refused, with the reason.
  ///
  /// Without a handler a report becomes one line on the standard error stream.
  public var onReport: ((HeadlessReport) -> Void)?

  /// The window that became key last and is still there.
  public internal(set) weak var keyWindow: HeadlessWindow?

  /// The transitions that have been requested and have not ended, in the order of the requests.
  public private(set) var pendingTransitions: [HeadlessTransition] = []

  /// Makes a platform of its own.
  ///
  /// - Parameters:
  ///   - transitionMode: When transitions happen.
  ///   - onReport: Hears each refused call; `nil` writes them to the standard error stream.
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
