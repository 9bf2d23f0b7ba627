#if canImport(UIKit)
import Acceptance
import UIKit

/// Runs all tests, each in a window of its own, and prints a line for each.
@main
final class AcceptanceApp: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    let configuration = UISceneConfiguration(
      name: nil, sessionRole: connectingSceneSession.role)
    configuration.delegateClass = AcceptanceScene.self
    return configuration
  }
}

/// The scene of the windows.
final class AcceptanceScene: UIResponder, UIWindowSceneDelegate {
  private var work: Task<Void, Never>?

  func sceneDidBecomeActive(_ scene: UIScene) {
    guard work == nil, let scene = scene as? UIWindowScene else { return }
    work = Task { await runAll(in: scene) }
  }

  private func runAll(in scene: UIWindowScene) async {
    var failures = 0
    for acceptance in Acceptance.all {
      let host = DeviceHost(scene)
      let run = await acceptance.run(in: host)
      host.close()
      if !run.faults.isEmpty { failures += 1 }
      print("acceptance: \(acceptance) \(run.result)")
    }
    print("acceptance: end of \(Acceptance.all.count) tests")
    exit(failures == 0 ? 0 : 1)
  }
}
#endif
