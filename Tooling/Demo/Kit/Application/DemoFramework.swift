/// The framework with which the example app is made.
public enum DemoFramework: String, Sendable, CaseIterable {
  /// Flows that turn steps into navigation.
  case asyncflow
  /// Features made of a flow, a core and a screen.
  case coreflow

  /// The name of the library.
  public var name: String {
    switch self {
    case .asyncflow: "AsyncFlow"
    case .coreflow: "CoreFlow"
    }
  }
}
