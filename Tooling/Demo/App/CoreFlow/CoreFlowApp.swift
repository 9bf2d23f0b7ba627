import CoreFlow
import DemoKit
import DemoShared
import Foundation

/// The example app, made with CoreFlow.
@MainActor
public final class CoreFlowApp: DemoApplication {
  private let shell: DemoShell
  private var root: RootFlow?
  /// The way to the place of an archive.
  private var journey: Journey?
  private var analytics: Cancellation?

  /// Makes the app; nothing is shown until it is started.
  ///
  /// - Parameters:
  ///   - platform: The process of its window.
  ///   - context: Its context.
  public init(platform: DemoPlatform, context: NavigationContext) {
    shell = DemoShell(platform: platform, context: context)
  }

  /// The framework.
  public var name: String { DemoFramework.coreflow.name }
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
    analytics = store.onChange { [shell] change in
      shell.services.analytics.track(shell.store.tree.visibleLeaf.name)
    }
    let root = RootFlow(services: shell.services)
    self.root = root
    root.launch(in: window)
  }

  /// Begins with the launch screen, and travels to the archive's place from there.
  public func start(from archive: Data) throws {
    let archive = try DemoArchive(archive, for: name)
    archive.restore(shell.services)
    start()
    guard let root else { return }
    journey = root.startJourney(to: archive.place, animated: false)
  }

  /// Returns the place, and the state of the services.
  ///
  /// Until a journey has ended, the place is its destination.
  public func archive() throws -> Data {
    let destination = journey.flatMap { $0.outcome == nil ? $0.place : nil }
    return try DemoArchive(destination ?? place, shell.services, of: name).data()
  }

  /// Returns a new app, in a process of its own.
  public func successor() -> any DemoApplication {
    CoreFlowApp(platform: DemoPlatform(), context: NavigationContext(clock: context.clock))
  }

  /// Follows a link as soon as the tabs exist: after the login, if no user is logged in.
  public func open(_ link: URL) -> DemoLinkAnswer {
    events.add(.link, link.absoluteString)
    guard let destination = Destination(link), let root else { return Links.unknown(link) }
    root.core.follow(destination)
    return .accepted
  }

  /// The place of the app; empty before its start and after its end.
  public var place: NavigationPlace { root?.place ?? NavigationPlace() }

  /// Starts a journey to a place.
  ///
  /// - Parameter place: A place that was read before, perhaps by another process or device.
  /// - Returns: The journey.
  public func startJourney(to place: NavigationPlace) -> Journey? {
    root?.startJourney(to: place)
  }

  /// Waits until nothing can continue by itself.
  @discardableResult
  public func settled() async -> [NavigationActivity] { await context.settled() }

  /// Ends all flows, and empties the window.
  public func stop() {
    root?.stop(because: .stopped)
    root = nil
    journey = nil
    window.rootViewController = nil
    analytics = nil
  }
}
