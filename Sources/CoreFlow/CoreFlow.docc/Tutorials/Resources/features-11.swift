import CoreFlow
import Foundation
import Testing

@MainActor
@Test func filmsAreLoaded() async {
  let store = CoreTestStore(FilmListCore(initialState: FilmListState())) {
    let location = $0.location(SourceLocation.init(fileID:filePath:line:column:))
    Issue.record("\($0)", sourceLocation: location)
  }
  store.send(.load) { $0.isLoading = true }
  await store.receive(.loaded(["Playtime", "Trafic"])) {
    $0.isLoading = false
    $0.titles = ["Playtime", "Trafic"]
  }
  await store.finish()
}

@MainActor
@Test func aFilmIsShownAndReleasedWhenTheUserGoesBack() async throws {
  let context = NavigationContext(clock: ManualNavigationClock())
  let navigation = HeadlessNavigationController()
  let list = FilmListFlow(context: context).embedded(in: navigation)
  let window = HeadlessWindow(platform: HeadlessPlatform())
  window.makeKeyAndVisible()
  list.launch(in: window)
  try await list.core.exhaust()
  #expect(list.screen.rows == ["Playtime", "Trafic"])

  list.core.send(.rowTapped(1))
  await context.settled()
  #expect(list.children.count == 1)

  #expect(navigation.userDidTapBack())
  await context.settled()
  #expect(list.children.isEmpty)
}

@MainActor
@Test func theFilmIsShownAgainAfterARestart() async throws {
  let data = try await placeOfAFilm()

  let context = NavigationContext(clock: ManualNavigationClock())
  let navigation = HeadlessNavigationController()
  let list = FilmListFlow(context: context).embedded(in: navigation)
  let window = HeadlessWindow(platform: HeadlessPlatform())
  window.makeKeyAndVisible()
  list.launch(in: window)
  list.startJourney(to: try NavigationPlace(data: data), animated: false)
  await context.settled()
  #expect(navigation.viewControllers.count == 2)
  #expect(list.children.count == 1)
}

/// The place of a user who has tapped a row; nothing of the app stays.
@MainActor
private func placeOfAFilm() async throws -> Data {
  let context = NavigationContext(clock: ManualNavigationClock())
  let list = FilmListFlow(context: context).embedded(in: HeadlessNavigationController())
  let window = HeadlessWindow(platform: HeadlessPlatform())
  window.makeKeyAndVisible()
  list.launch(in: window)
  try await list.core.exhaust()
  list.core.send(.rowTapped(1))
  await context.settled()
  return try list.place.data()
}
