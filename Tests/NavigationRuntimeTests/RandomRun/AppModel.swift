/// An app as names: its containers, and the calls that its delegates must receive for each change.
///
/// The calls follow UIKit's documentation. The model has no controllers, no runtime and no
/// transitions: a change ends at once, and the user's finger may take it back at that point.
struct AppModel {
  /// A presented screen, and its style.
  struct Modal {
    enum Style: CaseIterable {
      case sheet, fullScreen, popover, alert, actionSheet
    }

    let name: String
    let style: Style
    /// Whether it forbids a dismissal by the user.
    let isLocked: Bool
  }

  /// The changes by code, made by a call or by a request.
  enum Change {
    case push(String, on: String, animated: Bool)
    case pop(String, animated: Bool)
    case popTo(String, on: String, animated: Bool)
    case set(String, [String], animated: Bool)
    case select(Int)
    case present(Modal, stack: [String]?, on: String, animated: Bool)
    /// Dismisses everything above the one named.
    case dismiss(above: String, animated: Bool)
    case setPage(Int, animated: Bool)
    case hide(column: Int)
    case show(column: Int)
    case collapse
    case expand

    /// Whether what comes on screen appears with an animation.
    var isAnimated: Bool {
      switch self {
      case .present(_, _, _, let animated), .dismiss(_, let animated): animated
      default: false
      }
    }

    var isPresentation: Bool {
      switch self {
      case .present, .dismiss: true
      default: false
      }
    }
  }

  /// The interactive transitions.
  enum Gesture {
    case swipe(stack: String)
    case pull(modal: String)
    case turn(to: Int)
  }

  static let root = "Main"
  static let tabs = ["Left", "Right", "Pages", "Split"]
  static let pages = ["page0", "page1", "page2"]

  private(set) var tab = 0
  private(set) var stacks = ["Left": ["left"], "Right": ["right"]]
  private(set) var modals: [Modal] = []
  private(set) var page = 0
  private(set) var isCollapsed = false
  private(set) var hiddenColumns: Set<Int> = []
  /// The name of the app's delegate for each container, if any.
  var delegates: [String: String] = [:]
  /// The calls that must have been received since the last check, by sender.
  private var calls: [String: [String]] = [:]

  private var swiped: String?
  /// The top for which each stack's delegate was called last.
  private var announced = ["Left": "left"]

  /// The topmost modal, or the root.
  var top: String { modals.last?.name ?? Self.root }

  /// The stack that a finger reaches.
  var touchedStack: String? {
    let name = modals.last?.name ?? Self.tabs[tab]
    return stacks[name] == nil ? nil : name
  }

  /// Whether that stack has a way back.
  var canGoBack: Bool { touchedStack.flatMap { stacks[$0] }.map { $0.count > 1 } ?? false }

  /// Whether a finger reaches the root and its contents.
  var isRootTouched: Bool { modals.isEmpty }

  /// Whether a stack's top is on screen.
  func isShowing(_ stack: String) -> Bool {
    let level = modals.firstIndex { $0.name == stack }.map { $0 + 1 } ?? 0
    guard level > 0 || Self.tabs[tab] == stack else { return false }
    return !modals.dropFirst(level).contains { $0.style == .fullScreen }
  }

  // MARK: Code

  mutating func apply(_ change: Change) {
    showingStacks(animated: change.isAnimated) { $0.perform(change) }
  }

  private mutating func perform(_ change: Change) {
    switch change {
    case .push(let name, let stack, let animated):
      show((stacks[stack] ?? []) + [name], in: stack, animated: animated)
    case .pop(let stack, let animated):
      guard let entries = stacks[stack], entries.count > 1 else { return }
      show(entries.dropLast(), in: stack, animated: animated)
    case .popTo(let name, let stack, let animated):
      guard let entries = stacks[stack], let index = entries.firstIndex(of: name) else { return }
      show(entries.prefix(index + 1), in: stack, animated: animated)
    case .set(let stack, let entries, let animated):
      show(entries[...], in: stack, animated: animated)
    case .select(let index):
      tab = index
    case .present(let modal, let stack, let presenter, _):
      guard presenter == top else { return }
      modals.append(modal)
      stacks[modal.name] = stack
    case .dismiss(let presenter, _):
      guard presenter != Self.root else { return dismiss(from: 0) }
      modals.firstIndex { $0.name == presenter }.map { dismiss(from: $0 + 1) }
    case .setPage(let index, _):
      page = index
    case .hide(let column):
      // No display mode leaves the secondary column out.
      guard !isCollapsed, column != 2, hiddenColumns.insert(column).inserted else { return }
      hear("willHide \(column)", from: "Split")
    case .show(let column):
      guard !isCollapsed, hiddenColumns.remove(column) != nil else { return }
      hear("willShow \(column)", from: "Split")
    case .collapse:
      guard !isCollapsed else { return }
      isCollapsed = true
      hear("didCollapse", from: "Split")
    case .expand:
      guard isCollapsed else { return }
      isCollapsed = false
      hear("didExpand", from: "Split")
    }
  }

  /// Makes a change, after which the stacks that come on screen with another top announce it.
  private mutating func showingStacks(animated: Bool, _ change: (inout Self) -> Void) {
    let before = stacks.keys.filter(isShowing)
    change(&self)
    for (stack, entries) in stacks where isShowing(stack) && !before.contains(stack) {
      guard let top = entries.last, top != announced[stack] else { continue }
      hearShow("will", top, in: stack, animated: animated)
      hearShow("did", top, in: stack, animated: animated)
    }
  }

  private mutating func show(
    _ entries: ArraySlice<String>, in stack: String, animated: Bool
  ) {
    let old = stacks[stack]?.last
    stacks[stack] = Array(entries)
    guard let top = entries.last, top != old, isShowing(stack) else { return }
    hearShow("will", top, in: stack, animated: animated)
    hearShow("did", top, in: stack, animated: animated)
  }

  private mutating func show(_ entries: [String], in stack: String, animated: Bool) {
    show(entries[...], in: stack, animated: animated)
  }

  private mutating func dismiss(from level: Int) {
    for modal in modals.dropFirst(level) {
      stacks[modal.name] = nil
      announced[modal.name] = nil
      delegates[modal.name] = nil
    }
    modals.removeSubrange(level...)
  }

  // MARK: The user. Each function returns whether the move is possible.

  mutating func tapBack() -> Bool {
    guard let stack = touchedStack, let entries = stacks[stack], entries.count > 1 else {
      return false
    }
    show(entries.dropLast(), in: stack, animated: true)
    return true
  }

  mutating func tapTab(_ index: Int, isAllowed: Bool) -> Bool {
    guard isRootTouched else { return false }
    let name = Self.tabs[index]
    hear("shouldSelect \(name)", from: Self.root)
    guard isAllowed || delegates[Self.root] == nil else { return false }
    if index == tab, let root = stacks[name]?.first { show([root], in: name, animated: true) }
    showingStacks(animated: false) { $0.tab = index }
    hear("didSelect \(name)", from: Self.root)
    return true
  }

  /// A tap on a button of an alert.
  mutating func tapButton(_ title: String) -> Bool {
    guard let modal = modals.last, modal.style == .alert || modal.style == .actionSheet else {
      return false
    }
    showingStacks(animated: true) { $0.dismiss(from: $0.modals.count - 1) }
    calls[modal.name, default: []].append("handler of \(title)")
    return true
  }

  /// A tap beside a popover.
  mutating func tapOutside(isAllowed: Bool) -> Bool {
    guard let modal = modals.last, modal.style == .popover || modal.style == .actionSheet,
      beginDismissal(of: modal, isAllowed: isAllowed)
    else { return false }
    endDismissal(of: modal)
    if modal.style == .actionSheet { calls[modal.name, default: []].append("handler of Cancel") }
    return true
  }

  /// The finger begins a gesture.
  mutating func begin(_ gesture: Gesture, isAllowed: Bool) -> Bool {
    switch gesture {
    case .swipe(let stack):
      guard touchedStack == stack, let entries = stacks[stack], entries.count > 1 else {
        return false
      }
      swiped = entries.last
      stacks[stack] = entries.dropLast()
      hearShow("will", entries[entries.count - 2], in: stack, animated: true)
    case .pull(let name):
      guard let modal = modals.last, modal.name == name, modal.style == .sheet else { return false }
      return beginDismissal(of: modal, isAllowed: isAllowed)
    case .turn(let index):
      guard isRootTouched, Self.tabs[tab] == "Pages", Self.pages.indices.contains(index) else {
        return false
      }
      hear("willTransitionTo \(Self.pages[index])", from: "Pages")
    }
    return true
  }

  /// The finger lifts.
  mutating func end(_ gesture: Gesture, completed: Bool) {
    switch gesture {
    case .swipe(let stack):
      guard let swiped, let top = stacks[stack]?.last else { return }
      if completed {
        hearShow("did", top, in: stack, animated: true)
      } else {
        stacks[stack]?.append(swiped)
        announced[stack] = swiped
      }
    case .pull(let name):
      guard completed, let modal = modals.first(where: { $0.name == name }) else { return }
      endDismissal(of: modal)
    case .turn(let index):
      hear(
        "didFinish true, from \(Self.pages[page]), completed \(completed)", from: "Pages")
      if completed { page = index }
    }
  }

  private mutating func beginDismissal(of modal: Modal, isAllowed: Bool) -> Bool {
    var isAllowed = isAllowed || delegates[modal.name] == nil
    if modal.isLocked { isAllowed = false } else { hear("shouldDismiss", from: modal.name) }
    hear(isAllowed ? "willDismiss" : "didAttemptToDismiss", from: modal.name)
    return isAllowed
  }

  private mutating func endDismissal(of modal: Modal) {
    hear("didDismiss", from: modal.name)
    modals.firstIndex { $0.name == modal.name }.map { dismiss(from: $0) }
  }

  // MARK: Calls

  /// Returns the calls that must have been received since the last call, by sender.
  mutating func takeCalls() -> [String: [String]] {
    defer { calls = [:] }
    return calls
  }

  private mutating func hearShow(
    _ tense: String, _ name: String, in stack: String, animated: Bool
  ) {
    announced[stack] = name
    hear("\(tense)Show \(name)\(animated ? ", animated" : "")", from: stack)
  }

  private mutating func hear(_ call: String, from speaker: String) {
    guard let delegate = delegates[speaker] else { return }
    calls[speaker, default: []].append("\(delegate): \(call)")
  }
}
