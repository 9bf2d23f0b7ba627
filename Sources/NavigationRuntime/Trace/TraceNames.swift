/// A type whose values a trace shows by the name of the type only.
///
/// For steps, actions and states whose cases, too, are secret.
public protocol TraceHidden {}

/// The name of a type, and the texts for its values.
@MainActor
final class TraceType {
  let name: String
  let isHidden: Bool
  /// Whether its values are shown with the names of their cases.
  private let hasCases: Bool
  /// Whether its values describe themselves, perhaps with more than the case.
  private let describesItself: Bool
  /// The texts for values that fill one byte, by that byte.
  private var texts: [UInt8: String] = [:]

  init(of value: Any) {
    name = "\(type(of: value))"
    isHidden = value is any TraceHidden
    hasCases =
      Mirror(reflecting: value).displayStyle == .enum && !(value is any CustomReflectable)
    describesItself = value is any CustomStringConvertible
  }

  /// Returns the name of the type, with that of the case for an enumeration.
  ///
  /// Reflection takes a microsecond. An enumeration without associated values usually fills one
  /// byte, and is reflected once for each case.
  func text<Value>(for value: Value) -> String {
    guard hasCases else { return name }
    guard MemoryLayout<Value>.size == 1 else { return reflectedText(for: value) }
    let byte = withUnsafeBytes(of: value) { $0[0] }
    if let known = texts[byte] { return known }
    let text = reflectedText(for: value)
    texts[byte] = text
    return text
  }

  private func reflectedText(for value: Any) -> String {
    if let label = Mirror(reflecting: value).children.first?.label { return "\(name).\(label)" }
    return describesItself ? name : "\(name).\(value)"
  }
}
