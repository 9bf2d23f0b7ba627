import UIKit

/// The scene in which the app shows its window.
@MainActor
public final class SampleScene {
  /// Receives the platform's refusals; UIKit logs them by itself.
  public var onReport: ((String) -> Void)?

  let scene: UIWindowScene?

  /// Makes a scene for an app's window.
  ///
  /// - Parameter scene: UIKit's scene; `nil` for a window that is not shown.
  public init(_ scene: UIWindowScene? = nil) { self.scene = scene }
}

/// A window in a scene.
public final class SampleWindow: UIWindow {
  /// The scene of the window.
  public let platform: SampleScene

  /// Makes a hidden window.
  ///
  /// - Parameter platform: The scene.
  public init(platform: SampleScene) {
    self.platform = platform
    if let scene = platform.scene {
      super.init(windowScene: scene)
    } else {
      super.init(frame: .zero)
    }
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }
}
