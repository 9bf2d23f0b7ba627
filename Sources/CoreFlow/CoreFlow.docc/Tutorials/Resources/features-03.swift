import CoreFlow
import Testing

@MainActor
@Test func filmsAreLoaded() async {
  let store = CoreTestStore(FilmListCore(initialState: FilmListState())) { Issue.record("\($0)") }
  store.send(.load) { $0.isLoading = true }
  await store.receive(.loaded(["Playtime", "Trafic"])) {
    $0.isLoading = false
    $0.titles = ["Playtime", "Trafic"]
  }
  await store.finish()
}
