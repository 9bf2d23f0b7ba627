/// Lets other work that waits for the main actor run.
///
/// Tests share the main actor; a long test that never suspends delays the others.
@MainActor
public func letOthersRun() async {
  await Task {}.value
}
