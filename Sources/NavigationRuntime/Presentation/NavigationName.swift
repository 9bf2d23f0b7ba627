/// A name for people, made from the name of a type.
///
/// Module, generic arguments, a platform's prefix and words that every controller's name ends
/// with are left out: `MovieListViewController` is called `MovieList`. What has no name of its own
/// keeps the platform's word: `HeadlessNavigationController` is called `Navigation`.
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
