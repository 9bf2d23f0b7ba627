import Foundation

/// The types of steps that can be decoded, by names that are the same in each launch of the app.
///
/// Of two private types with one name in a module, the one that was added last is known.
struct StepTypes {
  private var types: [String: any (Step & Codable).Type] = [:]

  mutating func insert(_ type: any (Step & Codable).Type) { types[Self.name(of: type)] = type }

  subscript(name: String) -> (any (Step & Codable).Type)? { types[name] }

  /// Returns the name of a type; `nil` if the type was not added.
  func name(of type: any Step.Type) -> String? {
    let name = Self.name(of: type)
    guard let known = types[name], known == type else { return nil }
    return name
  }

  /// The name of a private type without the address in it, which differs from launch to launch.
  private static func name(of type: Any.Type) -> String {
    let name = String(reflecting: type)
    guard name.contains("(unknown context") else { return name }
    return name.replacingOccurrences(
      of: #"\(unknown context at \$[0-9a-f]+\)\."#, with: "", options: .regularExpression)
  }
}
