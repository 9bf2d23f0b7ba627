/// One of the five screens that show how to go forward, back and straight to the end.
package enum Letter: String, CaseIterable, Sendable {
  case a = "A"
  case b = "B"
  case c = "C"
  case d = "D"
  case e = "E"

  /// The letter after this one.
  package var next: Letter? {
    Self.allCases.firstIndex(of: self).map { $0 + 1 }
      .flatMap { Self.allCases.indices.contains($0) ? Self.allCases[$0] : nil }
  }

  /// The letters from the one after A to this one.
  package var wayFromA: [Letter] { Self.allCases.filter { $0.rawValue <= rawValue && $0 != .a } }
}
