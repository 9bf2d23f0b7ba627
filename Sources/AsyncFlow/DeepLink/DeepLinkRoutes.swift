import Foundation

/// A set of routes that make plans from URLs.
///
/// ```swift
/// var routes = DeepLinkRoutes()
/// routes.add("/movies/:id") { parameters in
///   guard let id = parameters["id"].flatMap(Int.init) else { return nil }
///   return DeepLinkPlan(steps: [AppStep.main, MovieStep.movieDetail(id: id)])
/// }
/// if let plan = routes.plan(for: url) { coordinator.start(plan) }
/// ```
@MainActor
public struct DeepLinkRoutes {
  private struct Route {
    let components: [Substring]
    let plan: @MainActor ([String: String]) -> DeepLinkPlan?
  }

  private let includesHost: Bool
  private var routes: [Route] = []

  /// Makes an empty set of routes.
  ///
  /// - Parameter includesHost: Whether the host of a URL is the first component of its path, as in
  ///   `shop://items/5`. The host of a web page, as in `https://shop.example/items/5`, never is.
  public init(includesHost: Bool = false) {
    self.includesHost = includesHost
  }

  /// Adds a route; earlier routes are tried first.
  ///
  /// - Parameters:
  ///   - pattern: A path, in which a component that begins with a colon stands for a parameter.
  ///   - plan: Makes the plan from the parameters of the path and of the query; the path's take
  ///     precedence. If it returns `nil`, the next route is tried.
  public mutating func add(
    _ pattern: String, plan: @escaping @MainActor ([String: String]) -> DeepLinkPlan?
  ) {
    routes.append(Route(components: pattern.split(separator: "/"), plan: plan))
  }

  /// Returns the plan for a URL.
  ///
  /// - Parameter url: The URL. Its host is ignored, unless it is a component of the path.
  /// - Returns: The plan of the first route that fits.
  public func plan(for url: URL) -> DeepLinkPlan? {
    guard let components = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
      return nil
    }
    var query: [String: String] = [:]
    for item in components.queryItems ?? [] { query[item.name] = item.value }
    // Split before decoding, because an encoded slash separates no components.
    let path =
      host(of: components)
      + components.percentEncodedPath.split(separator: "/")
      .map { $0.removingPercentEncoding ?? String($0) }
    for route in routes {
      guard var parameters = match(path, route.components) else { continue }
      parameters.merge(query) { path, _ in path }
      if let plan = route.plan(parameters) { return plan }
    }
    return nil
  }

  /// The host, if it is a component of the path.
  private func host(of components: URLComponents) -> [String] {
    let isOfTheWeb = ["http", "https"].contains(components.scheme?.lowercased())
    guard includesHost, !isOfTheWeb, let host = components.host, !host.isEmpty else { return [] }
    return [host]
  }

  private func match(_ path: [String], _ pattern: [Substring]) -> [String: String]? {
    guard path.count == pattern.count else { return nil }
    var parameters: [String: String] = [:]
    for (component, part) in zip(path, pattern) {
      if part.hasPrefix(":") {
        parameters[String(part.dropFirst())] = component
      } else if part != component {
        return nil
      }
    }
    return parameters
  }
}
