import CoreFlow
import DemoKit
import DemoShared
import Foundation

/// The example app, made with CoreFlow.
public final class CoreFlowApp: DemoShell, DemoApplication {
  private var root: RootFlow?
  private var analytics: Cancellation?

  /// The framework.
  public var name: String { DemoFramework.coreflow.name }

  /// Begins with the launch screen.
  public func start() {
    analytics = store.onChange { [store, appServices] _ in
      appServices.analytics.track(store.tree.visibleLeaf.name)
    }
    let root = RootFlow(services: appServices)
    self.root = root
    root.launch(in: window)
  }

  /// Begins with the launch screen, and travels to the archive's place from there.
  public func start(from archive: Data) throws {
    let archive = try DemoArchive(archive, for: name)
    archive.restore(appServices)
    start()
    guard let root else { return }
    journey = root.startJourney(to: archive.place, animated: false)
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

  /// Ends all flows, and empties the window.
  public func stop() {
    root?.stop(because: .stopped)
    root = nil
    journey = nil
    window.rootViewController = nil
    analytics = nil
  }
}
