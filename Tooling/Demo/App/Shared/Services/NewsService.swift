import NavigationRuntime

/// Sends news, whatever is on screen.
@MainActor
package final class NewsService {
  package let published = AsyncPassthroughSubject<String>()

  func publish(_ text: String) { published.send(text) }
}
