/// One of the five letter screens: knows the way that led to it.
package struct LetterPage: Equatable {
  package enum Event: Equatable {
    case show(Letter)
    case back(Int)
    case close
  }

  package let path: [Letter]

  package init(path: [Letter]) {
    self.path = path
  }

  package var letter: Letter { path.last ?? .a }

  package var content: Content<Event> {
    var elements: [Content<Event>.Element] = [
      .text(path.map(\.rawValue).joined(separator: " → "))
    ]
    if let next = letter.next { elements.append(.button("Next", .show(next))) }
    if letter.next != nil, letter != .d { elements.append(.button("Jump to E", .show(.e))) }
    for count in 1...3 {
      elements.append(.button("Back \(count)", isEnabled: path.count > count, .back(count)))
    }
    elements.append(.button("Close", .close))
    return Content(letter.rawValue, elements)
  }
}
