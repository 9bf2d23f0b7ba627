import CoreFlow

/// The demo's name for the screen that it inherits from.
typealias DemoScreen<Core: Reactable> = Screen<Core>
