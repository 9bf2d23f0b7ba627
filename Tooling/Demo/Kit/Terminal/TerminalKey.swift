/// A key that was pressed.
public enum TerminalKey: Sendable, Hashable {
  /// Something to write: a character or a part of one.
  case text(String)
  /// Return.
  case enter
  /// Tab.
  case tab
  /// Shift and tab.
  case backTab
  /// Escape.
  case escape
  /// The key that deletes to the left.
  case backspace
  /// The arrow up.
  case up
  /// The arrow down.
  case down
  /// The arrow to the left.
  case left
  /// The arrow to the right.
  case right
  /// To the beginning.
  case home
  /// To the end.
  case end
  /// Control and C: stop at once.
  case interrupt
  /// Control and D: there is no more input.
  case endOfInput
  /// Control and L: draw everything anew.
  case redraw
}

/// Turns the bytes that a terminal sends into keys.
///
/// A sequence may arrive in pieces; an incomplete one waits for the next piece. Escape alone is the
/// beginning of every sequence, and only time distinguishes it: call ``flush()`` when nothing has
/// followed for a while.
public struct TerminalKeyParser: Sendable {
  private var pending: [UInt8] = []

  /// The longest sequence with a meaning.
  private static let longestSequence = 32

  /// Makes a parser that has read nothing.
  public init() {}

  /// Whether the beginning of a sequence waits for its rest.
  public var isWaiting: Bool { !pending.isEmpty }

  /// Reads bytes.
  ///
  /// - Parameter bytes: The bytes that have arrived.
  /// - Returns: The keys that are complete now; bytes without a meaning are left out.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalKey] {
    pending += bytes
    var keys: [TerminalKey] = []
    while let first = pending.first {
      guard let (key, length) = first == 0x1B ? sequence() : character(first) else { break }
      if let key { keys.append(key) }
      pending.removeFirst(length)
    }
    return keys
  }

  /// Ends a sequence: escape alone is the key, anything else was cut off.
  public mutating func flush() -> [TerminalKey] {
    defer { pending = [] }
    return pending == [0x1B] ? [.escape] : []
  }

  /// The key at the beginning and its length; `nil` if there is more to come.
  private func sequence() -> (TerminalKey?, Int)? {
    guard pending.count > 1 else { return nil }
    switch pending[1] {
    case 0x1B: return (.escape, 1)
    case UInt8(ascii: "O"):
      guard pending.count > 2 else { return nil }
      return (Self.finalKeys[pending[2]], 3)
    case UInt8(ascii: "["):
      guard let end = pending.dropFirst(2).firstIndex(where: { !(0x20...0x3F).contains($0) })
      else { return pending.count > Self.longestSequence ? (nil, pending.count) : nil }
      // Another sequence begins inside this one, whose beginning has no meaning.
      guard (0x40...0x7E).contains(pending[end]) else { return (nil, end) }
      if pending[end] == UInt8(ascii: "~") {
        return (Self.numberedKeys[String(decoding: pending[2..<end], as: UTF8.self)], end + 1)
      }
      return (Self.finalKeys[pending[end]], end + 1)
    default:
      // Alt and a key; the key alone would be a surprise.
      guard let (_, length) = character(pending[1], at: 1) else { return nil }
      return (nil, length + 1)
    }
  }

  private func character(_ first: UInt8, at start: Int = 0) -> (TerminalKey?, Int)? {
    if let key = Self.controlKeys[first] { return (key, 1) }
    if first < 0x20 { return (nil, 1) }
    let length =
      switch first {
      case 0..<0x80: 1
      case 0xC2..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0..<0xF5: 4
      default: 0
      }
    // A byte that begins nothing is left out.
    guard length > 0 else { return (nil, 1) }
    let bytes = pending[start...].prefix(length)
    let rest = bytes.dropFirst().prefix { (0x80..<0xC0).contains($0) }
    if bytes.count == rest.count + 1, bytes.count < length { return nil }
    guard rest.count == length - 1, let text = String(validating: bytes) else {
      return (nil, 1 + rest.count)
    }
    return (.text(text), length)
  }

  private static let controlKeys: [UInt8: TerminalKey] = [
    0x03: .interrupt, 0x04: .endOfInput, 0x08: .backspace, 0x09: .tab, 0x0A: .enter,
    0x0C: .redraw, 0x0D: .enter, 0x7F: .backspace,
  ]

  private static let finalKeys: [UInt8: TerminalKey] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "F"): .end, UInt8(ascii: "H"): .home,
    UInt8(ascii: "M"): .enter, UInt8(ascii: "Z"): .backTab,
  ]

  private static let numberedKeys: [String: TerminalKey] = [
    "1": .home, "4": .end, "7": .home, "8": .end,
  ]
}

extension String {
  /// The text that bytes stand for, if they are one.
  fileprivate init?(validating bytes: ArraySlice<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard Array(text.utf8) == Array(bytes) else { return nil }
    self = text
  }
}
