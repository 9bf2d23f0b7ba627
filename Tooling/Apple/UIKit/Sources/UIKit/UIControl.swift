import HeadlessStandIn

// A class inside it stands in a signature of the adapter's.
@_exported import class HeadlessStandIn.HeadlessControl

/// Stands in for UIKit's class.
public typealias UIAction = HeadlessAction
/// Stands in for UIKit's class.
public typealias UIControl = HeadlessControl
/// Stands in for UIKit's class.
public typealias UIButton = HeadlessButton
/// Stands in for UIKit's class.
public typealias UITextField = HeadlessTextField
/// Stands in for UIKit's class.
public typealias UISwitch = HeadlessSwitch

/// Stands in for UIKit's enumeration.
public enum UIUserInterfaceIdiom: Int, Sendable {
  /// Not known.
  case unspecified = -1
  /// A telephone.
  case phone = 0
  /// A tablet.
  case pad = 1
  /// A television.
  case tv = 2
}

/// Stands in for UIKit's class.
@MainActor
open class UITraitCollection {
  /// What the app runs on.
  public final let userInterfaceIdiom: UIUserInterfaceIdiom

  init(userInterfaceIdiom: UIUserInterfaceIdiom) {
    self.userInterfaceIdiom = userInterfaceIdiom
  }
}

extension HeadlessView {
  /// Those of a telephone.
  public var traitCollection: UITraitCollection { UITraitCollection(userInterfaceIdiom: .phone) }
}
