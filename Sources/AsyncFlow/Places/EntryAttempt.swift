import NavigationRuntime

/// The last entries that were shown by their steps, to find one that another step's handler has
/// shown meanwhile, for example by forwarding a step.
@MainActor
struct RecentEntries {
  let mark: FlowNode.Mark
  var steps: [any Step] = []

  /// Whether a flow shows one entry more for a step than was asked for.
  func shows(_ step: any Step, in node: FlowNode) -> Bool {
    let count = node.shownCount(of: step, since: mark)
    return count > 0 && count > steps.filter { $0.isSame(as: step) }.count
  }

  /// Adds the step of an entry; those before it are forgotten if the flow has shown something new.
  func adding(_ step: any Step, since newer: FlowNode.Mark, in node: FlowNode) -> Self {
    let hasNew = !node.contributions(since: newer).isEmpty || !node.children(since: newer).isEmpty
    return hasNew ? Self(mark: newer, steps: [step]) : Self(mark: mark, steps: steps + [step])
  }
}

/// An attempt to show a missing entry by its step.
@MainActor
final class EntryAttempt {
  let step: any Step
  /// The value of the step as the flow encodes it.
  private let value: NavigationPlace.Value
  unowned let node: FlowNode
  private(set) var before: RecentEntries
  /// The newest child and contribution before the attempt.
  private(set) var mark: FlowNode.Mark

  init(
    at step: any Step, _ value: NavigationPlace.Value, in node: FlowNode,
    after recent: RecentEntries? = nil
  ) {
    self.step = step
    self.value = value
    self.node = node
    mark = node.mark
    before = recent.flatMap { node.isKnown($0.mark) ? $0 : nil } ?? RecentEntries(mark: node.mark)
  }

  /// Whether the flow has shown the entry, among what it has shown since those before.
  var isNew: Bool { before.shows(step, in: node) }

  /// Whether the flow shows the entry, by a contribution since the attempt began or by a handler.
  var isShown: Bool {
    node.shownCount(of: step, since: mark) > 0
      || ShownEntries(of: node.engine).entries(of: node).contains { $0.value == value }
  }

  /// Begins again if what the flow had shown has been removed.
  func forgetEnded() {
    if !node.isKnown(mark) { mark = node.mark }
    if !node.isKnown(before.mark) { before = RecentEntries(mark: mark) }
  }
}

/// The removal of what is in the way of an entry.
enum Clearance {
  /// Nothing was in the way.
  case wasClear
  /// Something was removed.
  case cleared
  /// A screen with this name refuses to be removed.
  case refused(by: String)
}

extension FlowNode {
  /// The newest child and the newest contribution at a time.
  struct Mark {
    fileprivate let child: FlowNode?
    fileprivate let contribution: Contribution?
  }

  var mark: Mark { Mark(child: children.newest, contribution: contributions.last) }

  func children(since mark: Mark) -> [FlowNode] { children.added(after: mark.child) }

  func contributions(since mark: Mark) -> [Contribution] {
    contributions.reversed().prefix { $0 !== mark.contribution }.reversed()
  }

  /// Whether the newest child and contribution of a mark have not ended.
  func isKnown(_ mark: Mark) -> Bool {
    (mark.contribution == nil || contributions.last { $0 === mark.contribution } != nil)
      && (mark.child == nil || mark.child?.isAlive == true)
  }

  /// The number of child flows and screens to which equal steps have led since a mark.
  func shownCount(of step: any Step, since mark: Mark) -> Int {
    let screens = contributions(since: mark).filter { $0.screen?.step.isSame(as: step) ?? false }
    return screens.count + children(since: mark).filter { $0.step?.isSame(as: step) ?? false }.count
  }
}
