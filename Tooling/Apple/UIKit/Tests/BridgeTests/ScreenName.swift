import CoreFlow

/// The screen of UIKit's controllers, as the names of the other controllers mean UIKit's.
typealias HeadlessScreen<Core: Reactable> = Screen<Core>
