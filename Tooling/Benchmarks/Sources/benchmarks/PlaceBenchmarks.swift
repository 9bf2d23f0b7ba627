import AsyncFlow
import Foundation
import NavigationRuntime

/// Places of stacks with many screens: each twice, to show that the time grows with their number.
@MainActor let placeBenchmarks = [100, 1_000].flatMap { [saving($0), restoring($0)] }

@MainActor
private func saving(_ count: Int) -> Benchmark {
  Benchmark(
    name: "the place of \(count) screens read and encoded",
    floorName: "\(count) steps encoded as one array", counted: count > 100 ? 0 : 2
  ) {
    let app = await Pages.showing(count)
    let steps = (0..<count).map { PageStep.page($0) }
    return (
      loop: { times in
        for _ in 0..<times { use(app.data) }
      },
      floor: { times in
        for _ in 0..<times { use(try? JSONEncoder().encode(steps)) }
      }
    )
  }
}

@MainActor
private func restoring(_ count: Int) -> Benchmark {
  Benchmark(
    name: "a place of \(count) screens restored in a new app",
    floorName: "the same app with the same \(count) steps, each awaited",
    counted: count > 100 ? 0 : 2
  ) {
    let old = await Pages.showing(count)
    let data = old.data
    return (
      loop: { times in
        for _ in 0..<times {
          let app = Pages()
          await app.restore(data)
          precondition(app.count == old.count, "The app shows \(app.count) pages.")
        }
      },
      floor: { times in
        for _ in 0..<times { use(await Pages.showing(count)) }
      }
    )
  }
}

private enum PageStep: Step, Codable {
  case page(Int)
}

/// An app with one stack.
@MainActor
private final class Pages {
  let coordinator: FlowCoordinator
  private let flow: PagesFlow
  private let window = HeadlessWindow(platform: HeadlessPlatform())

  init() {
    let context = NavigationContext()
    coordinator = FlowCoordinator(context: context)
    window.makeKeyAndVisible()
    _ = context.store(for: window)
    flow = PagesFlow(in: window)
    coordinator.coordinate(flow: flow, with: OneStepper(PageStep.page(0)))
  }

  /// Shows pages, each by its step.
  static func showing(_ count: Int) async -> Pages {
    let app = Pages()
    for page in 1..<count { await app.coordinator.navigate(to: PageStep.page(page)) }
    return app
  }

  /// The place, encoded.
  var data: Data {
    do { return try coordinator.place.data() } catch { preconditionFailure("\(error)") }
  }

  func restore(_ data: Data) async {
    guard let place = try? NavigationPlace(data: data) else {
      preconditionFailure("The place cannot be decoded.")
    }
    await coordinator.travel(to: place)
  }

  /// The number of pages that are shown.
  var count: Int { flow.stack.viewControllers.count }

  private final class PagesFlow: Flow {
    let stack = HeadlessNavigationController()
    var root: any Presentable { stack }

    init(in window: HeadlessWindow) { window.rootViewController = stack }

    func navigate(to step: PageStep) async -> FlowContributors {
      let page = HeadlessViewController()
      stack.pushViewController(page, animated: false)
      return .one(.contribute(presentable: page, stepper: DefaultStepper()))
    }
  }
}
