// UIKit's types that the templates use and the libraries do not, so that Tooling/Apple/UIKit has
// no stand-in for them.
@_exported import Foundation
public import HeadlessStandIn

/// Stands in for UIKit's class.
public typealias UIBarButtonItem = HeadlessBarButtonItem

/// Stands in for UIKit's class.
public typealias UIColor = HeadlessColor
