import DemoKit
import Foundation
import NavigationRuntime

/// The surroundings of the app, the same for each framework.
@MainActor
package final class DemoShell {
  package let window: DemoWindow
  package let context: NavigationContext
  package let store: NavigationStore
  package let services: AppServices
  package let events = DemoEventLog()

  package init(platform: DemoPlatform, context: NavigationContext) {
    self.context = context
    window = DemoWindow(platform: platform)
    window.makeKeyAndVisible()
    store = context.store(for: window)
    services = AppServices(context: context, events: events)
    events.follow(store, in: window)
  }
}
