import NavigationRuntime

/// An evening at the cinema: what is told, in order.
///
/// The story holds the two stacks weakly and its screens not at all, as an app should. The window
/// keeps what is on screen, and nothing keeps what is not.
@MainActor
final class Story {
  let platform = HeadlessPlatform()
  let context = NavigationContext()
  let window: HeadlessWindow
  let store: NavigationStore
  let narrator: Narrator
  weak var films: HeadlessNavigationController?
  weak var account: HeadlessNavigationController?

  private var everybody: [WeakController] = []

  init() {
    window = HeadlessWindow(platform: platform)
    store = context.store(for: window)
    narrator = Narrator(store, platform)
  }

  /// Plays the story.
  ///
  /// - Returns: Whether everything went as it should.
  func play() async -> Bool {
    print(
      """
      A story in which code and user take turns. Each move is told like this:

       1  code      what was done, and by whom: code that asks the runtime, a direct
                    call on a container, the user, or the platform
          outcome   what became of it; every request has exactly one
          changed   what the runtime published, and in brackets who caused it
          left      who has left the screen for good, in this order
                    │ the tree: what is on screen, #identifiers included
      """)
    await open()
    await codeAsks()
    await codeCalls()
    await userMoves()
    await sheetAndAlert()
    await animationsTakeTime()
    await close()
    guard narrator.isContent else { return false }
    print("\nThe story is complete.")
    return true
  }

  /// A controller with a name, whose end will be noticed.
  func cast<Controller: HeadlessViewController>(
    _ name: String, as controller: Controller
  ) -> Controller {
    controller.restorationIdentifier = name
    controller.title = name
    everybody.append(WeakController(controller: controller))
    narrator.watch(controller)
    return controller
  }

  /// A screen with a name.
  func screen(_ name: String) -> HeadlessViewController {
    cast(name, as: HeadlessViewController())
  }

  /// A stack with a name.
  func stack(_ name: String, _ root: HeadlessViewController) -> HeadlessNavigationController {
    cast(name, as: HeadlessNavigationController(rootViewController: root))
  }

  /// How many controllers the story has made so far.
  var castCount: Int { everybody.count }

  /// The names of those that are alive.
  var alive: [String] { everybody.compactMap { $0.controller?.navigationName } }
}

/// Looks at a controller without keeping it.
private struct WeakController {
  weak var controller: HeadlessViewController?
}
