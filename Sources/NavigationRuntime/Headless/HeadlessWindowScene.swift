/// A scene with windows, shaped like `UIWindowScene`.
///
/// The system moves a scene to the background and back; here ``enterBackground()`` and
/// ``enterForeground()`` do. A scene makes no appearance callbacks, as on a device.
@MainActor
public final class HeadlessWindowScene: HeadlessObject {
  /// The states of a scene, shaped like `UIScene.ActivationState`.
  public enum ActivationState: Int, Sendable {
    /// Not connected to the app: the system has released the scene in the background.
    case unattached = -1
    /// On the screen, and receiving touches.
    case foregroundActive
    /// On the screen, and not receiving touches.
    case foregroundInactive
    /// Not on the screen.
    case background
  }

  /// The state of the scene.
  public private(set) var activationState = ActivationState.foregroundActive {
    didSet { for window in windows { window.notify(.display, by: .code) } }
  }

  /// The windows of the scene.
  public var windows: [HeadlessWindow] { members.compactMap(\.window) }

  private var members: [Member] = []

  private struct Member {
    weak var window: HeadlessWindow?
  }

  /// Makes an active scene without windows.
  public override init() {}

  /// Simulates the way to the background: the user has left the app.
  public func enterBackground() { activationState = .background }

  /// Simulates that the system disconnects the scene, which it may do in the background.
  public func disconnect() { activationState = .unattached }

  /// Simulates the return from the background.
  public func enterForeground() { activationState = .foregroundActive }

  /// Simulates an interruption, such as a system alert or the app switcher.
  public func becomeInactive() { activationState = .foregroundInactive }

  func add(_ window: HeadlessWindow) {
    remove(window)
    members.append(Member(window: window))
  }

  func remove(_ window: HeadlessWindow) {
    members.removeAll { $0.window == nil || $0.window === window }
  }
}
