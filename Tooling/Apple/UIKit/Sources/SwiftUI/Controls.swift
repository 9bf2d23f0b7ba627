import Foundation

/// What a user finds in a view: how tests look at views and touch them.
public enum StandInElement {
  /// A text.
  case text(String)
  /// A button with its title.
  case button(String, @MainActor () -> Void)
  /// A text field with its title.
  case field(String, Binding<String>)
  /// A switch with its title.
  case toggle(String, Binding<Bool>)

  /// What is in a view, from the top to the bottom; its body is evaluated for it.
  @MainActor
  public static func all<Content: View>(_ view: Content) -> [StandInElement] {
    if let primitive = view as? any StandInPrimitive { return primitive.elements }
    // A representable has no body.
    return Content.Body.self == Never.self ? [] : all(view.body)
  }

  /// Shows a view in place of its former value: its state objects stay, and its body is evaluated.
  @MainActor
  static func show<Content: View>(_ view: Content, insteadOf former: Content?) {
    if let former {
      let pairs = zip(Mirror(reflecting: former).children, Mirror(reflecting: view).children)
      for (old, new) in pairs {
        guard let old = old.value as? any StandInLastingProperty else { continue }
        (new.value as? any StandInLastingProperty)?.continues(old)
      }
    }
    _ = all(view)
  }

  /// The texts in a view.
  @MainActor
  public static func texts(_ view: some View) -> [String] {
    all(view).compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  /// Taps a button; returns whether there is one with this title.
  @MainActor
  public static func tap(_ title: String, in view: some View) -> Bool {
    for case .button(title, let action) in all(view) {
      action()
      return true
    }
    return false
  }

  /// Types into a text field; returns whether there is one with this title.
  @MainActor
  public static func type(_ text: String, into title: String, in view: some View) -> Bool {
    for case .field(title, let binding) in all(view) {
      binding.wrappedValue = text
      return true
    }
    return false
  }

  /// Turns a switch; returns whether there is one with this title.
  @MainActor
  public static func turn(_ title: String, in view: some View) -> Bool {
    for case .toggle(title, let binding) in all(view) {
      binding.wrappedValue.toggle()
      return true
    }
    return false
  }
}

/// A view without a body.
@MainActor
protocol StandInPrimitive {
  var elements: [StandInElement] { get }
}

/// Stands in for SwiftUI's view.
public struct Text: View, StandInPrimitive {
  let content: String
  /// A text as it is.
  public init(verbatim content: String) { self.content = content }
  /// A text.
  public init<S: StringProtocol>(_ content: S) { self.content = String(content) }
  /// The same text.
  public func fontWeight(_ weight: Font.Weight?) -> Text { self }
  /// The same text.
  public func foregroundColor(_ color: Color?) -> Text { self }
  /// Never called.
  public var body: Never { preconditionFailure("Text has no body.") }
  var elements: [StandInElement] { [.text(content)] }
}

/// Stands in for SwiftUI's structure.
public struct Font: Hashable, Sendable {
  /// Stands in for SwiftUI's structure.
  public struct Weight: Hashable, Sendable {
    let name: String
    /// Heavy.
    public static let bold = Weight(name: "bold")
  }
}

/// Stands in for SwiftUI's structure.
public struct Color: Hashable, Sendable {
  let name: String
  /// For what matters.
  public static let primary = Color(name: "primary")
  /// For the rest.
  public static let secondary = Color(name: "secondary")
}

/// Stands in for SwiftUI's view.
public struct Button<Label: View>: View, StandInPrimitive {
  let title: String
  let action: @MainActor () -> Void
  /// Never called.
  public var body: Never { preconditionFailure("Button has no body.") }
  var elements: [StandInElement] { [.button(title, action)] }
}

extension Button where Label == Text {
  /// A button with a title.
  public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
    self.title = String(title)
    self.action = action
  }
}

/// Stands in for SwiftUI's view.
public struct TextField<Label: View>: View, StandInPrimitive {
  let title: String
  let text: Binding<String>
  /// Never called.
  public var body: Never { preconditionFailure("TextField has no body.") }
  var elements: [StandInElement] { [.field(title, text)] }
}

extension TextField where Label == Text {
  /// A text field with a title.
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) {
    self.title = String(title)
    self.text = text
  }
}

/// Stands in for SwiftUI's view.
public struct Toggle<Label: View>: View, StandInPrimitive {
  let title: String
  let isOn: Binding<Bool>
  /// Never called.
  public var body: Never { preconditionFailure("Toggle has no body.") }
  var elements: [StandInElement] { [.toggle(title, isOn)] }
}

extension Toggle where Label == Text {
  /// A switch with a title.
  public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {
    self.title = String(title)
    self.isOn = isOn
  }
}

/// Stands in for SwiftUI's view.
public struct VStack<Content: View>: View, StandInPrimitive {
  let content: Content
  /// Views below each other.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  /// Never called.
  public var body: Never { preconditionFailure("VStack has no body.") }
  var elements: [StandInElement] { StandInElement.all(content) }
}

/// Stands in for SwiftUI's view.
public struct List<SelectionValue: Hashable, Content: View>: View, StandInPrimitive {
  let content: Content
  /// Never called.
  public var body: Never { preconditionFailure("List has no body.") }
  var elements: [StandInElement] { StandInElement.all(content) }
}

extension List where SelectionValue == Never {
  /// A list with a row for each element.
  public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
    content = ForEach(data, content: rowContent)
  }
}

/// Stands in for SwiftUI's view.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  let data: Data
  let content: (Data.Element) -> Content
}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
  /// A view for each element.
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.data = data
    self.content = content
  }
}

extension ForEach: View, StandInPrimitive where Content: View {
  /// Never called.
  public var body: Never { preconditionFailure("ForEach has no body.") }
  var elements: [StandInElement] { data.flatMap { StandInElement.all(content($0)) } }
}
