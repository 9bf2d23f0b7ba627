import NavigationRuntime

/// Calls a block with the roots of flows, when they are ready or at once.
///
/// ```swift
/// Flows.use(movieFlow, watchedFlow, when: .created) {
///   (movies: PlatformNavigationController, watched: PlatformNavigationController) in
///   tabBarController.viewControllers = [movies, watched]
/// }
/// ```
@MainActor
public enum Flows {
  /// The moment at which the block is called.
  public enum ExecuteStrategy: Sendable {
    /// When all flows are ready; see ``Flow/flowReady``.
    case ready
    /// At once.
    case created
  }

  /// Calls a block with the roots of any number of flows, as the types that the block names.
  ///
  /// - Parameters:
  ///   - flows: The flows, one for each root of the block; another number is reported.
  ///   - strategy: The moment of the call.
  ///   - block: Called once, on the main actor. Not called if a flow ends before it is ready, or if
  ///     a root is not of the block's type, which is reported. For a flow that has ended before the
  ///     call, waits until the flow is started again and ready. Released with a root, if that is a
  ///     controller.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  public static func use<each Root>(
    _ flows: any Flow...,
    when strategy: ExecuteStrategy,
    block: @escaping @MainActor (repeat each Root) -> Void,
    fileID: String = #fileID,
    line: UInt = #line
  ) {
    var count = 0
    for _ in repeat (each Root).self { count += 1 }
    guard count == flows.count else {
      let context = flows.first.map { NavigationContext.of($0) } ?? .shared
      return context.issues.report(
        .wrongRootCount(flows.count, count, CallSite(fileID, line)))
    }
    var index = 0
    func next<R>(_ type: R.Type) -> R? {
      defer { index += 1 }
      let root = flows[index].root
      if let root = root as? R { return root }
      NavigationContext.of(root).issues.report(.wrongRoot(root, type, CallSite(fileID, line)))
      return nil
    }
    let found = (repeat next((each Root).self))
    for isMissing in repeat (each found) == nil {
      if isMissing { return }
    }
    // The wait retains no flow, so that a flow that is never started can be released.
    let boxes = (repeat WeakRoot(each found))
    whenAll(flows, strategy) {
      for isGone in repeat (each boxes).root == nil {
        if isGone { return }
      }
      block(repeat (each boxes).root!)
    }
  }

  /// Calls a block with the roots of any number of flows, whose types it does not name.
  ///
  /// ```swift
  /// Flows.use(movieFlow, when: .ready) { _ in tabBarController.selectedIndex = 0 }
  /// ```
  ///
  /// - Parameters:
  ///   - flows: The flows.
  ///   - strategy: The moment of the call.
  ///   - block: Called once, on the main actor, under the same conditions.
  @_disfavoredOverload
  public static func use<each F: Flow>(
    _ flows: repeat each F,
    when strategy: ExecuteStrategy,
    block: @escaping @MainActor (repeat (each F).UntypedRoot) -> Void
  ) {
    var all: [any Flow] = []
    for flow in repeat each flows { all.append(flow) }
    let boxes = (repeat WeakRoot(untypedRoot(of: each flows)))
    whenAll(all, strategy) {
      for isGone in repeat (each boxes).root == nil {
        if isGone { return }
      }
      block(repeat (each boxes).root!)
    }
  }

  /// Calls a block with the root of a flow of any type, whose type it does not name.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - strategy: The moment of the call.
  ///   - block: Called once, on the main actor, under the same conditions.
  @_disfavoredOverload
  public static func use(
    _ flow: any Flow,
    when strategy: ExecuteStrategy,
    block: @escaping @MainActor (any Presentable) -> Void
  ) {
    use([flow], when: strategy) { (roots: [any Presentable]) in block(roots[0]) }
  }

  /// Calls a block with the roots of flows, whose type it does not name.
  ///
  /// - Parameters:
  ///   - flows: The flows.
  ///   - strategy: The moment of the call.
  ///   - block: Called once, on the main actor, under the same conditions.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  @_disfavoredOverload
  public static func use(
    _ flows: [any Flow],
    when strategy: ExecuteStrategy,
    block: @escaping @MainActor ([any Presentable]) -> Void,
    fileID: String = #fileID,
    line: UInt = #line
  ) {
    useAll(flows, strategy, at: CallSite(fileID, line), block)
  }

  /// Calls a block with the roots of flows, which have one type.
  ///
  /// - Parameters:
  ///   - flows: The flows.
  ///   - strategy: The moment of the call.
  ///   - block: Called once, on the main actor, under the same conditions.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  public static func use<Root>(
    _ flows: [any Flow],
    when strategy: ExecuteStrategy,
    block: @escaping @MainActor ([Root]) -> Void,
    fileID: String = #fileID,
    line: UInt = #line
  ) {
    useAll(flows, strategy, at: CallSite(fileID, line), block)
  }

  private static func useAll<Root>(
    _ flows: [any Flow], _ strategy: ExecuteStrategy, at site: CallSite,
    _ block: @escaping @MainActor ([Root]) -> Void
  ) {
    var boxes: [WeakRoot<Root>] = []
    for root in flows.map(\.root) {
      guard let root = root as? Root else {
        return NavigationContext.of(root).issues.report(.wrongRoot(root, Root.self, site))
      }
      boxes.append(WeakRoot(root))
    }
    whenAll(flows, strategy) {
      let roots = boxes.compactMap(\.root)
      if roots.count == boxes.count { block(roots) }
    }
  }

  private static func whenAll(
    _ flows: [any Flow], _ strategy: ExecuteStrategy, _ action: @escaping @MainActor () -> Void
  ) {
    guard strategy == .ready, !flows.isEmpty else { return action() }
    let block = WaitingBlock(action, count: flows.count)
    for flow in flows {
      block.cancel(withReleaseOf: flow.root)
      FlowReadiness.of(flow).whenReady(block.note)
    }
  }
}

/// A block that waits for flows.
///
/// The readiness of each flow retains it, and the process that of a flow which never starts; so it
/// releases the closure by itself.
@MainActor
private final class WaitingBlock {
  private var action: (@MainActor () -> Void)?
  private var count: Int
  private var watches: [Cancellation] = []

  init(_ action: @escaping @MainActor () -> Void, count: Int) {
    self.action = action
    self.count = count
  }

  /// Records that one of the flows is ready, or has ended before.
  func note(isReady: Bool) {
    guard isReady else { return cancel() }
    count -= 1
    guard count == 0, let action else { return }
    cancel()
    action()
  }

  /// Cancels the block when a root, which it would be called with, is released.
  func cancel(withReleaseOf root: any Presentable) {
    // Retained by the root's observers, and thus released with the root.
    let watch = Cancellation { [weak self] in self?.cancel() }
    let subscription = root.navigationContainer?.lifecycle.observe { _ in
      withExtendedLifetime(watch) {}
    }
    if let subscription { watches.append(subscription) }
  }

  func cancel() {
    // Released from copies: the objects that a closure owns may end other flows.
    let (action, watches) = (action, watches)
    (self.action, self.watches) = (nil, [])
    withExtendedLifetime((action, watches)) {}
  }
}

/// Returns the root of a flow as its `UntypedRoot`.
///
/// `nil` if the flow declares that associated type as a type that the root does not have.
@MainActor
private func untypedRoot<F: Flow>(of flow: F) -> F.UntypedRoot? { flow.root as? F.UntypedRoot }

@MainActor
private struct WeakRoot<Root> {
  private weak var object: AnyObject?

  init(_ root: Root?) {
    object = root as AnyObject?
  }

  var root: Root? { object as? Root }
}

extension NavigationIssue {
  static func wrongRootCount(_ flows: Int, _ roots: Int, _ site: CallSite) -> Self {
    NavigationIssue(
      code: .init(rawValue: "wrongRootCount"),
      fact: "A block that takes \(roots) roots was given \(flows) flows.",
      advice: "Name as many flows as the block has parameters.", at: site)
  }

  static func wrongRoot(_ root: any Presentable, _ type: Any.Type, _ site: CallSite) -> Self {
    NavigationIssue(
      code: .init(rawValue: "wrongRoot"),
      fact: "The root of a flow is of type \(Swift.type(of: root)), but the block takes \(type).",
      advice: "Name the root's type in the parameters of the block.", at: site)
  }
}
