import CoreFlow

// The app names the screen that it inherits from by this alias alone. A package that puts other
// classes of the same shape in its place has a file like this one and shares the rest.

/// The app's name for the screen that it inherits from.
typealias DemoScreen<Core: Reactable> = HeadlessScreen<Core>
