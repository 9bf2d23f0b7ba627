/// Returns a human-readable name, made from the name of a type.
///
/// The rule is the same for controllers, screens, windows and hosted views: it drops the module,
/// generic arguments, a platform's prefix and the word for the kind at the end.
/// `MovieListViewController`, `MovieListController`, `MovieListScreen` and
/// `UIHostingController<MovieListView>` are all called `MovieList`. A type without a name of its
/// own keeps the platform's word: `HeadlessNavigationController` is called `Navigation`, and
/// `HeadlessScreen` `Screen`.
package func navigationName(of type: Any.Type) -> String {
  let key = ObjectIdentifier(type)
  if let known = knownNames.withLock({ $0[key] }) { return known }
  let name = makeNavigationName(of: type)
  knownNames.withLock { $0[key] = name }
  return name
}

/// A cache: a type keeps its name, and every controller that comes on screen needs one.
private let knownNames = Locked<[ObjectIdentifier: String]>([:])

private func makeNavigationName(of type: Any.Type) -> String {
  let name = observedClass(Substring(String(describing: type)))
  return withoutKind(withoutPrefix(hostedView(name) ?? name).prefix { $0 != "<" })
}

/// Returns the class of an object whose class is one of key-value observing's own, which has the
/// name of the object's class in Objective-C, with the module.
private func observedClass(_ name: Substring) -> Substring {
  let prefix = "NSKVONotifying_"
  guard name.hasPrefix(prefix) else { return name }
  return name.dropFirst(prefix.count).split(separator: ".").last ?? name
}

private func withoutPrefix(_ name: Substring) -> Substring {
  for prefix in ["Headless", "UI", "NS"] where name.hasPrefix(prefix) {
    let rest = name.dropFirst(prefix.count)
    if rest.first?.isUppercase ?? false { return rest }
  }
  return name
}

/// Returns the name without the word for its kind at the end, if anything is left.
private func withoutKind(_ name: Substring) -> String {
  for word in ["ViewController", "Controller", "Screen", "View"] where name.hasSuffix(word) {
    let stem = name.dropLast(word.count)
    if !stem.isEmpty { return String(stem) }
  }
  return String(name)
}

/// Returns the view that a controller of this type hosts; `nil` if it hosts none.
private func hostedView(_ type: Substring) -> Substring? {
  let host = type.prefix { $0 != "<" }
  guard host.hasSuffix("HostingController") || host.hasSuffix("HostingScreen"),
    // Of the arguments core and view, the view.
    var view = genericArguments(of: type).last
  else { return nil }
  // Of a modified view, the view.
  while view.hasPrefix("ModifiedContent<"), let inner = genericArguments(of: view).first {
    view = inner
  }
  return view
}

/// Returns `A<B, C>` and `D` for `Type<A<B, C>, D>`.
private func genericArguments(of type: Substring) -> [Substring] {
  guard let open = type.firstIndex(of: "<"), type.hasSuffix(">") else { return [] }
  var depth = 0
  return type[type.index(after: open)...].dropLast().split { character in
    if character == "<" || character == "(" { depth += 1 }
    if character == ">" || character == ")" { depth -= 1 }
    return character == "," && depth == 0
  }.map { $0.drop { $0 == " " } }
}
