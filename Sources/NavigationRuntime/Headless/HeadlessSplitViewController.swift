import Foundation

/// Columns side by side, or one stack where there is no room, shaped like
/// `UISplitViewController`.
open class HeadlessSplitViewController: HeadlessViewController {
}
