import Foundation

/// The events of a trace as a value, which can be written to a file and read back.
///
/// The file has a JSON object in each line: a header, then the events, oldest first.
public struct TraceArchive: Sendable, Equatable {
  /// The version of the format.
  public static let version = 1

  /// A window with a tree.
  public struct Window: Sendable, Equatable, Codable {
    /// The number of the window in the trace.
    public var window: Int
    /// The tree.
    public var tree: NavigationTree

    /// Makes a window.
    ///
    /// - Parameters:
    ///   - window: The number of the window in the trace.
    ///   - tree: The tree.
    public init(window: Int, tree: NavigationTree) {
      self.window = window
      self.tree = tree
    }
  }

  /// The number of older events, which were dropped.
  public var droppedCount: Int
  /// The windows with their trees before the first event.
  public var windows: [Window]
  /// The events, oldest first.
  public var events: [TraceEvent]

  /// Makes an archive.
  ///
  /// - Parameters:
  ///   - droppedCount: The number of older events.
  ///   - windows: The windows with their trees before the first event.
  ///   - events: The events, oldest first.
  public init(droppedCount: Int = 0, windows: [Window] = [], events: [TraceEvent] = []) {
    self.droppedCount = droppedCount
    self.windows = windows
    self.events = events
  }
}

/// The part of the first line that all versions have.
private struct TraceVersion: Decodable {
  var navigationTrace: Int
}

/// The first line of a file.
private struct TraceHeader: Codable {
  var navigationTrace: Int
  var dropped: Int
  var windows: [TraceArchive.Window]
}

extension TraceArchive {
  /// The archive as lines of JSON, each with its line break.
  ///
  /// A tree of more than 200 levels, and a change that brings so many, is left out. Its window then
  /// has no tree in the file until an event contains one. An event whose time is infinite or no
  /// number is left out as well; a trace has none.
  public var jsonLines: String {
    let header = TraceHeader(
      navigationTrace: Self.version, dropped: droppedCount,
      windows: windows.filter { $0.tree.root.canBeEncoded })
    let encoder = JSONEncoder.canonical
    var lines = [Self.line(header, by: encoder) ?? ""]
    for event in events {
      lines.append(
        Self.line(event, by: encoder) ?? Self.line(event.withoutTree, by: encoder) ?? "")
    }
    return lines.joined()
  }

  private static func line(_ value: some Encodable, by encoder: JSONEncoder) -> String? {
    guard let data = try? encoder.encode(value) else { return nil }
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// Reads an archive.
  ///
  /// - Parameter jsonLines: The lines of a file.
  /// - Throws: ``TraceError`` with the number of the line that cannot be read.
  public init(jsonLines: String) throws {
    let decoder = JSONDecoder()
    // Split by bytes, since the two of a line break on Windows are one character.
    let lines = jsonLines.utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    )
    .enumerated().filter { !$0.element.allSatisfy(" \t\r".utf8.contains) }
    guard let first = lines.first else { throw TraceError(line: 1, reason: "The file is empty.") }
    let version: TraceVersion = try Self.value(of: first.element, at: first.offset + 1, by: decoder)
    guard version.navigationTrace == Self.version else {
      throw TraceError(
        line: first.offset + 1,
        reason: "The file has version \(version.navigationTrace), not \(Self.version).")
    }
    let header: TraceHeader = try Self.value(of: first.element, at: first.offset + 1, by: decoder)
    droppedCount = header.dropped
    windows = header.windows
    events = try lines.dropFirst().map { line in
      try Self.value(of: line.element, at: line.offset + 1, by: decoder)
    }
  }

  private static func value<Value: Decodable>(
    of line: Substring.UTF8View, at number: Int, by decoder: JSONDecoder
  ) throws -> Value {
    do {
      return try decoder.decode(Value.self, from: Data(line))
    } catch {
      throw TraceError(line: number, reason: "\(error)")
    }
  }

  /// The tree of each window that was open after an event.
  ///
  /// - Parameter number: The number of the event; 0 for the trees before the first one.
  /// - Returns: The trees, by the windows' numbers.
  public func trees(after number: Int) -> [Int: NavigationTree] {
    var trees: [Int: NavigationTree] = [:]
    for window in windows { trees[window.window] = window.tree }
    for event in events.prefix(while: { $0.number <= number }) { Self.follow(event, in: &trees) }
    return trees
  }

  /// Brings trees up to date with an event.
  ///
  /// A change that does not fit its tree, in a damaged file for instance, changes nothing.
  static func follow(_ event: TraceEvent, in trees: inout [Int: NavigationTree]) {
    guard let window = event.window else { return }
    if let tree = event.tree { trees[window] = tree }
    if let change = event.change { try? trees[window]?.apply(change) }
    // A change that could not be written leads to an unknown tree.
    let isUnknown = event.kind == .tree && event.change == nil && event.tree == nil
    if isUnknown || event.kind == .windowClosed { trees[window] = nil }
  }
}

extension TraceEvent {
  fileprivate var withoutTree: Self {
    var copy = self
    copy.tree = nil
    copy.change = nil
    return copy
  }
}

/// A line of a trace's file that cannot be read.
public struct TraceError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The number of the line, counted from 1.
  public var line: Int
  /// The reason in words.
  public var reason: String

  /// The line and the reason.
  public var description: String { "Line \(line): \(reason)" }
}
