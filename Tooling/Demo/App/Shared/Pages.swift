/// The screens that have nothing to remember.
@MainActor
package enum Pages {
  /// A screen with one way on.
  package enum Done { case done }

  package static let launch = Content<Never>("Launch", [.text("Starting")])

  package static let onboarding = Content<Done>(
    "Welcome", [.text("One app, two frameworks."), .button("Continue", .done)])

  package enum HomeEvent {
    case feature(Int)
    case letters
  }

  package static let home = Content<HomeEvent>(
    "Dashboard",
    [.list(Feature.all.map(\.name)) { .feature($0) }, .button("Letters", .letters)])

  package static func feature(_ feature: Feature) -> Content<Never> {
    Content(feature.name, [.text(feature.text)])
  }

  package enum PermissionEvent {
    case allow
    case notNow
  }

  package static func permission(for feature: Feature) -> Content<PermissionEvent> {
    Content(
      "Permission",
      [
        .text("\(feature.name) needs your permission."), .button("Allow", .allow),
        .button("Not now", .notNow),
      ])
  }

  package static func news(_ text: String) -> Content<Done> {
    Content("News", [.text(text), .button("Done", .done)])
  }

  package enum SettingsEvent {
    case profile
    case notifications
    case about
    case logOut
  }

  package static let settings = Content<SettingsEvent>(
    "Settings",
    [
      .button("Profile", .profile), .button("Notifications", .notifications),
      .button("About", .about), .button("Log out", .logOut),
    ])

  package static let about = Content<Never>(
    "About", [.text("The same app, made with each of the two frameworks.")])
}

/// One of the five letter screens: knows the way that led to it.
package struct LetterPage: Equatable {
  package enum Event: Equatable {
    case show(Letter)
    case back(Int)
    case close
  }

  package let path: [Letter]

  package init(path: [Letter]) {
    self.path = path
  }

  package var letter: Letter { path.last ?? .a }

  package var content: Content<Event> {
    var elements: [Content<Event>.Element] = [
      .text(path.map(\.rawValue).joined(separator: " → "))
    ]
    if let next = letter.next { elements.append(.button("Next", .show(next))) }
    if letter.next != nil, letter != .d { elements.append(.button("Jump to E", .show(.e))) }
    for count in 1...3 {
      elements.append(.button("Back \(count)", isEnabled: path.count > count, .back(count)))
    }
    elements.append(.button("Close", .close))
    return Content(letter.rawValue, elements)
  }
}
