import AsyncFlow
import DemoKit
import DemoShared
import Foundation

/// The example app, made with AsyncFlow.
public final class AsyncFlowApp: DemoShell, DemoApplication {
  private let coordinator: FlowCoordinator
  private let routes = makeRoutes()
  private var analytics: Cancellation?

  /// Makes the app; nothing is shown until it is started.
  ///
  /// - Parameters:
  ///   - platform: The process of its window.
  ///   - context: Its context.
  public override init(platform: DemoPlatform, context: NavigationContext) {
    coordinator = FlowCoordinator(context: context)
    super.init(platform: platform, context: context)
  }

  /// The framework.
  public var name: String { DemoFramework.asyncflow.name }

  /// Begins with the launch screen.
  public func start() {
    analytics = coordinator.onEvent { [events, appServices] event in
      events.add(.flow, "\(event)")
      if case .didNavigate(let event) = event {
        appServices.analytics.track(event.stepDescription)
      }
    }
    let stepper = SessionStepper(appServices.auth)
    coordinator.coordinate(
      flow: AppFlow(window: window, services: appServices), with: stepper)
  }

  /// Begins with the launch screen, and travels to the archive's place from there.
  public func start(from archive: Data) throws {
    let archive = try DemoArchive(archive, for: name)
    archive.restore(appServices)
    start()
    journey = coordinator.startJourney(to: archive.place, animated: false)
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
