import Foundation

/// Receives a flow's stack of screens whenever it has changed.
///
/// The coordinator retains its logger, which may be a structure.
@MainActor
public protocol FlowLogger {
  /// Logs a flow's screens.
  ///
  /// Called on the main actor after each handled step and each dismissed screen.
  ///
  /// - Parameter navigationStack: The flow, and the steps that led to its screens, bottom first.
  func log(navigationStack: NavigationStack)
}

/// A readable description of a step.
public struct StepInfo: Sendable {
  /// The name of the step's type.
  public let typeName: String
  /// The step itself, usually a case with its values.
  public let caseDescription: String
  /// The metadata from the flow or the stepper.
  public let metadata: (any FlowMetadata)?

  /// Makes the information.
  ///
  /// - Parameters:
  ///   - typeName: The name of the step's type.
  ///   - caseDescription: The step itself.
  ///   - metadata: The metadata from the flow or the stepper.
  public init(typeName: String, caseDescription: String, metadata: (any FlowMetadata)? = nil) {
    self.typeName = typeName
    self.caseDescription = caseDescription
    self.metadata = metadata
  }

  /// Describes a step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - metadata: The metadata from the flow or the stepper.
  public init(step: any Step, metadata: (any FlowMetadata)? = nil) {
    self.init(
      typeName: String(describing: type(of: step)), caseDescription: String(describing: step),
      metadata: metadata)
  }

  /// The metadata's display name, else the step itself.
  public var displayName: String { metadata?.displayName ?? caseDescription }
}

extension StepInfo: Equatable {
  /// Whether type, case and the metadata's identifiers are equal.
  public static func == (lhs: StepInfo, rhs: StepInfo) -> Bool {
    lhs.typeName == rhs.typeName && lhs.caseDescription == rhs.caseDescription
      && lhs.metadata?.identifier == rhs.metadata?.identifier
  }
}

extension StepInfo: CustomStringConvertible {
  /// Type and case.
  public var description: String { "\(typeName).\(caseDescription)" }
}

/// A logger that logs nothing.
@MainActor
public final class NoOpFlowLogger: FlowLogger {
  /// Makes the logger.
  public init() {}

  /// Does nothing.
  public func log(navigationStack: NavigationStack) {}
}

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

  static func writeToStandardOutput(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
  }
}
