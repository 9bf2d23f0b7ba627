import Foundation

/// Where a deep link leads: a path of steps, each for one flow.
///
/// ```swift
/// let plan = DeepLinkPlan(
///   [
///     .init(AppStep.main, in: AppFlow.self),
///     .init(MovieStep.movieDetail(id: 5), in: MovieFlow.self),
///   ], deadline: 30)
/// let outcome = await coordinator.follow(plan)
/// ```
///
/// A plan can be followed at any time, before the first flow is there too: each hop waits until
/// its flow is there and ready. What is on screen already is not done again. A flow in a tab that is
/// not selected gets its tab selected, so that a plan needs no step for that, and what is presented
/// over it is taken away unless it refuses. Where a flow's `adapt` makes a detour, to a login for
/// example, the plan leaves that alone, waits until a flow has started, become ready or ended, and
/// then tries the hop again.
@MainActor
public struct DeepLinkPlan {
  /// One step of the path.
  @MainActor
  public struct Hop {
    /// The step.
    public let step: any Step
    /// Whether the flow should animate it; `nil` for the plan's last hop only.
    ///
    /// A flow reads it from ``FlowCoordinator/isAnimated``.
    public let isAnimated: Bool?
    let flowType: (any Flow.Type)?

    /// Makes a hop.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - flow: The type of the flow that handles it; by default the first flow whose type of
    ///     steps is the step's.
    ///   - isAnimated: Whether the flow should animate it; by default only the plan's last hop.
    public init(_ step: any Step, in flow: (any Flow.Type)? = nil, isAnimated: Bool? = nil) {
      self.step = step
      self.isAnimated = isAnimated
      flowType = flow
    }

    var targetName: String {
      flowType.map { "\($0)" } ?? "a flow of \(type(of: step))"
    }
  }

  /// The path.
  public var hops: [Hop]
  /// After how many seconds it is given up; `nil` for never.
  public var deadline: TimeInterval?
  /// Whether a hop that `adapt` has stopped or replaced is tried again after the detour.
  ///
  /// If not, the link ends there: the user was asked for something instead, and what comes of that
  /// is not the link's. By default it is tried again.
  public var retriesAfterDetour = true

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - hops: The path.
  ///   - deadline: After how many seconds, on the context's clock, it is given up.
  public init(_ hops: [Hop], deadline: TimeInterval? = nil) {
    self.hops = hops
    self.deadline = deadline
  }

  /// Makes a plan of steps, each for the first flow whose type of steps is the step's.
  ///
  /// - Parameters:
  ///   - steps: The path.
  ///   - deadline: After how many seconds, on the context's clock, it is given up.
  public init(steps: [any Step], deadline: TimeInterval? = nil) {
    self.init(steps.map { Hop($0) }, deadline: deadline)
  }

  /// The steps, for people.
  var text: String { hops.map { "\($0.step)" }.joined(separator: " › ") }
}
