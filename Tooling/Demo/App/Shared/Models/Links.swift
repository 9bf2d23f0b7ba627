import DemoKit
import Foundation

/// The links that the app knows; their scheme and host may be any.
package enum Links {
  package static let known = [
    "/dashboard", "/features/:id", "/letters/:letter", "/settings", "/settings/profile",
    "/settings/notifications", "/settings/about",
  ]

  /// The app's answer to a link that leads nowhere.
  package static func unknown(_ link: URL) -> DemoLinkAnswer {
    let features = Feature.all.map(\.id).joined(separator: ", ")
    return .refused(
      """
      No screen belongs to "\(link.path)". Known are \(known.joined(separator: ", ")); features \
      are \(features), letters are A to E.
      """)
  }
}
