// What the examples in the comments of CoreFlow take for granted.
import CoreFlow
import Testing

enum CounterAction { case increment }
struct CounterState { var count = 0 }
enum SearchAction { case typed(String), found([String]) }
struct SearchState { var text = "", results: [String] = [] }
enum ListAction: Equatable { case load, loaded([Int]) }
struct ListState: Equatable { var isLoading = false, items: [Int] = [] }

@Sendable
func find(_ text: String) async throws -> [String] { [text] }

final class CounterCore: Core<CounterAction, CounterState> {}
final class DetailCore: Core<Void, ListState> {}
final class DetailScreen: HeadlessScreen<DetailCore> {}
final class ListCore: Core<ListAction, ListState> {}
final class Session {}
final class DetailFlow: Flow<DetailCore, DetailScreen> {}
typealias LibraryCore = DetailCore
typealias LibraryScreen = DetailScreen
final class BookFlow: Flow<DetailCore, DetailScreen> {
  init(id: Int) { super.init() }
}

enum Row {
  static func reduce(state: inout String, action: String) -> Effect<String> { .none }
}
enum AppAction: Sendable { case header(String), row(Int, String) }
struct AppState { var header = "", rows: [String] = [] }

class LegacyViewController: HeadlessViewController {
  let label = HeadlessLabel()
  let button = HeadlessButton()
}

class LegacyCell: HeadlessView {
  let label = HeadlessLabel()
  func prepareForReuse() {}
}

@MainActor
protocol FeatureRouting: AnyObject {
  func routeToDetail(id: Int)
}

struct User: Sendable {}
struct Profile: Sendable {}

@MainActor
protocol RootSteps: AnyObject {
  func waitForLogin() async -> (RootStep, User)
  func presentMain(user: User) async -> (RootStep, Void)
  func loadProfile(of user: User) async -> (RootStep, Profile)
  func show(_ profile: Profile) async -> (RootStep, Void)
}
typealias RootStep = any RootSteps

@MainActor let context = NavigationContext(clock: ManualNavigationClock())
@MainActor let core = ListCore(initialState: ListState())
@MainActor let session = Session()
@MainActor let parent = DetailFlow()

/// The examples are bodies of its methods.
final class Example: Procedure<RootStep>, RootSteps {
  var store: Set<Cancellation> = []
  func waitForLogin() async -> (RootStep, User) { (self, User()) }
  func presentMain(user: User) async -> (RootStep, Void) { (self, ()) }
  func loadProfile(of user: User) async -> (RootStep, Profile) { (self, Profile()) }
  func show(_ profile: Profile) async -> (RootStep, Void) { (self, ()) }
}
