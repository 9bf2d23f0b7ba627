import Foundation

/// A set of routes between places and URLs, for universal links, activities and an app's own scheme.
///
/// A pattern is compared with the decoded components of a path. Case matters, and empty components
/// do not count. Of query items with one name, the last one with a value counts; an item without a
/// value is no parameter. The user, port and fragment of a URL are ignored.
///
/// ```swift
/// var routes = PlaceRoutes(scheme: "https", host: "library.example")
/// routes.add("/books/:id") { parameters in
///   guard let id = parameters["id"].flatMap(Int.init) else { return nil }
///   let book = try NavigationPlace.Entry(encoding: id)
///   return NavigationPlace(branches: [.init(flow: "LibraryFlow", entries: [book])])
/// } parameters: { place in
///   place.values(of: Int.self, in: "LibraryFlow").last.map { id in ["id": "\(id)"] }
/// }
/// let url = try routes.url(for: place)
/// ```
@MainActor
public struct PlaceRoutes {
  private struct Route {
    let pattern: URLPattern
    let place: @MainActor ([String: String]) throws -> NavigationPlace?
    let parameters: @MainActor (NavigationPlace) throws -> [String: String]?
  }

  private let scheme: String
  private let host: String?
  private var routes: [Route] = []

  /// Makes an empty set of routes.
  ///
  /// - Parameters:
  ///   - scheme: The scheme of the URLs that are made.
  ///   - host: The host of the URLs that are made. If it is `nil`, the first component of a path
  ///     stands in the place of the host, as in `library://books/5`. The schemes `http` and `https`
  ///     need a host, without which no URL is made; nor is one with an invalid host, such as
  ///     `library.example/books`.
  public init(scheme: String, host: String? = nil) {
    self.scheme = scheme
    self.host = host
  }

  /// Adds a route; earlier routes are tried first.
  ///
  /// - Parameters:
  ///   - pattern: A path, in which a component that begins with a colon stands for a parameter.
  ///   - place: Makes the place from the parameters of the path and of the query; the path's take
  ///     precedence. If it returns `nil`, the next route is tried.
  ///   - parameters: Returns the parameters of a place, which become components of the path, or
  ///     the query if the pattern does not contain them. If it returns `nil`, the next route is
  ///     tried. Without this closure the route makes no URLs.
  public mutating func add(
    _ pattern: String,
    place: @escaping @MainActor ([String: String]) throws -> NavigationPlace?,
    parameters: @escaping @MainActor (NavigationPlace) throws -> [String: String]? = { _ in nil }
  ) {
    routes.append(Route(pattern: URLPattern(pattern), place: place, parameters: parameters))
  }

  /// Returns the place for a URL.
  ///
  /// - Parameter url: The URL. Its scheme is ignored, and so is its host, unless that is a component
  ///   of the path.
  /// - Returns: The place of the first route that fits; `nil` if none does.
  /// - Throws: An error of a route's closure.
  public func place(for url: URL) throws -> NavigationPlace? {
    guard let address = URLAddress(url, includesHost: host == nil) else { return nil }
    for route in routes {
      guard let parameters = route.pattern.parameters(of: address) else { continue }
      if let place = try route.place(parameters) { return place }
    }
    return nil
  }

  /// Returns the URL for a place.
  ///
  /// - Parameter place: The place.
  /// - Returns: The URL of the first route that fits; `nil` if none does, or if the URL would not
  ///   be read with the same parameters, because one of them is empty for example.
  /// - Throws: An error of a route's closure.
  public func url(for place: NavigationPlace) throws -> URL? {
    for route in routes {
      guard let parameters = try route.parameters(place),
        let url = route.pattern.url(scheme: scheme, host: host, parameters),
        let address = URLAddress(url, includesHost: host == nil),
        route.pattern.parameters(of: address) == parameters
      else { continue }
      return url
    }
    return nil
  }
}

extension NavigationPlace {
  /// Returns the entries of a flow that can be decoded as a type, in the order of the tree.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - flow: The name of the flow's type.
  /// - Returns: The values of all branches of the flow, wherever they are.
  public func values<T: Decodable>(of type: T.Type = T.self, in flow: String) -> [T] {
    var values: [T] = []
    var rest: [(flow: String, entry: Entry)] = []
    func push(_ branches: [Branch]) {
      for branch in branches.reversed() {
        rest += branch.entries.reversed().map { (branch.flow, $0) }
      }
    }
    push(branches)
    while let next = rest.popLast() {
      if next.flow == flow, let value = try? next.entry.value.decoded(as: type) {
        values.append(value)
      }
      push(next.entry.branches)
    }
    return values
  }
}

extension NavigationPlace.Entry {
  /// Makes an entry.
  ///
  /// - Parameters:
  ///   - value: The step or the attachment, which is encoded.
  ///   - branches: The branches of the child flows.
  /// - Throws: An error of the value's `encode(to:)`.
  public init(encoding value: some Encodable, branches: [NavigationPlace.Branch] = []) throws {
    self.init(try NavigationPlace.Value(encoding: value), branches: branches)
  }
}

/// The decoded path and query of a URL.
package struct URLAddress {
  let path: [String]
  /// Whether the first component of the path is the URL's host.
  let beginsWithHost: Bool
  let query: [String: String]

  /// Reads a URL, whose host may be the first component of the path, but never that of a web page;
  /// `nil` if it cannot be divided into parts.
  package init?(_ url: URL, includesHost: Bool) {
    guard let components = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return nil
    }
    var query: [String: String] = [:]
    for item in components.queryItems ?? [] {
      if let value = item.value { query[item.name] = value }
    }
    var path: [String] = []
    if includesHost, !components.isOfWebPage, let host = components.host, !host.isEmpty {
      path = [host]
    }
    beginsWithHost = !path.isEmpty
    // Split before decoding, because an encoded slash separates no components.
    path += components.percentEncodedPath.split(separator: "/")
      .map { $0.removingPercentEncoding ?? String($0) }
    self.path = path
    self.query = query
  }
}

extension URLComponents {
  fileprivate var isOfWebPage: Bool { ["http", "https"].contains(scheme?.lowercased()) }
}

/// A pattern of paths, such as `/movies/:id`.
package struct URLPattern {
  private let parts: [Substring]

  package init(_ text: String) {
    parts = text.split(separator: "/")
  }

  /// Returns the parameters of the path, and of the query; `nil` if the path does not match.
  ///
  /// A host is compared without its case (RFC 3986, section 3.2.2).
  package func parameters(of address: URLAddress) -> [String: String]? {
    guard address.path.count == parts.count else { return nil }
    var parameters = address.query
    for (index, (component, part)) in zip(address.path, parts).enumerated() {
      if part.hasPrefix(":") {
        parameters[String(part.dropFirst())] = component
      } else if index == 0, address.beginsWithHost {
        guard part.lowercased() == component.lowercased() else { return nil }
      } else if part != component {
        return nil
      }
    }
    return parameters
  }

  /// Returns the URL with these parameters; `nil` if one of the path's is missing, or if the parts
  /// make no URL.
  func url(scheme: String, host: String?, _ parameters: [String: String]) -> URL? {
    var query = parameters
    var path: [String] = []
    for part in parts {
      guard part.hasPrefix(":") else {
        path.append(String(part))
        continue
      }
      guard let value = parameters[String(part.dropFirst())] else { return nil }
      path.append(value)
      query[String(part.dropFirst())] = nil
    }
    // Setting an invalid scheme would trap. What follows a host would be lost.
    guard var components = URLComponents(string: "\(scheme)://\(host ?? "")"),
      components.scheme != nil, components.path.isEmpty, components.query == nil,
      components.fragment == nil
    else { return nil }
    if components.isOfWebPage, components.host?.isEmpty ?? true { return nil }
    if host == nil, !path.isEmpty { components.host = path.removeFirst() }
    // A slash within a component is encoded, so that it separates none.
    let encoded = path.map {
      $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
    components.percentEncodedPath = encoded.map { "/" + $0 }.joined()
    if !query.isEmpty {
      components.queryItems = query.sorted { $0.key < $1.key }
        .map { URLQueryItem(name: $0.key, value: $0.value) }
    }
    return components.url
  }
}
