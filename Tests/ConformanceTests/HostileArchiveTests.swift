import DemoKit
import Foundation
import NavigationRuntime
import TestSupport
import Testing

/// The number of the damaged archives.
private enum Length {
  #if DEBUG
  static let archives = 100
  #else
  static let archives = 10_000
  #endif
}

@MainActor
@Suite("Damaged archives of both apps")
struct HostileArchiveTests {
  @Test(
    "A damaged place is read or refused, and a journey to it arrives or names what is missing",
    arguments: DemoFramework.allCases)
  func places(framework: DemoFramework) async throws {
    let originals = try await rows(of: framework)
    var world = await World(framework)
    for (number, seed) in RunLength.seeds(Length.archives).enumerated() {
      var generator = SeededGenerator(seed: seed)
      var rows = originals[generator.next(below: originals.count)]
      for _ in 0...generator.next(below: 3) { damage(&rows.rows, originals, &generator) }
      let isFlipped = generator.happens(percent: 20)
      let data = isFlipped ? rows.flipped(&generator) : Data(rows.text.utf8)
      do {
        let place = try NavigationPlace(data: data)
        // Exchanged characters can leave the same value in another form.
        try await world.travel(to: place, comparing: !isFlipped, seed)
      } catch let error as NavigationPlaceError {
        #expect(!error.message.isEmpty, "\(framework), seed \(seed)")
      }
      if number % 64 == 63 {
        await letOthersRun()
        await world.end()
        world = await World(framework)
      }
    }
    await world.end()
  }

  /// An app with a user who is logged in.
  @MainActor
  private struct World {
    let framework: DemoFramework
    let app: AppUnderTest

    init(_ framework: DemoFramework) async {
      self.framework = framework
      app = AppUnderTest(framework)
      await app.settle()
      await app.logIn()
    }

    /// Travels to a place, and then to one that is known.
    func travel(
      to place: NavigationPlace, comparing isCompared: Bool, _ seed: UInt64
    ) async throws {
      let note = "\(framework), seed \(seed)"
      let home = try #require(app.app?.place, "\(note)")
      let journey = try #require(app.app?.startJourney(to: place), "\(note)")
      let waiting = await app.app?.settled() ?? []
      if journey.outcome == nil {
        #expect(!waiting.isEmpty, "\(note)")
        journey.cancel()
      }
      let reached = try #require(app.app?.place, "\(note)")
      switch journey.outcome {
      case .arrived where isCompared:
        #expect(place.branches.allSatisfy { reached.contains($0) }, "\(note): \(place)\n\(reached)")
      case .incomplete(let missing): #expect(!missing.isEmpty, "\(note)")
      case .arrived, .covered, .cancelled: break
      default: Issue.record("\(note): \(String(describing: journey.outcome))")
      }
      // What is shown can be saved, and left.
      #expect(try NavigationPlace(data: reached.data()) == reached, "\(note)")
      let way = app.app?.startJourney(to: home)
      let waitingOnWay = await app.app?.settled() ?? []
      #expect(
        way?.outcome == .arrived,
        "\(note): \(String(describing: way?.outcome)), waiting for \(waitingOnWay)")
    }

    func end() async {
      let alive = await app.end()
      #expect(alive.isEmpty, "\(framework): \(alive)")
    }
  }

  /// Returns the rows of some places.
  private func rows(of framework: DemoFramework) async throws -> [PlaceRows] {
    let app = AppUnderTest(framework)
    await app.settle()
    await app.logIn()
    var places: [PlaceRows] = []
    for line in [
      "link \"https://demo.example/features/sync\"", "link \"https://demo.example/letters/C\"",
      "link \"https://demo.example/settings/profile\"",
    ] {
      _ = try await app.perform([line])
      places.append(try PlaceRows(of: try #require(app.app?.place)))
    }
    let alive = await app.end()
    #expect(alive.isEmpty)
    return places
  }

  /// Damages a place: rows of it and of others in other spots, and values that no app has written.
  private func damage(
    _ rows: inout [PlaceRows.Row], _ others: [PlaceRows], _ generator: inout SeededGenerator
  ) {
    guard !rows.isEmpty else { return }
    let index = generator.next(below: rows.count)
    let other = generator.next(below: rows.count)
    switch generator.next(below: 8) {
    case 0: rows.remove(at: index)
    case 1: rows.insert(rows[other], at: index)
    case 2: rows.swapAt(index, other)
    case 3: rows.removeSubrange(min(index, other)...max(index, other))
    case 4: rows.insert(contentsOf: rows[min(index, other)...max(index, other)], at: index)
    case 5:
      let foreign = others[generator.next(below: others.count)].rows
      let row = foreign[generator.next(below: foreign.count)]
      let depth = rows[index]["depth"]
      rows[index] = row
      rows[index]["depth"] = depth
    case 6: rows[index]["selection"] = ["0", "1", "2", "-1", "9"].randomElement(using: &generator)
    default:
      let key = ["flow", "state", "value"].randomElement(using: &generator) ?? ""
      let text = ["", "null", "{}", "[[[", "\"A\"", "MainFlow", "1e999"]
        .randomElement(using: &generator)
      rows[index][key] = PlaceRows.quoted(text ?? "")
    }
  }
}

extension AppUnderTest {
  /// Goes from the first screen to the tabs.
  fileprivate func logIn() async {
    _ = try? await perform([
      "tap Continue", "type kim@example.com into Email", "type secret into Password",
      "tap \"Log in\"",
    ])
  }
}

extension NavigationPlace {
  /// Whether a branch with the same flow has the entries and the selection of another one.
  fileprivate func contains(_ wanted: Branch) -> Bool {
    branches.contains { $0.covers(wanted) }
  }
}

extension NavigationPlace.Branch {
  fileprivate func covers(_ wanted: Self) -> Bool {
    guard flow == wanted.flow, wanted.selection == nil || wanted.selection == selection else {
      return false
    }
    var left = entries
    return wanted.entries.allSatisfy { entry in
      let index = left.firstIndex { found in
        found.value == entry.value
          && entry.branches.allSatisfy { branch in found.branches.contains { $0.covers(branch) } }
      }
      return index.map { left.remove(at: $0) } != nil
    }
  }
}
