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
/// waits until a flow has started, become ready or ended, and then tries the hop again. A handler that
/// awaits the result of a flow does not hold up a link that leads to or into that flow.
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
    ///   - flow: The type of the flow that handles it, or a superclass of it, if no flow of exactly
    ///     that type is ready; by default the first flow whose type of steps is the step's.
    ///   - animated: Whether the flow should animate it; by default only the plan's last hop.
    public init(_ step: any Step, in flow: (any Flow.Type)? = nil, animated: Bool? = nil) {
      self.step = step
      isAnimated = animated
      flowType = flow
    }

    var targetName: String {
      flowType.map { "\($0)" } ?? "a flow of \(type(of: step))"
    }
  }

  /// The path.
  public var hops: [Hop]
  /// The number of seconds after which the link ends, on the context's clock; `nil` for no limit.
  ///
  /// On a manual clock, a deadline of 0 passes with `advance(by: 0)`.
  public var deadline: TimeInterval?
  /// Whether a hop that `adapt` has stopped or replaced is tried again after the detour.
  ///
  /// `true` by default. If `false`, the link ends at the detour, and its destination is not shown
  /// afterwards.
  public var retriesAfterDetour = true

  /// Makes a plan of hops, each of which may name its flow and its animation.
  ///
  /// - Parameters:
  ///   - hops: The path, from the outermost flow inwards.
  ///   - deadline: The number of seconds after which the link ends, on the context's clock; `nil` for
  ///     no limit.
  public init(_ hops: [Hop], deadline: TimeInterval? = nil) {
    self.hops = hops
    self.deadline = deadline
  }

  /// Makes a plan of steps, each for the first flow whose type of steps is the step's.
  ///
  /// - Parameters:
  ///   - steps: The path, from the outermost flow inwards.
  ///   - deadline: The number of seconds after which the link ends, on the context's clock; `nil` for
  ///     no limit.
  public init(steps: [any Step], deadline: TimeInterval? = nil) {
    self.init(steps.map { Hop($0) }, deadline: deadline)
  }

  /// The steps, for events.
  var text: String { hops.map { "\($0.step)" }.joined(separator: " › ") }
}

/// A set of routes that make plans from URLs.
///
/// A pattern is compared with the decoded components of a path. Case matters, and an empty component
/// does not count, such as the one after a trailing slash. Of query items with one name, the last one
/// with a value counts; an item without a value is no parameter. The user, port and fragment of a URL
/// are ignored.
///
/// ```swift
/// var routes = DeepLinkRoutes()
/// routes.add("/movies/:id") { parameters in
///   guard let id = parameters["id"].flatMap(Int.init) else { return nil }
///   return DeepLinkPlan(steps: [AppStep.main, MovieStep.movieDetail(id: id)])
/// }
/// if let plan = routes.plan(for: url) { coordinator.start(plan) }
/// ```
@MainActor
public struct DeepLinkRoutes {
  private struct Route {
    let pattern: URLPattern
    let plan: @MainActor ([String: String]) -> DeepLinkPlan?
  }

  private let includesHost: Bool
  private var routes: [Route] = []

  /// Makes an empty set of routes.
  ///
  /// - Parameter includesHost: Whether the host of a URL is the first component of its path, as in
  ///   `shop://items/5`. The host of a web page, as in `https://shop.example/items/5`, never is.
  public init(includesHost: Bool = false) {
    self.includesHost = includesHost
  }

  /// Adds a route; earlier routes are tried first.
  ///
  /// - Parameters:
  ///   - pattern: A path, in which a component that begins with a colon stands for a parameter.
  ///   - plan: Makes the plan from the parameters of the path and of the query; the path's take
  ///     precedence. If it returns `nil`, the next route is tried.
  public mutating func add(
    _ pattern: String, plan: @escaping @MainActor ([String: String]) -> DeepLinkPlan?
  ) {
    routes.append(Route(pattern: URLPattern(pattern), plan: plan))
  }

  /// Returns the plan for a URL.
  ///
  /// - Parameter url: The URL. Its host is ignored, unless it is a component of the path.
  /// - Returns: The plan of the first route that fits.
  public func plan(for url: URL) -> DeepLinkPlan? {
    guard let address = URLAddress(url, includesHost: includesHost) else { return nil }
    for route in routes {
      guard let parameters = route.pattern.parameters(of: address) else { continue }
      if let plan = route.plan(parameters) { return plan }
    }
    return nil
  }
}

/// The outcome of a deep link.
public enum DeepLinkOutcome: Sendable, Equatable {
  /// Every hop was handled, or was on screen already, and the last one's destination is visible.
  ///
  /// Also if the last hop's flow contributes a screen or flow that is not shown yet: the link does not
  /// wait for it.
  ///
  /// A handler may still await the result of the flow that it has shown for a hop.
  case arrived
  /// Another screen, with this name, covers the destination: it refused to be removed, or appeared
  /// in the meantime.
  case covered(by: String)
  /// A flow did not handle its hop: the hop's index, and the step's outcome.
  ///
  /// A last hop whose destination has left again, by itself or with its flow or window, counts as
  /// refused, with ``StepRefusal/dismissed``.
  case stopped(hop: Int, StepOutcome)
  /// The deadline passed: the hop's index, and a description of the awaited event.
  case timedOut(hop: Int, waitingFor: String)
  /// A newer link or journey of the coordinator began in the same window before this link had
  /// arrived.
  case superseded
  /// It was cancelled, or its coordinator has ended.
  case cancelled
}

extension DeepLinkOutcome: CustomStringConvertible {
  /// The outcome in words.
  public var description: String {
    switch self {
    case .arrived: "arrived"
    case .covered(let name): "covered by \(name)"
    case .stopped(let hop, let outcome): "stopped at hop \(hop), \(outcome)"
    case .timedOut(let hop, let reason): "timed out at hop \(hop), waiting for \(reason)"
    case .superseded: "superseded by a newer link or journey"
    case .cancelled: "cancelled"
    }
  }
}
