import CoreFlow

// These tests run headless on every platform. What the specifications write are the platform's
// types, which are UIKit's or AppKit's on a Mac; a name of the module's own goes before those.

/// The headless screen.
public typealias Screen<Core: Reactable> = HeadlessScreen<Core>
/// The headless stack.
typealias PlatformNavigationController = HeadlessNavigationController
