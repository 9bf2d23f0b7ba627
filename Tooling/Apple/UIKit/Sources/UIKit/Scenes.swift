import Foundation
import HeadlessStandIn

// What a scene delegate uses. The tests call its methods, as the system does.

/// Stands in for Foundation's class.
open class NSUserActivity: NSObject {
  /// The type of an activity that opens a universal link.
  open var activityType: String
  /// What the activity contains.
  open var userInfo: [AnyHashable: Any]?
  /// The keys that the system keeps.
  open var requiredUserInfoKeys: Set<String>?
  /// The link of a universal link.
  open var webpageURL: URL?

  /// Makes an empty activity.
  public init(activityType: String) {
    self.activityType = activityType
  }

  /// Adds to the contents.
  open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
    userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
  }
}

/// Stands in for Foundation's constant.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

/// Stands in for UIKit's class, whose only kind is a scene of windows here.
public typealias UIScene = HeadlessWindowScene

extension HeadlessWindowScene {
  /// Stands in for UIKit's class.
  @MainActor
  public final class ConnectionOptions {
    /// The links with which the scene was opened.
    public var urlContexts: Set<UIOpenURLContext> = []
    /// The activities with which the scene was opened.
    public var userActivities: Set<NSUserActivity> = []

    /// Makes options without contents.
    public init() {}
  }
}

/// Stands in for UIKit's class.
public final class UIOpenURLContext: NSObject {
  /// The link.
  public let url: URL

  /// Makes the context of a link.
  public init(url: URL) {
    self.url = url
  }
}

/// Stands in for UIKit's class.
@MainActor
public final class UISceneSession {
  /// The activity that an earlier scene of the session has saved.
  public var stateRestorationActivity: NSUserActivity?

  /// Makes a session that has saved nothing.
  public init() {}
}

/// Stands in for UIKit's protocol, whose methods are optional.
@MainActor
public protocol UISceneDelegate: AnyObject {}

/// Stands in for UIKit's protocol.
public protocol UIWindowSceneDelegate: UISceneDelegate {}
