// What the templates use of SwiftUI, with its signatures.
public import Foundation
public import HeadlessStandIn
public import UIKit

/// Stands in for SwiftUI's protocol.
@MainActor @preconcurrency
public protocol View {
  /// The type of the body.
  associatedtype Body: View
  /// What the view is made of.
  @ViewBuilder @MainActor @preconcurrency
  var body: Body { get }
}

extension Never: View {
  /// There is none.
  public var body: Never { preconditionFailure("Never has no body.") }
}

/// Stands in for SwiftUI's type.
@MainActor
@resultBuilder
public struct ViewBuilder {
  /// A view as it is.
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  /// One view.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  /// Several views.
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    TupleView((repeat each content))
  }
}

/// Stands in for SwiftUI's view.
public struct TupleView<T>: View {
  /// The views.
  public var value: T
  /// Makes it.
  public init(_ value: T) { self.value = value }
  /// There is none.
  public var body: Never { preconditionFailure("TupleView has no body.") }
}

/// Stands in for SwiftUI's view.
public struct VStack<Content: View>: View {
  /// Makes it.
  public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
  /// There is none.
  public var body: Never { preconditionFailure("VStack has no body.") }
}

/// Stands in for SwiftUI's view.
public struct Text: View {
  /// Makes it.
  public init<S: StringProtocol>(_ content: S) {}
  /// There is none.
  public var body: Never { preconditionFailure("Text has no body.") }
}

/// Stands in for SwiftUI's view.
public struct Button<Label: View>: View {
  /// Makes it.
  public init<S: StringProtocol>(
    _ title: S, action: @escaping @MainActor () -> Void
  ) where Label == Text {}
  /// There is none.
  public var body: Never { preconditionFailure("Button has no body.") }
}

/// Stands in for SwiftUI's controller.
@MainActor @preconcurrency
open class UIHostingController<Content: View>: UIViewController {
  /// What is shown.
  open var rootView: Content
  /// Makes it.
  public init(rootView: Content) {
    self.rootView = rootView
    super.init(nibName: nil, bundle: nil)
  }
  /// Not used.
  public required init?(coder: NSCoder) { nil }
}
