import Foundation
import NavigationRuntime

/// A step that chooses whether it belongs to places.
///
/// A step that is `Codable` belongs to places without this protocol.
///
/// ```swift
/// enum AppStep: PlaceStep {
///   case launch
///   case main
///
///   var isPartOfPlace: Bool { self != .launch }
/// }
/// ```
public protocol PlaceStep: Step, Codable {
  /// Whether the step belongs to the place while its screen is there.
  ///
  /// If `false`, the child flows that the step has started are left out as well, with their steps.
  var isPartOfPlace: Bool { get }
}

extension FlowCoordinator {
  /// The current place: the steps that led to what the coordinator's flows show.
  ///
  /// ```swift
  /// let data = try coordinator.place.data()
  /// // …, in the next launch:
  /// coordinator.coordinate(flow: AppFlow(window: window), with: OneStepper(.launch))
  /// try await coordinator.travel(to: NavigationPlace(data: data), animated: false)
  /// ```
  ///
  /// Can be read at any time. A step belongs to the place as long as something that it led to is in
  /// the tree: a contribution, a child flow, or a screen that appeared while it was handled. Steps
  /// that are not `Codable` are left out with the child flows that they have started, and reported,
  /// as are those of a flow that takes all types of steps, unless ``registerSteps(_:)`` has received
  /// their type.
  public var place: NavigationPlace { engine.place }

  /// Registers the types of steps that flows of `any Step` handle, for places.
  ///
  /// Flows whose type of steps is known need no registration.
  ///
  /// - Parameter types: The types.
  public func registerSteps<each S: Step & Codable>(_ types: repeat (each S).Type) {
    for type in repeat each types { engine.placedSteps.insert(type) }
  }

  /// Travels to a place, and waits for the outcome.
  ///
  /// What is there already stays, what is in the way is removed, and the missing entries are shown
  /// by their steps, which pass the flows' `adapt`. Tabs are selected as they were. In a stack, the
  /// screens above a missing one are shown again.
  ///
  /// A journey can begin at any time, also before the first flow exists: it waits until a flow is
  /// ready. If `adapt` makes a detour, to a login for example, the journey waits until a flow has
  /// started, become ready or ended, or the detour has led to the entry, and then tries the entry
  /// again. An older journey or link in the same window is superseded. The cancellation of the
  /// calling task cancels the journey; a task that ends with a screen, which may be in the way, calls
  /// ``startJourney(to:animated:deadline:retriesAfterDetour:)`` instead.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - animated: Whether the last step is animated; the others never are.
  ///   - deadline: The number of seconds after which the journey ends, on the context's clock; `nil`
  ///     for no limit.
  ///   - retriesAfterDetour: Whether the journey waits for the end of a detour. If `false`, the
  ///     entry is missing.
  /// - Returns: The outcome.
  @discardableResult
  public func travel(
    to place: NavigationPlace, animated: Bool = true, deadline: TimeInterval? = nil,
    retriesAfterDetour: Bool = true
  ) async -> JourneyOutcome {
    await startJourney(
      to: place, animated: animated, deadline: deadline, retriesAfterDetour: retriesAfterDetour
    ).valueOrCancel()
  }

  /// Starts a journey to a place; see ``travel(to:animated:deadline:retriesAfterDetour:)``.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - animated: Whether the last step is animated.
  ///   - deadline: The number of seconds after which the journey ends, on the context's clock.
  ///   - retriesAfterDetour: Whether the journey waits for the end of a detour.
  /// - Returns: A handle on the journey.
  @discardableResult
  public func startJourney(
    to place: NavigationPlace, animated: Bool = true, deadline: TimeInterval? = nil,
    retriesAfterDetour: Bool = true
  ) -> Journey {
    engine.startJourney(
      to: place, root: nil, animated: animated, deadline: deadline,
      retriesAfterDetour: retriesAfterDetour)
  }
}

extension FlowEngine {
  /// Starts a journey of all root flows, or of one flow.
  ///
  /// Without a root, the branches of the place are those of the roots.
  func startJourney(
    to place: NavigationPlace, root: FlowNode?, at path: [String] = [], animated: Bool,
    deadline: TimeInterval?, retriesAfterDetour: Bool
  ) -> Journey {
    let journey = Journey(to: place, of: root?.name, in: context)
    guard let coordinator else {
      journey.end(.cancelled)
      return journey
    }
    let reconciler = PlaceReconciler(journey, root: root, at: path, isAnimated: animated, in: self)
    var plan = DeepLinkPlan([], deadline: deadline)
    plan.retriesAfterDetour = retriesAfterDetour
    let link = DeepLink(plan, coordinator: coordinator, reconciler: reconciler)
    journey.guide = link
    if isOver { link.cancel() } else { follow(link) }
    return journey
  }

  var place: NavigationPlace {
    let shown = ShownEntries(of: self)
    return NavigationPlace(branches: roots.elements.map { shown.branch(of: $0) })
  }

  /// Encodes a step for places; reports one that cannot be encoded, once for each type.
  func placeValue(of step: any Step, in node: FlowNode) -> NavigationPlace.Value? {
    if let step = step as? any PlaceStep, !step.isPartOfPlace { return nil }
    let type = type(of: step)
    do {
      guard let codable = step as? any Step & Codable else {
        throw StepEncodingFailure(reason: "its type is not Codable")
      }
      guard node.takesAnyStep else { return try NavigationPlace.Value(encoding: codable) }
      guard let name = placedSteps.name(of: type) else {
        throw StepEncodingFailure(reason: "its type was not passed to registerSteps(_:)")
      }
      func encode(_ step: some Step & Codable) throws -> NavigationPlace.Value {
        try NavigationPlace.Value(encoding: NamedStep(type: name, step: step))
      }
      return try encode(codable)
    } catch {
      if unplacedSteps.insert(ObjectIdentifier(type)).inserted {
        context.issues.report(.cannotPlace(step, node.name, "\(error)"))
      }
      return nil
    }
  }

  func step(of entry: NavigationPlace.Entry, in node: FlowNode) throws -> any Step {
    guard node.takesAnyStep else { return try node.step(from: entry.value) }
    let name = try entry.value.decoded(as: StepName.self).type
    guard let type = placedSteps[name] else {
      throw StepEncodingFailure(reason: "\(name) was not passed to registerSteps(_:)")
    }
    func decode<S: Step & Codable>(_ type: S.Type) throws -> any Step {
      try entry.value.decoded(as: NamedStep<S>.self).step
    }
    return try decode(type)
  }
}

/// A step with the name of its type, as a flow of `any Step` needs it.
private struct NamedStep<S: Step & Codable>: Codable {
  let type: String
  let step: S
}

/// The name in a ``NamedStep``, by which its type is found.
private struct StepName: Decodable {
  let type: String
}

struct StepEncodingFailure: Error, CustomStringConvertible {
  let reason: String

  var description: String { reason }
}

extension NavigationIssue {
  fileprivate static func cannotPlace(_ step: any Step, _ flow: String, _ reason: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "cannotPlace"),
      fact: "\(step) of \(flow) is not part of the place, nor are the flows that it has started: "
        + "\(reason).",
      advice: "Make the step `Codable`; to leave it out, also conform to `PlaceStep` and return "
        + "`false` from `isPartOfPlace`. Register the steps of a flow that takes `any Step`.",
      at: nil)
  }
}

extension FlowNode {
  /// The element whose selection is the flow's: its root, or tabs or pages in it that belong to no
  /// flow beneath it.
  var selectable: NavigationLifecycle? {
    rootLifecycle?.selectable { element in
      children.subtrees.contains { $0.rootLifecycle === element }
        || contributions.contains {
          $0.screen?.lifecycle === element && $0.screen?.presentable is any PlaceHolding
        }
    } ?? rootLifecycle
  }
}

extension ShownEntries {
  /// Returns the branch of a flow; branches beyond the largest depth are left out.
  func branch(of node: FlowNode, depth: Int = 1) -> NavigationPlace.Branch {
    var branch = NavigationPlace.Branch(
      flow: node.name, selection: node.selectable?.selectedIndex,
      state: state(of: node.flow, in: node))
    guard depth <= NavigationPlace.maximumDepth else { return branch }
    branch.entries = entries(of: node).map { entry in
      NavigationPlace.Entry(
        entry.value,
        branches: depth == NavigationPlace.maximumDepth
          ? [] : entry.parts.compactMap { self.branch(of: $0, in: node, depth: depth + 1) })
    }
    return branch
  }

  private func branch(
    of part: ShownEntry.Part, in node: FlowNode, depth: Int
  ) -> NavigationPlace.Branch? {
    switch part {
    case .flow(let child): branch(of: child, depth: depth)
    case .foreign(let child):
      child.placeBranch?.cut(to: NavigationPlace.maximumDepth - depth + 1)
    case .screen(let keeper):
      state(of: keeper, in: node).map {
        NavigationPlace.Branch(flow: "\(type(of: keeper))", state: $0)
      }
    }
  }

  private func state(of owner: AnyObject, in node: FlowNode) -> NavigationPlace.Value? {
    (owner as? any PlaceStateKeeping)?.placeState(
      of: "\(type(of: owner))", in: node.engine.context)
  }
}

extension CoordinatedFlow: PlaceHolding {
  package var placeElements: [NavigationLifecycle] {
    guard let node = runningNode else { return [] }
    let shown = ShownEntries(of: node.engine)
    return node.subtree.flatMap(shown.entries).flatMap(\.elements)
  }

  package var placeBranch: NavigationPlace.Branch? {
    runningNode.map { ShownEntries(of: $0.engine).branch(of: $0) }
  }

  package func travel(
    to branch: NavigationPlace.Branch, at path: [String]
  ) async -> JourneyOutcome {
    guard let node = runningNode else { return .cancelled }
    let journey = node.engine.startJourney(
      to: NavigationPlace(branches: [branch]), root: node, at: path, animated: false,
      deadline: nil, retriesAfterDetour: true)
    return await journey.valueOrCancel()
  }
}
