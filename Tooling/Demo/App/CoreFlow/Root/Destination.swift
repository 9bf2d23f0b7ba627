import DemoShared
import Foundation

/// Where a link leads.
enum Destination {
  case dashboard
  case feature(Feature)
  case letter(Letter)
  case settings
  case page(SettingsPage)

  init?(_ link: URL) {
    let path = link.path.split(separator: "/").map(String.init)
    switch (path.first, path.count) {
    case ("dashboard", 1): self = .dashboard
    case ("features", 2):
      guard let feature = Feature(id: path[1]) else { return nil }
      self = .feature(feature)
    case ("letters", 2):
      guard let letter = Letter(rawValue: path[1]) else { return nil }
      self = .letter(letter)
    case ("settings", 1): self = .settings
    case ("settings", 2):
      guard let page = SettingsPage.allCases.first(where: { $0.rawValue.lowercased() == path[1] })
      else { return nil }
      self = .page(page)
    default: return nil
    }
  }

  /// The tab in which it is.
  var tab: Int {
    switch self {
    case .dashboard, .feature, .letter: 0
    case .settings, .page: 1
    }
  }
}
