import Foundation
import NavigationRuntime

extension Flowable {
  /// Travels to a place, and waits for the outcome.
  ///
  /// Screens that are in both places stay. Those that are only in the current one are removed, those
  /// that are only in the other one are shown by ``PlaceRouting/attachChild(for:)``; then the tabs and
  /// the state are restored, and the last visible entry is uncovered. A window has one journey at
  /// a time: a newer one, of any CoreFlow flow in the window, supersedes it. The end of this flow
  /// cancels it, and so does the cancellation of the calling task.
  ///
  /// ```swift
  /// let place = parent.place
  /// parent.attach(DetailFlow(), by: .push)
  /// if case .incomplete(let missing) = await parent.travel(to: place) { print(missing) }
  /// ```
  ///
  /// - Parameters:
  ///   - place: A place of this flow. The branch with the name of the flow's type is used; the
  ///     others are missing.
  ///   - animated: Whether the transition is animated if one entry is missing. If more are, none
  ///     is.
  ///   - deadline: The seconds after which the journey ends, on the clock that the flow's context has
  ///     at its start; `nil` for none.
  /// - Returns: The outcome.
  public func travel(
    to place: NavigationPlace, animated: Bool = true, deadline: TimeInterval? = nil
  ) async -> JourneyOutcome {
    await startJourney(to: place, animated: animated, deadline: deadline).valueOrCancel()
  }

  /// Starts a journey to a place; see ``travel(to:animated:deadline:)``.
  ///
  /// - Parameters:
  ///   - place: A place of this flow.
  ///   - animated: Whether the transition is animated if one entry is missing.
  ///   - deadline: The seconds after which the journey ends, on the clock that the flow's context has
  ///     at its start; `nil` for none.
  /// - Returns: The journey, which continues without a reference to it.
  @discardableResult
  public func startJourney(
    to place: NavigationPlace, animated: Bool = true, deadline: TimeInterval? = nil
  ) -> Journey {
    let run = JourneyRun(flowNode, to: place, isAnimated: animated)
    run.begin(deadline: deadline)
    return run.journey
  }
}
