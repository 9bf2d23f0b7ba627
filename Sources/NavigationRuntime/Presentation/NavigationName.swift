/// A name for people, made from the name of a type.
///
/// One rule for controllers, screens, windows and the views that they host: module, generic
/// arguments, a platform's prefix and the word at the end that says what kind of thing it is are
/// left out. `MovieListViewController`, `MovieListController`, `MovieListScreen` and
/// `UIHostingController<MovieListView>` are all called `MovieList`. What has no name of its own
/// keeps the platform's word: `HeadlessNavigationController` is called `Navigation`, and
/// `HeadlessScreen` `Screen`.
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
  let name = Substring(String(describing: type))
  return withoutKind(withoutPrefix(hostedView(name) ?? name).prefix { $0 != "<" })
}

private func withoutPrefix(_ name: Substring) -> Substring {
  for prefix in ["Headless", "UI", "NS"] where name.hasPrefix(prefix) {
    let rest = name.dropFirst(prefix.count)
    if rest.first?.isUppercase ?? false { return rest }
  }
  return name
}

/// The name without the word at its end that says what kind of thing it is, if something is left.
private func withoutKind(_ name: Substring) -> String {
  for word in ["ViewController", "Controller", "Screen", "View"] where name.hasSuffix(word) {
    let stem = name.dropLast(word.count)
    if !stem.isEmpty { return String(stem) }
  }
  return String(name)
}

/// The view that a controller of this type hosts; `nil` if it hosts none.
private func hostedView(_ type: Substring) -> Substring? {
  let host = type.prefix { $0 != "<" }
  guard host.hasSuffix("HostingController") || host.hasSuffix("HostingScreen"),
    // Of a screen's core and view, the view.
    var view = genericArguments(of: type).last
  else { return nil }
  // Of a view with a modifier, the view.
  while view.hasPrefix("ModifiedContent<"), let inner = genericArguments(of: view).first {
    view = inner
  }
  return view
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
