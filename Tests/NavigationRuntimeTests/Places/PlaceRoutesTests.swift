import Foundation
import NavigationRuntime
import Testing

@MainActor
@Suite("Routes between places and URLs")
struct PlaceRoutesTests {
  private enum Page: Codable, Equatable { case shelf, book(String) }

  private func place(_ pages: Page...) throws -> NavigationPlace {
    NavigationPlace(branches: [
      .init(flow: "LibraryFlow", entries: try pages.map { try .init(encoding: $0) })
    ])
  }

  private func routes(scheme: String = "https", host: String? = "library.example") -> PlaceRoutes {
    var routes = PlaceRoutes(scheme: scheme, host: host)
    routes.add("/shelf") { _ in
      try place(.shelf)
    } parameters: { place in
      place.values(of: Page.self, in: "LibraryFlow") == [.shelf] ? [:] : nil
    }
    routes.add("/books/:id") { parameters in
      try parameters["id"].map { try place(.shelf, .book($0)) }
    } parameters: { place in
      guard case .book(let id)? = place.values(of: Page.self, in: "LibraryFlow").last else {
        return nil
      }
      return ["id": id]
    }
    return routes
  }

  @Test("A place becomes the URL of the first route that fits, which leads to the place again")
  func bothWays() throws {
    let routes = routes()
    for (place, text) in [
      (try place(.shelf), "https://library.example/shelf"),
      (try place(.shelf, .book("7")), "https://library.example/books/7"),
    ] {
      let url = try #require(try routes.url(for: place))
      #expect(url.absoluteString == text)
      #expect(try routes.place(for: url) == place)
    }
  }

  @Test(
    "Any text that is not empty comes back from a component of the path",
    arguments: ["a/b", "über uns", "50 %", "?x=1", "#", "..", "%2F", "한국어", "a+b&c=d", ":id"])
  func encoding(text: String) throws {
    for routes in [routes(), routes(scheme: "library", host: nil)] {
      let place = try place(.shelf, .book(text))
      let url = try #require(try routes.url(for: place))
      #expect(try routes.place(for: url) == place)
    }
  }

  @Test("Without a host, the first component of a path stands in its place")
  func ownScheme() throws {
    let routes = routes(scheme: "library", host: nil)
    let url = try #require(try routes.url(for: place(.shelf, .book("7"))))
    #expect(url.absoluteString == "library://books/7")
    #expect(try routes.place(for: url) == place(.shelf, .book("7")))
    let ofTheWeb = try #require(URL(string: "https://library.example/books/7"))
    #expect(try routes.place(for: ofTheWeb) == place(.shelf, .book("7")))
  }

  @Test("A host that stands in the path matches in any case; another component does not")
  func hostInAnyCase() throws {
    let routes = routes(scheme: "library", host: nil)
    func place(at text: String) throws -> NavigationPlace? {
      try routes.place(for: try #require(URL(string: text)))
    }
    #expect(try place(at: "library://BOOKS/7") == self.place(.shelf, .book("7")))
    #expect(try place(at: "library:///BOOKS/7") == nil)
    #expect(try place(at: "https://library.example/BOOKS/7") == nil)
  }

  @Test("Parameters that the path does not contain become the query, sorted by name")
  func query() throws {
    var routes = PlaceRoutes(scheme: "https", host: "library.example")
    var received: [String: String] = [:]
    routes.add("/search") { parameters in
      received = parameters
      return NavigationPlace()
    } parameters: { _ in
      ["text": "a&b=c d", "page": "2"]
    }
    let url = try #require(try routes.url(for: NavigationPlace()))
    #expect(url.absoluteString == "https://library.example/search?page=2&text=a%26b%3Dc%20d")
    #expect(try routes.place(for: url) == NavigationPlace())
    #expect(received == ["text": "a&b=c d", "page": "2"])
  }

  @Test("A place for which no route has parameters, or only empty ones, has no URL")
  func noURL() throws {
    #expect(try routes().url(for: NavigationPlace()) == nil)
    #expect(try routes().url(for: place(.shelf, .book(""))) == nil)
    #expect(try routes(scheme: "not a scheme").url(for: place(.shelf)) == nil)
    #expect(try routes(scheme: "https", host: nil).url(for: place(.shelf)) == nil)
    var oneWay = PlaceRoutes(scheme: "https", host: "library.example")
    oneWay.add("/shelf") { _ in try place(.shelf) }
    #expect(try oneWay.url(for: place(.shelf)) == nil)
  }

  @Test(
    "A host that is none makes no URL",
    arguments: ["example.com/a", "example.com/", "?a", "a?b", "a#", "#b", "a b", "a:b", "["])
  func noHost(host: String) throws {
    #expect(try routes(host: host).url(for: place(.shelf)) == nil)
    #expect(try routes(scheme: "library", host: host).url(for: place(.shelf)) == nil)
  }

  @Test("A URL of the web has a host, which no path provides")
  func hostOfTheWeb() throws {
    for host in [nil, "", ":80"] {
      for scheme in ["https", "HTTP"] {
        var routes = routes(scheme: scheme, host: host)
        #expect(try routes.url(for: place(.shelf)) == nil)
        routes.add("/") { _ in
          NavigationPlace()
        } parameters: { _ in
          [:]
        }
        #expect(try routes.url(for: NavigationPlace()) == nil)
      }
    }
    for (scheme, host, text) in [
      ("https", "example.com:8080", "https://example.com:8080/shelf"),
      ("https", "[::1]", "https://[::1]/shelf"),
      ("library", "", "library:///shelf"),
    ] {
      let url = try routes(scheme: scheme, host: host).url(for: place(.shelf))
      #expect(url?.absoluteString == text)
    }
  }

  @Test("A URL that no route fits leads nowhere, and an error of a route is thrown")
  func noPlace() throws {
    var routes = routes()
    for text in ["https://library.example/books", "https://library.example/books/7/8", "mailto:a"] {
      #expect(try routes.place(for: try #require(URL(string: text))) == nil)
    }
    struct Unreadable: Error {}
    routes.add("/broken") { _ in throw Unreadable() }
    let url = try #require(URL(string: "https://library.example/broken"))
    #expect(throws: Unreadable.self) { try routes.place(for: url) }
  }

  @Test("The values of a flow are those of all its branches, in the order of the tree")
  func values() throws {
    let inner = NavigationPlace.Branch(
      flow: "LibraryFlow", entries: [try .init(encoding: Page.book("2"))])
    let place = NavigationPlace(branches: [
      .init(
        flow: "LibraryFlow",
        entries: [
          try .init(encoding: Page.book("1"), branches: [inner]),
          .init(.init(json: "damaged")),
          try .init(encoding: Page.book("3")),
        ]),
      .init(flow: "OtherFlow", entries: [try .init(encoding: Page.shelf)]),
    ])
    #expect(
      place.values(of: Page.self, in: "LibraryFlow") == [.book("1"), .book("2"), .book("3")])
    #expect(place.values(of: Page.self, in: "NoFlow").isEmpty)
  }
}
