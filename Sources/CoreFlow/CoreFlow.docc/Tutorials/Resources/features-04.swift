import CoreFlow

final class FilmListScreen: HeadlessScreen<FilmListCore> {
  private(set) var rows: [String] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    send(.load)
  }

  override func bind() {
    observeDistinctState(\.titles) { [weak self] in self?.rows = $0 }
  }
}
