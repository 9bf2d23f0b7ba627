import DemoKit
import NavigationRuntime
import TestSupport
import Testing

/// The number of the places, and of the journeys between them.
private enum Length {
  static let seeds = WalkLength.seeds(debug: 1, release: 2)
  #if DEBUG
  private static let standard = (places: 12, journeys: 60)
  #else
  private static let standard = (places: 200, journeys: 2_000)
  #endif
  static let places = RunLength.number("NAVIGATION_WALK_PLACES") ?? standard.places
  static let journeys = RunLength.number("NAVIGATION_WALK_JOURNEYS") ?? standard.journeys
}

@MainActor
@Suite("Random journeys in both apps")
struct JourneyWalkTests {
  /// A place with its screen.
  private struct Stop {
    let place: NavigationPlace
    let tree: NavigationTree
  }

  @Test(
    "A journey arrives with no needless moves, and rebuilds nothing that stays",
    arguments: DemoFramework.allCases, Length.seeds)
  func journeys(framework: DemoFramework, seed: UInt64) async throws {
    let world = AppUnderTest(framework)
    await world.settle()
    let stops = try await stops(in: world, seed: seed)
    #expect(stops.count == Length.places)
    var random = SeededGenerator(seed: seed)
    for number in 1...Length.journeys {
      let stop = stops[random.next(below: stops.count)]
      guard let store = world.app?.store else { break }
      let before = store.tree
      var changes: [NavigationChange] = []
      let subscription = store.onChange { changes.append($0) }
      let journey = world.app?.startJourney(to: stop.place)
      let waiting = await world.app?.settled() ?? []
      subscription.cancel()
      let limit = JourneyLimit(from: before, to: stop.tree)
      var problems = limit.rebuilt(in: store.tree)
      // A journey that waits for something would wait for ever.
      journey?.cancel()
      if journey?.outcome != .arrived {
        problems.append("\(journey?.outcome?.description ?? "no app"), waiting for \(waiting)")
      }
      if !store.tree.hasSameShape(as: stop.tree) { problems.append("another shape") }
      if changes.count > limit.moves {
        problems.append("\(changes.count) moves, at most \(limit.moves) are needed")
      }
      guard problems.isEmpty else {
        Issue.record(
          """
          \(framework), seed \(seed), journey \(number): \(problems.joined(separator: "; "))
          from:
          \(before)
          to:
          \(stop.tree)
          arrived at:
          \(store.tree)
          by:
          \(changes.map(\.description).joined(separator: "\n"))
          """)
        break
      }
      if number.isMultiple(of: 16) { await letOthersRun() }
    }
    let alive = await world.end()
    #expect(alive.isEmpty, "\(framework), seed \(seed): \(alive)")
  }

  @Test(
    "After a journey during which the user moves, another one arrives",
    arguments: DemoFramework.allCases, Length.seeds)
  func interruptedJourneys(framework: DemoFramework, seed: UInt64) async throws {
    let world = AppUnderTest(framework)
    await world.settle()
    let stops = try await stops(in: world, seed: seed)
    // Otherwise a journey would be over before the user could move.
    world.app?.window.platform.endsTransitionsLate = true
    var random = SeededGenerator(seed: seed)
    var user = RandomUser(seed: ~seed)
    for number in 1...Length.journeys / 2 {
      let target = stops[random.next(below: stops.count)]
      let interrupted = world.app?.startJourney(to: target.place)
      for _ in 0..<random.next(below: 8) { await letOthersRun() }
      var moves = try await world.makeMove(of: &user) { move in
        // Others leave the app, or wait until after the journey.
        !["Log out", "signal", "hold", "fail"].contains { move.contains($0) }
      }
      moves += try await world.rest(&user)
      let waiting = await world.app?.settled() ?? []
      var problems: [String] = []
      if interrupted?.outcome == nil, !waiting.contains(where: { $0.name == "a journey" }) {
        problems.append("a journey neither ends nor waits, but \(waiting)")
      }
      interrupted?.cancel()

      let stop = stops[random.next(below: stops.count)]
      let journey = world.app?.startJourney(to: stop.place)
      let obstacles = await world.app?.settled() ?? []
      journey?.cancel()
      if journey?.outcome != .arrived {
        problems.append("\(journey?.outcome?.description ?? "no app"), waiting for \(obstacles)")
      }
      if world.app?.store.tree.hasSameShape(as: stop.tree) != true {
        problems.append("another shape")
      }
      problems += world.issues.filter { !$0.hasPrefix(Self.hiddenPresenter) }
      guard problems.isEmpty else {
        Issue.record(
          """
          \(framework), seed \(seed), journey \(number): \(problems.joined(separator: "; "))
          interrupted: \(interrupted?.outcome?.description ?? "no outcome"), to:
          \(target.tree)
          by: \(moves.joined(separator: ", "))
          to:
          \(stop.tree)
          arrived at:
          \(world.app?.store.tree.description ?? "")
          """)
        break
      }
    }
    let alive = await world.end().filter { !$0.hasPrefix(Self.hiddenPresenter) }
    #expect(alive.isEmpty, "\(framework), seed \(seed): \(alive)")
  }

  /// The issue of a handler that presents while the user selects another tab: a journey repeats its
  /// step when the flow's tab is selected again.
  private static let hiddenPresenter = "presenterNotInWindow"

  /// Returns different places inside the app, behind the login, which a random user visits.
  private func stops(in world: AppUnderTest, seed: UInt64) async throws -> [Stop] {
    var user = RandomUser(seed: seed)
    var stops: [Stop] = []
    for _ in 0..<100 * Length.places where stops.count < Length.places {
      guard let app = world.app else { break }
      if app.store.tree.visiblePath.contains(where: { $0.name == "Main" }) {
        let stop = Stop(place: app.place, tree: app.store.tree)
        if !stops.contains(where: { $0.place == stop.place }) { stops.append(stop) }
        // The next move may log out, and a journey would wait for the login.
        if stops.count == Length.places { break }
        // News that wait for the dashboard would come during a journey.
        let isHome = app.store.tree.visibleLeaf.name == "Home"
        _ = try await world.makeMove(of: &user) {
          !$0.contains("signal news") || isHome && $0 == "signal news"
        }
        _ = try await world.rest(&user)
      } else {
        _ = try await world.perform([
          "tap Continue", "type kim@example.com into Email", "type secret into Password",
          "tap \"Log in\"",
        ])
      }
    }
    return stops
  }
}

/// The screens that two trees have in common, by their names and their containers' names.
private struct JourneyLimit {
  private let common: [String: NavigationNodeID]
  /// The number of changes that the difference needs at most.
  let moves: Int

  init(from: NavigationTree, to: NavigationTree) {
    let (old, new) = (Self.paths(of: from), Self.paths(of: to))
    common = old.filter { new[$0.key] != nil }
    let selected = Self.selections(of: from)
    let selections = Self.selections(of: to).filter { selected[$0.key] != $0.value }
    moves = old.count + new.count - 2 * common.count + selections.count
  }

  func rebuilt(in tree: NavigationTree) -> [String] {
    let paths = Self.paths(of: tree)
    return common.filter { paths[$0.key] != nil && paths[$0.key] != $0.value }
      .map { "\($0.key) was rebuilt" }
  }

  private static func paths(of tree: NavigationTree) -> [String: NavigationNodeID] {
    var paths: [String: NavigationNodeID] = [:]
    visit(tree.root, "") { paths[$0] = $1.id }
    return paths
  }

  private static func selections(of tree: NavigationTree) -> [String: Int] {
    var selections: [String: Int] = [:]
    visit(tree.root, "") { selections[$0] = $1.selectedIndex }
    return selections
  }

  private static func visit(
    _ node: NavigationTree.Node, _ path: String, _ body: (String, NavigationTree.Node) -> Void
  ) {
    let path = path + "/" + node.name
    body(path, node)
    // A screen of a stack is the same only on top of the same ones.
    var beneath = path
    for child in node.children {
      visit(child, node.kind == .stack ? beneath : path, body)
      if node.kind == .stack { beneath += "/" + child.name }
    }
    if let modal = node.modal { visit(modal, path + "/modal", body) }
  }
}
