import DemoKit
import Foundation
import SampleSession
import UIKit

/// Shows the example app in a scene.
///
/// The launch argument `-framework asyncflow` chooses the other framework.
final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  private var session: SampleSession?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    let app = SampleSession(
      framework: UserDefaults.standard.string(forKey: "framework"), in: SampleScene(scene))
    self.session = app
    app.start(opening: connectionOptions.urlContexts.map(\.url))
  }

  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
    session?.open(URLContexts.map(\.url))
  }

  func sceneDidDisconnect(_ scene: UIScene) {
    session?.stop()
    session = nil
  }
}
