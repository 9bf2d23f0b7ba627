import Foundation
import NavigationRuntime

/// Records the external steps and the user's moves of a run, which can be saved and replayed.
///
/// ```swift
/// let recorder = StepRecorder(AppStep.self, MovieStep.self)
/// coordinator.recorder = recorder
/// …
/// let data = try JSONEncoder().encode(recorder.recording)
/// ```
@MainActor
public final class StepRecorder {
  private struct Coder {
    let encode: @MainActor (any Step) throws -> Data
    let decode: @MainActor (Data) throws -> any Step
  }

  /// The recording so far.
  public private(set) var recording = StepRecording()
  private var coders: [ObjectIdentifier: (name: String, coder: Coder)] = [:]

  /// Makes a recorder.
  ///
  /// - Parameter types: The types of steps that it can encode. Other steps are omitted and reported.
  public init<each S: Step & Codable>(_ types: repeat (each S).Type) {
    repeat add(each types)
  }

  private func add<S: Step & Codable>(_ type: S.Type) {
    let coder = Coder(
      encode: { step in
        guard let step = step as? S else { return Data() }
        return try JSONEncoder().encode(step)
      },
      decode: { try JSONDecoder().decode(S.self, from: $0) })
    coders[ObjectIdentifier(type)] = (String(reflecting: type), coder)
  }

  func record(_ step: any Step, path: [Int], issues: IssueReporter) {
    guard let (name, coder) = coders[ObjectIdentifier(type(of: step))] else {
      return issues.report(.cannotRecord(step, "its type was not given to the recorder"))
    }
    do {
      let data = try coder.encode(step)
      record(.step(path: path, type: name, step: data))
    } catch {
      issues.report(.cannotRecord(step, "\(error)"))
    }
  }

  func record(_ entry: StepRecording.Entry) { recording.entries.append(entry) }

  func step(of type: String, from data: Data) throws -> any Step {
    guard let found = coders.values.first(where: { $0.name == type }) else {
      throw StepReplayError(code: .unknownType, reason: "No type \(type) was given.")
    }
    return try found.coder.decode(data)
  }
}

extension NavigationIssue {
  static func cannotRecord(_ change: NavigationTree.Change, _ reason: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "cannotRecord"), fact: "\(change) was not recorded: \(reason).",
      advice: "A replay may reach another tree.", at: nil)
  }

  static func cannotRecord(_ step: any Step, _ reason: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "cannotRecord"), fact: "\(step) was not recorded: \(reason).",
      advice: "Make the step `Codable`, and pass its type to `StepRecorder.init`.", at: nil)
  }
}
