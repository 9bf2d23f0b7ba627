import CoreFlow
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
