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
  public static func all(_ view: some View) -> [StandInElement] {
    if let primitive = view as? any StandInPrimitive { return primitive.elements }
    return all(view.body)
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
