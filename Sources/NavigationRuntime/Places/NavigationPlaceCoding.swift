import Foundation

/// The stored form of a place is a list of rows with their depth, like the lines of its description.
///
/// ```json
/// {"format": 1, "version": 2, "rows": [
///   {"depth": 0, "flow": "AppFlow"},
///   {"depth": 1, "value": "\"main\""},
///   {"depth": 2, "flow": "MainFlow", "selection": 1}
/// ]}
/// ```
///
/// A list has no nesting that could exhaust a decoder's stack.
extension NavigationPlace {
  struct Row: Codable {
    /// Twice the number of branches around the row, and one more for an entry.
    var depth: Int
    /// The flow of a branch; `nil` for an entry.
    var flow: String?
    var selection: Int?
    var state: String?
    /// The value of an entry; `nil` for a branch.
    var value: String?
  }

  /// The branches and entries, each before its contents.
  var rows: [Row] {
    var rows: [Row] = []
    Self.add(branches, depth: 0, to: &rows)
    return rows
  }

  private static func add(_ branches: [Branch], depth: Int, to rows: inout [Row]) {
    for branch in branches {
      rows.append(
        Row(
          depth: depth, flow: branch.flow, selection: branch.selection, state: branch.state?.json))
      for entry in branch.entries {
        rows.append(Row(depth: depth + 1, value: entry.value.json))
        // A deeper place is refused.
        guard depth < 2 * maximumDepth else { continue }
        add(entry.branches, depth: depth + 2, to: &rows)
      }
    }
  }

  init(rows: [Row]) throws {
    var index = 0
    branches = try Self.branches(at: 0, in: rows, from: &index)
    guard index == rows.count else {
      throw NavigationPlaceError.misplaced(rows[index], at: index, expecting: "at depth 0")
    }
  }

  /// Reads the branches at a depth, up to a row of a smaller depth.
  private static func branches(
    at depth: Int, in rows: [Row], from index: inout Int
  ) throws -> [Branch] {
    var branches: [Branch] = []
    while index < rows.count, rows[index].depth >= depth {
      let row = rows[index]
      guard row.depth == depth, let flow = row.flow, row.value == nil else {
        throw NavigationPlaceError.misplaced(
          row, at: index, expecting: "a branch at depth \(depth)")
      }
      guard depth < 2 * maximumDepth else {
        throw NavigationPlaceError(
          .tooDeep, "Row \(index), \(flow): more than \(maximumDepth) flows within one another.")
      }
      index += 1
      branches.append(
        Branch(
          flow: flow, selection: row.selection, state: row.state.map(Value.init(json:)),
          entries: try entries(at: depth + 1, in: rows, from: &index)))
    }
    return branches
  }

  private static func entries(
    at depth: Int, in rows: [Row], from index: inout Int
  ) throws -> [Entry] {
    var entries: [Entry] = []
    while index < rows.count, rows[index].depth >= depth {
      let row = rows[index]
      guard row.depth == depth, let value = row.value, row.flow == nil else {
        throw NavigationPlaceError.misplaced(
          row, at: index, expecting: "an entry at depth \(depth)")
      }
      index += 1
      entries.append(
        Entry(
          Value(json: value), branches: try branches(at: depth + 1, in: rows, from: &index)))
    }
    return entries
  }
}

extension NavigationPlace: Codable {
  private static let format = 1

  private enum CodingKeys: String, CodingKey {
    case format
    case version
    case rows
  }

  /// Decodes a place.
  ///
  /// Steps and states are decoded when they are used, so a place of an older version of the app can
  /// be read.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: ``NavigationPlaceError``, which names the row.
  public init(from decoder: any Decoder) throws {
    do {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      let format = try values.decode(Int.self, forKey: .format)
      guard format == Self.format else {
        throw NavigationPlaceError(.unknownFormat, "The format \(format) is not known.")
      }
      var list = try values.nestedUnkeyedContainer(forKey: .rows)
      var rows: [Row] = []
      while !list.isAtEnd {
        let index = list.currentIndex
        do { rows.append(try list.decode(Row.self)) } catch {
          throw NavigationPlaceError.damaged(error, at: index)
        }
      }
      try self.init(rows: rows)
    } catch let error as NavigationPlaceError {
      throw error
    } catch {
      throw NavigationPlaceError.damaged(error)
    }
  }

  /// Encodes the place.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: ``NavigationPlaceError`` for a place that is too deep; or an error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    let rows = rows
    if let index = rows.firstIndex(where: { $0.depth >= 2 * Self.maximumDepth }) {
      throw NavigationPlaceError(
        .tooDeep, "Row \(index): more than \(Self.maximumDepth) flows within one another.")
    }
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(Self.format, forKey: .format)
    try values.encode(rows, forKey: .rows)
  }
}

extension NavigationPlace {
  /// Returns the place as JSON, with the version of the app's steps and states.
  ///
  /// - Parameter version: A number that the app increases when its steps change.
  /// - Returns: The JSON, for ``init(data:version:migrate:)``.
  /// - Throws: ``NavigationPlaceError`` for a place that is too deep.
  public func data(version: Int = 0) throws -> Data {
    try JSONEncoder.canonical.encode(Archive(version: version, place: self))
  }

  /// Reads a place from JSON.
  ///
  /// ```swift
  /// let place = try NavigationPlace(data: data, version: 2) { place, version in
  ///   if version < 2 { place.replaceEntries { flow, entry in flow == "OldFlow" ? nil : entry } }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - data: The JSON of ``data(version:)``.
  ///   - version: The app's current version of its steps and states.
  ///   - migrate: Changes a place of another version, which it receives.
  /// - Throws: ``NavigationPlaceError``, which names the damaged row; or an error of `migrate`.
  public init(
    data: Data, version: Int = 0,
    migrate: (_ place: inout NavigationPlace, _ version: Int) throws -> Void = { _, _ in }
  ) throws {
    let archive: Archive
    do {
      archive = try JSONDecoder().decode(Archive.self, from: data)
    } catch let error as NavigationPlaceError {
      throw error
    } catch {
      throw NavigationPlaceError.damaged(error)
    }
    self = archive.place
    if archive.version != version { try migrate(&self, archive.version) }
  }

  private struct Archive: Codable {
    let version: Int
    let place: NavigationPlace

    init(version: Int, place: NavigationPlace) {
      self.version = version
      self.place = place
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      version = try values.decodeIfPresent(Int.self, forKey: .version) ?? 0
      place = try NavigationPlace(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try place.encode(to: encoder)
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(version, forKey: .version)
    }
  }
}

/// An error in a stored place.
public struct NavigationPlaceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an error.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The data are not those of a place.
    case damagedData
    /// A row is not where a place can have one.
    case misplacedRow
    /// The place has more flows within one another than ``NavigationPlace/maximumDepth``.
    case tooDeep
    /// A newer version of the library has stored the place.
    case unknownFormat
  }

  /// The kind of the error.
  public let code: Code
  /// The spot in the data, and the fact.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The code and the message.
  public var description: String { "\(code.rawValue): \(message)" }

  fileprivate static func misplaced(
    _ row: NavigationPlace.Row, at index: Int, expecting expected: String
  ) -> Self {
    let kind =
      switch (row.flow, row.value) {
      case (nil, nil): "neither a branch nor an entry"
      case (nil, _): "an entry"
      case (_, nil): "a branch"
      case (_, _): "both a branch and an entry"
      }
    return Self(
      .misplacedRow, "Row \(index) is \(kind) at depth \(row.depth), not \(expected).")
  }

  static func damaged(_ error: any Error, at row: Int? = nil) -> Self {
    guard let error = error as? DecodingError else {
      // The decoder's own errors, such as that of a number, have no path.
      return Self(.damagedData, (row.map { "Row \($0): " } ?? "") + "\(error)")
    }
    let context: DecodingError.Context
    var fact: String
    switch error {
    case .keyNotFound(let key, let found):
      (context, fact) = (found, "\(key.stringValue) is missing.")
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found):
      (context, fact) = (found, found.debugDescription)
    @unknown default: return Self(.damagedData, "\(error)")
    }
    let path = context.codingPath.map { $0.intValue.map { "row \($0)" } ?? $0.stringValue }
    if !path.isEmpty { fact = "At \(path.joined(separator: ", ")): \(fact)" }
    return Self(.damagedData, fact)
  }
}

extension JSONEncoder {
  /// A new encoder whose output is the same for equal values.
  static var canonical: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
