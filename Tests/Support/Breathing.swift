/// Lets everything else that waits for the main actor have its turn.
///
/// Tests share the main actor; a long one that never lets go of it keeps the others waiting.
@MainActor
public func letOthersRun() async {
  await Task {}.value
}
