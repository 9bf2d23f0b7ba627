import DemoKit
import Foundation
import UIKit

/// Shows the example app in a scene.
///
/// The launch argument `-framework asyncflow` chooses the other framework.
public final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  /// The app of the scene.
  public private(set) var session: SampleSession?

  /// Starts the app, from what an earlier scene has saved if there is one.
  public func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    let app = SampleSession(
      framework: UserDefaults.standard.string(forKey: "framework"), in: DemoPlatform(scene))
    self.session = app
    app.start(
      restoring: session.stateRestorationActivity,
      continuing: connectionOptions.userActivities.first,
      opening: connectionOptions.urlContexts.map(\.url))
  }

  /// Follows links.
  public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
    session?.open(URLContexts.map(\.url))
  }

  /// Follows a universal link, or continues where another device is.
  public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
    session?.continue(userActivity)
  }

  /// Returns the activity that the system keeps for a later scene.
  public func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
    session?.activityForRestoration()
  }

  /// Ends the app.
  public func sceneDidDisconnect(_ scene: UIScene) {
    session?.stop()
    session = nil
  }
}
