import Foundation

/// A place in an app, as a value: the steps or attachments that lead to the current screens.
///
/// ```
///   AppFlow
///     "main"
///       MainFlow, tab 1
///         "start"
///           DashboardFlow
///             "home"
///           SettingsFlow
///             "settings"
///             "profile"
/// ```
///
/// A place has a branch for each root flow. A branch lists the entries of its flow in the order of
/// the tree; an entry has a branch for each child flow that it started. Frameworks read places from
/// their flows, and travel to them. A place can be compared, printed and stored.
public struct NavigationPlace: Hashable, Sendable {
  /// The branches of the root flows, oldest first.
  public var branches: [Branch]

  /// Makes a place.
  ///
  /// - Parameter branches: The branches of the root flows.
  public init(branches: [Branch] = []) {
    self.branches = branches
  }

  /// The part of a place that belongs to one flow.
  public struct Branch: Hashable, Sendable {
    /// The name of the flow's type.
    public var flow: String
    /// The index of the selected tab or page, if the flow shows a container with a selection.
    public var selection: Int?
    /// The state that the flow keeps; see ``PlaceStateKeeping``.
    public var state: Value?
    /// The entries, in the order of the tree.
    public var entries: [Entry]

    /// Makes a branch.
    ///
    /// - Parameters:
    ///   - flow: The name of the flow's type.
    ///   - selection: The index of the selected tab or page.
    ///   - state: The state that the flow keeps.
    ///   - entries: The entries, in the order of the tree.
    public init(flow: String, selection: Int? = nil, state: Value? = nil, entries: [Entry] = []) {
      self.flow = flow
      self.selection = selection
      self.state = state
      self.entries = entries
    }
  }

  /// A step or an attachment, with the child flows that it started.
  public struct Entry: Hashable, Sendable {
    /// The step or the attachment.
    public var value: Value
    /// The branches of the child flows, in the order in which they were started.
    public var branches: [Branch]

    /// Makes an entry.
    ///
    /// - Parameters:
    ///   - value: The step or the attachment.
    ///   - branches: The branches of the child flows.
    public init(_ value: Value, branches: [Branch] = []) {
      self.value = value
      self.branches = branches
    }
  }

  /// An encoded value: JSON with sorted keys, so that equal values have equal text.
  ///
  /// A value with a `Set` is the exception, because its elements are encoded in any order. A journey
  /// compares steps and attachments themselves, as far as they are `Equatable`; `==` compares texts.
  public struct Value: Hashable, Sendable {
    /// The JSON.
    public let json: String

    /// Makes a value from JSON, which is read when the value is used.
    ///
    /// - Parameter json: The JSON.
    public init(json: String) {
      self.json = json
    }

    /// Encodes a value.
    ///
    /// - Parameter value: The value.
    /// - Throws: An error of the value's `encode(to:)`.
    public init(encoding value: some Encodable) throws {
      json = String(decoding: try JSONEncoder.canonical.encode(value), as: UTF8.self)
    }

    /// Decodes the value.
    ///
    /// - Parameter type: The type of the value.
    /// - Returns: The value.
    /// - Throws: A decoding error.
    public func decoded<T: Decodable>(as type: T.Type = T.self) throws -> T {
      try JSONDecoder().decode(type, from: Data(json.utf8))
    }
  }
}

extension NavigationPlace {
  /// The largest number of flows within one another that a stored place may have.
  public static let maximumDepth = 256

  /// Replaces or removes entries, for example those of an older version of the app.
  ///
  /// An entry is passed after its parents, and before its own branches.
  ///
  /// - Parameter transform: Returns the entry to use instead; `nil` to remove it. Receives the name
  ///   of the flow and the entry.
  public mutating func replaceEntries(
    _ transform: (_ flow: String, _ entry: Entry) throws -> Entry?
  ) rethrows {
    try Self.replaceEntries(in: &branches, transform)
  }

  private static func replaceEntries(
    in branches: inout [Branch], _ transform: (String, Entry) throws -> Entry?
  ) rethrows {
    for index in branches.indices {
      let flow = branches[index].flow
      branches[index].entries = try branches[index].entries.compactMap { entry in
        guard var entry = try transform(flow, entry) else { return nil }
        try replaceEntries(in: &entry.branches, transform)
        return entry
      }
    }
  }
}

extension NavigationPlace.Branch {
  /// Returns the branch with at most this number of flows within one another.
  package func cut(to depth: Int) -> Self {
    var copy = self
    for index in copy.entries.indices where !copy.entries[index].branches.isEmpty {
      copy.entries[index].branches =
        depth > 1 ? copy.entries[index].branches.map { $0.cut(to: depth - 1) } : []
    }
    return copy
  }
}

extension NavigationPlace: CustomStringConvertible {
  /// The place as indented lines, one for each branch and entry.
  public var description: String {
    rows.map { row in
      let indentation = String(repeating: "  ", count: row.depth)
      guard let flow = row.flow else { return indentation + (row.value ?? "") }
      let selection = row.selection.map { ", tab \($0)" } ?? ""
      return indentation + flow + selection + (row.state.map { ", \($0)" } ?? "")
    }.joined(separator: "\n")
  }
}

extension NavigationPlace.Value: CustomStringConvertible {
  /// The JSON.
  public var description: String { json }
}

/// A flow, or the view model of a screen, that keeps a piece of its state in places.
///
/// A saved place contains the state, and a journey to the place restores it: after the flow or the
/// screen has been shown, or at once if it is on screen already. Keep it small, and without secrets.
///
/// ```swift
/// final class SearchViewModel: PlaceStateKeeping {
///   var query = ""
///   var placeState: String { query }
///   func restore(_ query: String) { self.query = query }
/// }
/// ```
@MainActor
public protocol PlaceStateKeeping: AnyObject {
  /// The type of the state.
  associatedtype PlaceState: Codable

  /// The current state.
  var placeState: PlaceState { get }

  /// Takes over a state that a place contains.
  ///
  /// - Parameter state: The state.
  func restore(_ state: PlaceState)
}

extension PlaceStateKeeping {
  package func encodedPlaceState() throws -> NavigationPlace.Value {
    try NavigationPlace.Value(encoding: placeState)
  }

  /// The current state as a value of a place; `nil` if it cannot be encoded, which is reported.
  package func placeState(
    of owner: String, at site: CallSite? = nil, in context: NavigationContext
  ) -> NavigationPlace.Value? {
    do { return try encodedPlaceState() } catch {
      context.issues.report(.placeNotEncoded("The state of \(owner)", "\(error)", site))
      return nil
    }
  }

  /// Takes over a state, unless it is the current one.
  package func restore(_ value: NavigationPlace.Value) throws {
    let current = try? encodedPlaceState()
    if let current, current == value { return }
    let state = try value.decoded(as: PlaceState.self)
    // A stored value can be written with other white space and another order of keys.
    if let current, current == (try? NavigationPlace.Value(encoding: state)) { return }
    restore(state)
  }
}

extension NavigationIssue {
  package static func placeNotEncoded(
    _ subject: String, _ error: String, _ site: CallSite?
  ) -> Self {
    NavigationIssue(
      code: .init(rawValue: "placeNotEncoded"),
      fact: "\(subject) cannot be encoded, and is left out of places: \(error)",
      advice: "Use values that JSON can represent, such as finite numbers and texts.", at: site)
  }
}
