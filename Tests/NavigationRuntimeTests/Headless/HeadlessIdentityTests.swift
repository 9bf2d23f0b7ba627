import NavigationRuntime
import Testing

@MainActor
struct HeadlessIdentityTests {
  @Test("A controller is found in its stack and its tabs, as an NSObject is")
  func controllers() {
    let (list, film) = (HeadlessViewController(), HeadlessViewController())
    let navigation = HeadlessNavigationController(rootViewController: list)
    navigation.pushViewController(film, animated: false)
    #expect(navigation.viewControllers.firstIndex(of: film) == 1)
    #expect(navigation.viewControllers.contains(list))
    #expect(navigation.topViewController == film)
    #expect(navigation.topViewController != list)

    let tabs = HeadlessTabBarController()
    tabs.viewControllers = [HeadlessViewController(), navigation]
    #expect(tabs.viewControllers?.firstIndex(of: navigation) == 1)
  }

  @Test("Controllers, views and windows are keys, each its own")
  func keys() {
    let responders: [HeadlessResponder] = [
      HeadlessViewController(), HeadlessViewController(), HeadlessView(), HeadlessButton(),
      HeadlessWindow(platform: HeadlessPlatform()),
    ]
    var numbers: [HeadlessResponder: Int] = [:]
    for (number, responder) in responders.enumerated() { numbers[responder] = number }
    #expect(responders.map { numbers[$0] } == [0, 1, 2, 3, 4])
    #expect(Set(responders + responders).count == 5)
  }

  @Test("A tab, an item of a bar and an action of an alert are found among equal ones")
  func parts() {
    let tabs = (0..<3).map { _ in
      HeadlessTab(title: "Tab", image: nil, identifier: "tab") { _ in HeadlessViewController() }
    }
    #expect(tabs.firstIndex(of: tabs[1]) == 1)
    #expect(Set(tabs).count == 3)

    let items = (0..<3).map { _ in HeadlessBarButtonItem(title: "Item") }
    #expect(items.firstIndex(of: items[2]) == 2)
    #expect(Set(items).count == 3)

    let alert = HeadlessAlertController(title: nil, message: nil, preferredStyle: .alert)
    for _ in 0..<3 { alert.addAction(HeadlessAlertAction(title: "OK", style: .default)) }
    #expect(alert.actions.firstIndex(of: alert.actions[2]) == 2)
    #expect(Set(alert.actions).count == 3)
  }
}
