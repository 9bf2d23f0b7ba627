import NavigationRuntime

/// A queue that stores its first element inline, and allocates an array only for a second one.
struct Outbox<Element> {
  private var first: Element?
  private var rest = Queue<Element>()

  var isEmpty: Bool { first == nil }

  mutating func append(_ element: Element) {
    if first == nil { first = element } else { rest.append(element) }
  }

  mutating func popFirst() -> Element? {
    guard let element = first.take() else { return nil }
    if !rest.isEmpty { first = rest.popFirst() }
    return element
  }
}
