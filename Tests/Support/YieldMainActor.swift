import Foundation
import NavigationRuntime

/// Lets other work that waits for the main actor run.
///
/// Tests share the main actor; a long test that never suspends delays the others.
@MainActor
public func letOthersRun() async {
  await Task {}.value
}

/// Takes the turns of the main queue after which a platform's transitions and an adapter's waits
/// have ended; none where both end in their calls.
@MainActor
public func takeTurns() async {
  guard platformIsStandIn else { return }
  for _ in 0..<12 { await letOthersRun() }
}

/// The kind of cause of the app's own calls that the platform does not report, such as a push.
public let causeOfDirectCalls: NavigationCause.Kind = platformIsStrict ? .unknown : .code

/// The reason with which a flow ends whose screen such a call has removed.
public let reasonOfDirectCalls: NavigationEndReason = platformIsStrict ? .unknown : .removed

/// Whether the platform is a stand-in for another one, whose controllers no headless window shows.
public let platformIsStandIn = String(reflecting: HeadlessPlatform.self).hasPrefix(
  "HeadlessStandIn.")

/// Whether the platform is a strict stand-in for another: it reports only what the other does, and
/// ends its transitions turns of the main queue after their call.
public let platformIsStrict =
  platformIsStandIn && ProcessInfo.processInfo.environment["NAVIGATION_STAND_IN"] != "lenient"
