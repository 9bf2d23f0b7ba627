import CoreFlow

/// What the app calls the screen that it inherits from: the one for UIKit's controllers.
typealias DemoScreen<Core: Reactable> = Screen<Core>
