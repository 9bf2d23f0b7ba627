// What the examples in the comments of NavigationRuntime take for granted.
import Foundation
import NavigationRuntime
import Testing

struct User { let name: String }

protocol LoginService {
  func logIn() async throws -> User
}

@MainActor
final class ViewModel {
  enum Event { case login }
  func emit(_ event: Event) {}
}

@MainActor
final class Cache {
  func refresh() async {}
}

@MainActor let data = Data()
@MainActor let cache = Cache()
@MainActor let place = NavigationPlace()
@MainActor let context = NavigationContext(clock: ManualNavigationClock())
@MainActor let trace = context.startTrace()
@MainActor let window = HeadlessWindow(platform: HeadlessPlatform())
@MainActor let screen = HeadlessViewController()
@MainActor let detail = HeadlessViewController()
@MainActor let navigationController = HeadlessNavigationController()
@MainActor let subject = AsyncPassthroughSubject<Int>()
@MainActor let button = HeadlessButton()
@MainActor let viewModel = ViewModel()

/// The examples are bodies of its methods.
@MainActor
final class Example {
  var store: Set<Cancellation> = []
  var work: Cancellation?
  func logIn() async {}
}
