import Foundation

/// The path of a deep link: steps, each for one flow.
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
/// A plan can be followed at any time, even before the first flow exists: each hop waits until its
/// flow is ready. A destination that is on screen already is not shown again. The tab that contains
/// a hop's flow gets selected, so a plan needs no step for that, and modals over the flow are
/// dismissed unless they refuse. If a flow's `adapt` makes a detour, to a login for example, the link
/// waits until a flow has started, become ready or ended, and then tries the hop again.
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
  /// The number of seconds after which the link ends, on the context's clock; `nil` for no limit.
  public var deadline: TimeInterval?
  /// Whether a hop that `adapt` has stopped or replaced is tried again after the detour.
  ///
  /// `true` by default. If `false`, the link ends at the detour, and its destination is not shown
  /// afterwards.
  public var retriesAfterDetour = true

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - hops: The path.
  ///   - deadline: The number of seconds after which the link ends, on the context's clock.
  public init(_ hops: [Hop], deadline: TimeInterval? = nil) {
    self.hops = hops
    self.deadline = deadline
  }

  /// Makes a plan of steps, each for the first flow whose type of steps is the step's.
  ///
  /// - Parameters:
  ///   - steps: The path.
  ///   - deadline: The number of seconds after which the link ends, on the context's clock.
  public init(steps: [any Step], deadline: TimeInterval? = nil) {
    self.init(steps.map { Hop($0) }, deadline: deadline)
  }

  /// The steps, for events.
  var text: String { hops.map { "\($0.step)" }.joined(separator: " › ") }
}
