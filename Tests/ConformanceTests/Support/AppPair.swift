import DemoKit
import NavigationRuntime
import Testing

/// Both apps in the hands of one user: each move is made in both, and both must look alike.
@MainActor
final class AppPair {
  let apps: [AppUnderTest]

  /// Starts both apps.
  ///
  /// - Parameter traceCapacity: The number of events that their traces keep; `nil` for no traces.
  init(traceCapacity: Int? = nil) {
    apps = DemoFramework.allCases.map { AppUnderTest($0, traceCapacity: traceCapacity) }
  }

  /// Performs a line in both apps.
  ///
  /// - Returns: The differences from the expectation, or between the apps.
  func perform(_ line: StoryLine, of file: String, settling: Bool = true) async -> [String] {
    var failures: [StoryFailure?] = []
    for app in apps { failures.append(await app.perform(line, of: file, settling: settling)) }
    var problems = zip(apps, failures).compactMap { app, failure in
      failure.map { "\(app.framework.name): \($0)" }
    }
    if settling { problems += differences() }
    return problems
  }

  /// The differences between the apps, which have settled.
  func differences() -> [String] {
    guard let first = apps[0].tree, let second = apps[1].tree else { return [] }
    var problems: [String] = []
    if !first.hasSameShape(as: second) {
      problems.append("The trees differ:\n\(first)\n\(second)")
    }
    if apps[0].screen != apps[1].screen {
      problems.append("The screens differ:\n\(apps[0].screen)\n---\n\(apps[1].screen)")
    }
    for app in apps where !app.issues.isEmpty {
      problems.append("\(app.framework.name) reported \(app.issues)")
    }
    return problems
  }

  func settle() async {
    for app in apps { await app.settle() }
  }

  /// Ends both apps.
  ///
  /// - Returns: The objects that are alive afterwards.
  func end() async -> [String] {
    var alive: [String] = []
    for app in apps { alive += await app.end().map { "\(app.framework.name): \($0)" } }
    return alive
  }
}
