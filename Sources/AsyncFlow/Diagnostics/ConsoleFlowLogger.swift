import Foundation

/// A logger that writes each stack to the console or the system log.
@MainActor
public final class ConsoleFlowLogger: FlowLogger {
  /// The format and destination of the output.
  public enum Style: Sendable {
    /// One line with the display names, to standard output.
    case simple
    /// A line for each screen with its type and identifier, to standard output.
    case debug
    /// One line, to the system log; to standard error where there is none.
    case osLog
  }

  private let style: Style
  private let write: @MainActor (String) -> Void

  /// Makes a logger.
  ///
  /// - Parameters:
  ///   - style: The format and destination of the output.
  ///   - output: Receives each text instead of the style's destination.
  public init(style: Style = .simple, output: (@MainActor (String) -> Void)? = nil) {
    self.style = style
    write = output ?? (style == .osLog ? writeToSystemLog : Self.writeToStandardOutput)
  }

  /// Writes a flow's screens.
  ///
  /// - Parameter navigationStack: The flow and its screens.
  public func log(navigationStack: NavigationStack) {
    switch style {
    case .simple, .osLog: write(navigationStack.description)
    case .debug:
      var lines = ["\(navigationStack.flowName) (\(navigationStack.depth))"]
      for (index, step) in navigationStack.steps.enumerated() {
        let identifier = step.metadata.map { " [\($0.identifier)]" } ?? ""
        lines.append("  \(index + 1). \(step.displayName): \(step.description)\(identifier)")
      }
      write(lines.joined(separator: "\n"))
    }
  }

  private static func writeToStandardOutput(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }
}
