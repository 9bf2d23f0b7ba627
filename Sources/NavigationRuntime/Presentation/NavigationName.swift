/// A name for people, made from the name of a type.
///
/// Module, generic arguments, a platform's prefix and words that every controller's name ends
/// with are left out: `MovieListViewController` is called `MovieList`. What has no name of its own
/// keeps the platform's word: `HeadlessNavigationController` is called `Navigation`. What hosts a
/// view is called by it: `UIHostingController<LoginView>` is called `Login`.
package func navigationName(of type: Any.Type) -> String {
  let key = ObjectIdentifier(type)
  if let known = knownNames.withLock({ $0[key] }) { return known }
  let name = makeNavigationName(of: type)
  knownNames.withLock { $0[key] = name }
  return name
}

/// The names made so far: a type keeps its name, and each controller that comes on screen asks.
private let knownNames = Locked<[ObjectIdentifier: String]>([:])

private func makeNavigationName(of type: Any.Type) -> String {
  var name = Substring(String(describing: type))
  if let hosted = hostedName(name) { return hosted }
  if let generic = name.firstIndex(of: "<") { name = name[..<generic] }
  for prefix in ["Headless", "UI", "NS"] where name.hasPrefix(prefix) {
    let rest = name.dropFirst(prefix.count)
    if rest.first?.isUppercase ?? false {
      name = rest
      break
    }
  }
  for suffix in ["ViewController", "Controller"] where name.hasSuffix(suffix) {
    let stem = name.dropLast(suffix.count)
    if !stem.isEmpty {
      name = stem
      break
    }
  }
  return name == "ViewController" ? "View" : String(name)
}

/// The name of the view that a controller of this type hosts; `nil` if it hosts none.
private func hostedName(_ type: Substring) -> String? {
  let host = type.prefix { $0 != "<" }
  guard host.hasSuffix("HostingController") || host.hasSuffix("HostingScreen"),
    // Of a screen's core and view, the view.
    var view = genericArguments(of: type).last
  else { return nil }
  // Of a view with a modifier, the view.
  while view.hasPrefix("ModifiedContent<"), let inner = genericArguments(of: view).first {
    view = inner
  }
  view = view.prefix { $0 != "<" }
  return String(view.hasSuffix("View") && view.count > 4 ? view.dropLast(4) : view)
}

/// `A<B, C>` and `D` of `Type<A<B, C>, D>`.
private func genericArguments(of type: Substring) -> [Substring] {
  guard let open = type.firstIndex(of: "<"), type.hasSuffix(">") else { return [] }
  var depth = 0
  return type[type.index(after: open)...].dropLast().split { character in
    if character == "<" || character == "(" { depth += 1 }
    if character == ">" || character == ")" { depth -= 1 }
    return character == "," && depth == 0
  }.map { $0.drop { $0 == " " } }
}
