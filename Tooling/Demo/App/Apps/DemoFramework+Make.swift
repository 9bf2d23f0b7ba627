import DemoAsyncFlow
import DemoCoreFlow
import DemoKit
import NavigationRuntime

extension DemoFramework {
  /// Makes the example app with this framework; nothing is shown until it is started.
  ///
  /// - Parameters:
  ///   - platform: The process of its window; a new one by default.
  ///   - context: Its context; a new one by default.
  /// - Returns: The app.
  @MainActor
  public func makeApp(
    platform: DemoPlatform? = nil, context: NavigationContext? = nil
  ) -> any DemoApplication {
    let platform = platform ?? DemoPlatform()
    let context = context ?? NavigationContext()
    return switch self {
    case .asyncflow: AsyncFlowApp(platform: platform, context: context)
    case .coreflow: CoreFlowApp(platform: platform, context: context)
    }
  }
}
