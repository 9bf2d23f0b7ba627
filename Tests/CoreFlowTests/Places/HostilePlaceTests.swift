import CoreFlow
import Foundation
import TestSupport
import Testing

/// Stored places with random damage.
@MainActor
@Suite("Damaged places of flows")
struct HostilePlaceTests {
  #if DEBUG
  private static let standard = 150
  #else
  private static let standard = 10_000
  #endif

  /// The rows of a place with everything that a place can have.
  private func rows() async throws -> PlaceRows {
    let world = RoomWorld()
    let tab = world.visible
    tab?.core.send(.type("first"))
    await tab?.attachChild(for: .push(1))
    await tab?.room(1)?.attachChild(for: .book(shelf: 2, id: 2))
    await tab?.room(1)?.room(2)?.attachChild(for: .sheet(3))
    tab?.room(1)?.room(2)?.core.send(.type("second"))
    return try PlaceRows(of: world.place)
  }

  private static let numbers = [
    "-1", "0", "1", "2", "3", "7", "512", "\(Int.max)", "\(Int.min)", "1e400", "0.5", "null",
    "99999999999999999999", #""1""#,
  ]
  private static let texts = [
    "", "\"", "RoomFlow", "HouseFlow", "CellarFlow", #"{"push":{"_0":1}}"#, #"{"tab":{"_0":1}}"#,
    #"{"push":{"_0":-9223372036854775808}}"#, #"{"sheet":{"_0":9223372036854775807}}"#,
    #"{"hand":{"_0":4}}"#, #"{"nothing":{}}"#, #"{"weight":{"_0":1e999}}"#, #"{"push":{}}"#,
    #"{"push":{"_0":1},"sheet":{"_0":1}}"#, #""state""#, "null", "\u{0}", "👩‍👩‍👧", "\u{202e}\u{301}",
    String(repeating: "[", count: 100_000), String(repeating: "[", count: 600) + "1",
  ]

  /// Damages a place within its rows.
  private func damage(_ rows: inout [PlaceRows.Row], _ generator: inout SeededGenerator) {
    guard !rows.isEmpty else { return }
    let index = generator.next(below: rows.count)
    let other = generator.next(below: rows.count)
    switch generator.next(below: 9) {
    case 0: rows.remove(at: index)
    case 1: rows.insert(rows[index], at: other)
    case 2: rows.swapAt(index, other)
    case 3:
      rows.insert(["depth": "\(index)", "value": PlaceRows.quoted(text(&generator))], at: index)
    case 4: rows[index].removeValue(forKey: rows[index].keys.sorted()[0])
    case 5: rows[index]["depth"] = Self.numbers.randomElement(using: &generator)
    case 6: rows[index]["selection"] = Self.numbers.randomElement(using: &generator)
    case 7:
      let key = ["flow", "state", "value"].randomElement(using: &generator) ?? ""
      rows[index][key] = PlaceRows.quoted(text(&generator))
    default:
      let depth = Int(rows[index]["depth"] ?? "") ?? 0
      let deeper = generator.next(below: 600)
      let nested = (0..<deeper).map { level -> PlaceRows.Row in
        let flow = (depth &+ level).isMultiple(of: 2)
        return [
          "depth": "\(depth &+ level)", flow ? "flow" : "value": PlaceRows.quoted(text(&generator)),
        ]
      }
      rows.insert(contentsOf: nested, at: index)
    }
  }

  private func text(_ generator: inout SeededGenerator) -> String {
    Self.texts.randomElement(using: &generator) ?? ""
  }

  @Test(
    "A number that is none of a row's is refused with the number of the row",
    arguments: ["1e400", "0.5", "99999999999999999999", "null", #""1""#, "[]"])
  func number(_ text: String) throws {
    for key in ["depth", "selection"] where text != "null" || key == "depth" {
      let row = #"{"flow":"RoomFlow","depth":0}"#
      let damaged = #"{"flow":"RoomFlow","depth":0,"\#(key)":\#(text)}"#
        .replacingOccurrences(of: key == "depth" ? #""depth":0,"# : "-", with: "")
      let data = Data(#"{"format":1,"rows":[\#(row),\#(damaged)]}"#.utf8)
      do {
        _ = try NavigationPlace(data: data)
        Issue.record("\(damaged) was read.")
      } catch let error as NavigationPlaceError {
        #expect(error.code == .damagedData)
        #expect(error.message.lowercased().contains("row 1"), "\(error)")
      }
    }
  }

  @Test("Damaged rows are read, or refused with their number; a journey to the rest has an outcome")
  func rowsAreDamaged() async throws {
    let original = try await rows()
    #expect(try NavigationPlace(data: Data(original.text.utf8)).branches.count == 1)
    for seed in RunLength.seeds(Self.standard) {
      var generator = SeededGenerator(seed: seed)
      var rows = original
      for _ in 0...generator.next(below: 3) { damage(&rows.rows, &generator) }
      do {
        let place = try NavigationPlace(data: Data(rows.text.utf8))
        try await travel(to: place, seed)
      } catch let error as NavigationPlaceError {
        #expect(error.message.lowercased().contains("row "), "seed \(seed): \(error)")
      }
    }
  }

  @Test("A text with exchanged characters is read or refused; a journey to it has an outcome")
  func textIsDamaged() async throws {
    let original = try await rows()
    for seed in RunLength.seeds(Self.standard) {
      var generator = SeededGenerator(seed: seed)
      let data = original.flipped(&generator)
      do {
        try await travel(to: try NavigationPlace(data: data), seed)
      } catch let error as NavigationPlaceError {
        #expect(!error.message.isEmpty, "seed \(seed)")
      }
    }
  }

  /// Travels in a world that shows something already; checks that `arrived` is true.
  private func travel(to place: NavigationPlace, _ seed: UInt64) async throws {
    let world = RoomWorld()
    world.door.open()
    if seed.isMultiple(of: 2) { await world.visible?.attachChild(for: .push(1)) }
    let journey = try #require(world.house?.startJourney(to: place))
    #expect(await world.context.settled().isEmpty, "seed \(seed)")
    let outcome = try #require(journey.outcome, "seed \(seed)")
    if outcome == .arrived {
      #expect(place.branches.count <= 1, "seed \(seed)")
      if let branch = place.branches.first {
        expect(branch, in: world.place.branches.first, "seed \(seed)")
      }
    }
    if case .incomplete(let missing) = outcome { #expect(!missing.isEmpty, "seed \(seed)") }
    #expect(try NavigationPlace(data: world.place.data()) == world.place, "seed \(seed)")
    world.leave()
  }

  /// Expects that a branch contains all entries of another one, with its selection and its states.
  private func expect(
    _ wanted: NavigationPlace.Branch, in shown: NavigationPlace.Branch?, _ note: String
  ) {
    #expect(shown?.flow == wanted.flow, "\(note)")
    if let selection = wanted.selection { #expect(shown?.selection == selection, "\(note)") }
    if let state = wanted.state {
      let text = try? state.decoded(as: String.self)
      #expect(text != nil && text == (try? shown?.state?.decoded(as: String.self)), "\(note)")
    }
    var left = shown?.entries ?? []
    for entry in wanted.entries {
      let value = try? entry.value.decoded(as: RoomPlace.self)
      let index = left.firstIndex { (try? $0.value.decoded(as: RoomPlace.self)) == value }
      guard let index, value != nil else {
        Issue.record("\(entry.value) is missing, \(note)")
        continue
      }
      let found = left.remove(at: index)
      #expect(entry.branches.count <= 1, "\(note)")
      if let branch = entry.branches.first { expect(branch, in: found.branches.first, note) }
    }
  }
}
