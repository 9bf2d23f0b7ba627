import CoreFlow

// These tests run headless on every platform. The specifications name the platform's types, which
// are UIKit's or AppKit's on a Mac; the module's own names take precedence.

/// The headless screen.
public typealias Screen<Core: Reactable> = HeadlessScreen<Core>
/// The headless stack.
typealias PlatformNavigationController = HeadlessNavigationController
