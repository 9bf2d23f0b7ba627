import AsyncFlow
import DemoKit
import DemoShared
import Foundation

/// The example app, made with AsyncFlow.
@MainActor
public final class AsyncFlowApp: DemoApplication {
  private let shell: DemoShell
  private let coordinator: FlowCoordinator
  private let routes = makeRoutes()
  private var analytics: Cancellation?
  /// The way to the place of an archive.
  private var journey: Journey?

  /// Makes the app; nothing is shown until it is started.
  ///
  /// - Parameters:
  ///   - platform: The process of its window.
  ///   - context: Its context.
  public init(platform: DemoPlatform, context: NavigationContext) {
    shell = DemoShell(platform: platform, context: context)
    coordinator = FlowCoordinator(context: context)
  }

  /// The framework.
  public var name: String { DemoFramework.asyncflow.name }
  /// The window.
  public var window: DemoWindow { shell.window }
  /// The context.
  public var context: NavigationContext { shell.context }
  /// The store of the window.
  public var store: NavigationStore { shell.store }
  /// The services.
  public var services: any DemoServices { shell.services }
  /// The log of events.
  public var events: DemoEventLog { shell.events }

  /// Begins with the launch screen.
  public func start() {
    analytics = coordinator.onEvent { [shell] event in
      shell.events.add(.flow, "\(event)")
      if case .didNavigate(let event) = event {
        shell.services.analytics.track(event.stepDescription)
      }
    }
    let stepper = SessionStepper(shell.services.auth)
    coordinator.coordinate(
      flow: AppFlow(window: window, services: shell.services), with: stepper)
  }

  /// Begins with the launch screen, and travels to the archive's place from there.
  public func start(from archive: Data) throws {
    let archive = try DemoArchive(archive, for: name)
    archive.restore(shell.services)
    start()
    journey = coordinator.startJourney(to: archive.place, animated: false)
  }

  /// Returns the place, and the state of the services.
  ///
  /// Until a journey has ended, the place is its destination.
  public func archive() throws -> Data {
    let destination = journey.flatMap { $0.outcome == nil ? $0.place : nil }
    return try DemoArchive(destination ?? coordinator.place, shell.services, of: name).data()
  }

  /// Returns a new app, in a process of its own.
  public func successor() -> any DemoApplication {
    AsyncFlowApp(platform: DemoPlatform(), context: NavigationContext(clock: context.clock))
  }

  /// Follows a link as soon as its flows exist: after the login, if no user is logged in.
  public func open(_ link: URL) -> DemoLinkAnswer {
    events.add(.link, link.absoluteString)
    guard let plan = routes.plan(for: link) else { return Links.unknown(link) }
    coordinator.start(plan)
    return .accepted
  }

  /// The place of the app; empty before its start and after its end.
  public var place: NavigationPlace { coordinator.place }

  /// Starts a journey to a place.
  ///
  /// - Parameter place: A place that was read before, perhaps by another process or device.
  /// - Returns: The journey.
  public func startJourney(to place: NavigationPlace) -> Journey? {
    coordinator.startJourney(to: place)
  }

  /// Waits until nothing can continue by itself.
  public func settled() async -> [NavigationActivity] { await context.settled() }

  /// Ends all flows, and empties the window.
  public func stop() {
    coordinator.stop()
    journey = nil
    window.rootViewController = nil
    analytics = nil
  }
}

extension AsyncFlowApp {
  private static func makeRoutes() -> DeepLinkRoutes {
    var routes = DeepLinkRoutes()
    routes.add("/dashboard") { _ in plan(MainStep.dashboard) }
    routes.add("/features/:id") { parameters in
      parameters["id"].flatMap(Feature.init).map {
        plan(MainStep.dashboard, DashboardStep.feature($0))
      }
    }
    routes.add("/letters/:letter") { parameters in
      parameters["letter"].flatMap(Letter.init).map { letter in
        plan([MainStep.dashboard, DashboardStep.letters] + letter.wayFromA.map(LettersStep.show))
      }
    }
    routes.add("/settings") { _ in plan(MainStep.settings) }
    let pages = ["profile": SettingsStep.profile, "notifications": .notifications, "about": .about]
    for (page, step) in pages {
      routes.add("/settings/\(page)") { _ in plan(MainStep.settings, step) }
    }
    return routes
  }

  private static func plan(_ steps: any Step...) -> DeepLinkPlan { plan(steps) }

  /// A question for a permission ends the link: the user decides how to continue.
  private static func plan(_ steps: [any Step]) -> DeepLinkPlan {
    var plan = DeepLinkPlan(steps: steps)
    plan.retriesAfterDetour = false
    return plan
  }
}
