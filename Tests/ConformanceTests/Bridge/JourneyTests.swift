import AsyncFlow
import CoreFlow
import TestSupport
import Testing

/// What happens to a journey in each situation: its outcome, the test of both frameworks in this
/// file, and the further tests of each in its own `Places` folder.
///
/// | situation | outcome | both | AsyncFlow | CoreFlow |
/// |---|---|---|---|---|
/// | a sheet refuses to leave | covered | `refusingSheet` | `PlaceTests.refusal` | |
/// | an alert is shown | covered | `alert` | `PlaceTests.alertByHand` | `JourneyTests.refuses`, `alertByHand` |
/// | a gesture is in progress | arrived, after it | `gesture` | `JourneyEndTests.gesture` | `JourneyTests.duringGesture` |
/// | a logout in the middle | arrived, after a login | `logout` | | |
/// | `adapt` redirects, or an attachment waits | arrived, after it | `login` | `PlaceTests.login`, `permission` | `JourneyTests.waits` |
/// | `adapt` redirects or stops a step for good | incomplete | | `PlaceTests.withoutDetour`, `JourneyEndTests.filtered` | |
/// | `adapt` stops a step because of a sheet in the way | arrived, without it | | `JourneyMoveTests.stoppedByObstacle` | |
/// | a second journey, at each moment | superseded | `newerJourney` | `PlaceTests.ends` | `JourneyTests.superseded`, `JourneyEndTests.nested` |
/// | a link, at each moment | superseded | `newerLink` | `PlaceTests.ends` | |
/// | a flow ends that was there before | arrived | `leavingFlow` | | `JourneyTests.endsMeanwhile` |
/// | a flow ends that the journey has shown | incomplete | `leavingNewFlow` | | `JourneyEndTests.endless` |
/// | all flows end | cancelled | `end` | `PlaceTests.ends` | `JourneyTests.cancelled` |
/// | the deadline, in the turn of the arrival | timed out | `deadline` | `PlaceTests.deadline` | `JourneyTests.deadlineAndArrival` |
/// | the deadline, while a step waits | timed out, nothing comes up | `deadline` | `JourneyMoveTests.nothingLate` | |
/// | the deadline, after the arrival | arrived | `lateDeadline` | | |
@MainActor
@Suite("Journeys of both frameworks")
struct JourneyTests {
  @Test("A sheet that refuses to leave covers the place", arguments: JourneyFramework.allCases)
  func refusingSheet(_ framework: JourneyFramework) async throws {
    let places = [await framework.place(), await framework.place(.page(1))]
    let app = await framework.app(showing: .sheet(1))
    let text = app.text
    let sheet = try #require(app.modals.last)
    sheet.isModalInPresentation = true
    for place in places {
      #expect(await app.travel(to: place) == .covered(by: "Sheet 1"))
      #expect(app.text == text)
    }
    sheet.isModalInPresentation = false
    #expect(await app.travel(to: places[1]) == .arrived)
    #expect(app.text == "Window(Root(Start) < Main(Home Page 1))")
    #expect(await app.context.settled().isEmpty)
  }

  @Test(
    "An alert covers the place, with an entry missing or not", arguments: JourneyFramework.allCases)
  func alert(_ framework: JourneyFramework) async throws {
    let places = [await framework.place(), await framework.place(.page(1))]
    let app = await framework.app()
    let alert = HeadlessAlertController(title: "Sure?", message: nil, preferredStyle: .alert)
    alert.restorationIdentifier = "Question"
    app.stack?.present(alert, animated: false)
    await app.context.settled()
    let text = app.text
    for place in places {
      #expect(await app.travel(to: place) == .covered(by: "Question"))
      #expect(app.text == text)
    }
    alert.dismiss(animated: false)
    await app.context.settled()
    #expect(await app.travel(to: places[1]) == .arrived)
    #expect(app.leaf == "Page 1")
  }

  @Test(
    "A gesture in progress ends first, and then counts as it ended",
    arguments: JourneyFramework.allCases, [true, false])
  func gesture(_ framework: JourneyFramework, _ isFinished: Bool) async throws {
    let place = await framework.place(.page(1), .page(2))
    let app = await framework.app(showing: .page(1))
    let page = app.stack?.topViewController
    let swipe = try #require(app.stack?.userDidBeginEdgeSwipe())
    let journey = app.startJourney(to: place)
    await app.context.settled()
    #expect(journey.outcome == nil)
    #expect(journey.waitingFor != nil)
    if isFinished { swipe.finish() } else { swipe.cancel() }
    #expect(await journey.value() == .arrived)
    #expect(app.text == "Window(Root(Start) < Main(Home Page 1 Page 2))")
    #expect((app.stack?.viewControllers[1] === page) == !isFinished)
    #expect(await app.context.settled().isEmpty)
  }

  @Test(
    "A place can be read at each moment of a gesture and of a journey, and restored",
    arguments: JourneyFramework.allCases)
  func reading(_ framework: JourneyFramework) async throws {
    let destination = await framework.place(.page(4), .sheet(3))
    let app = await framework.app(showing: .page(1), .page(2))
    var places = [app.place]
    let swipe = try #require(app.stack?.userDidBeginEdgeSwipe())
    places.append(app.place)
    swipe.cancel()
    await app.context.settled()
    places.append(app.place)
    // A page that may go back is still there.
    #expect(Set(places).count == 1)
    let observation = app.world.store.onChange { _ in places.append(app.place) }
    let journey = app.startJourney(to: destination)
    while journey.outcome == nil {
      places.append(app.place)
      await letOthersRun()
    }
    observation.cancel()
    #expect(journey.outcome == .arrived)
    #expect(places.last == destination)
    #expect(Set(places).count > 2)
    for place in Set(places) {
      let new = await framework.app()
      #expect(await new.travel(to: try NavigationPlace(data: place.data())) == .arrived)
      #expect(new.place == place)
      new.stop()
    }
  }

  @Test(
    "A logout in the middle: the journey waits for the login", arguments: JourneyFramework.allCases)
  func logout(_ framework: JourneyFramework) async throws {
    let place = await framework.place(.page(1), .locked(2))
    let app = await framework.app(showing: .page(1))
    let journey = app.startJourney(to: place)
    await app.context.settled()
    #expect(journey.outcome == nil)
    await app.logOut()
    #expect(journey.outcome == nil)
    #expect(app.text == "Window(Root(Start Login))")
    app.door.open()
    await app.context.settled()
    #expect(journey.outcome == nil)
    #expect(journey.waitingFor != nil)
    await app.logIn()
    #expect(await journey.value() == .arrived)
    #expect(app.text == "Window(Root(Start) < Main(Home Page 1 Page 2))")
    #expect(await app.context.settled().isEmpty)
  }

  @Test("A login on the way: the journey waits for it", arguments: JourneyFramework.allCases)
  func login(_ framework: JourneyFramework) async throws {
    let place = await framework.place(.page(1))
    let app = await framework.app(isLoggedIn: false)
    let journey = app.startJourney(to: place)
    await app.context.settled()
    #expect(journey.outcome == nil)
    #expect(app.text == "Window(Root(Start Login))")
    await app.logIn()
    #expect(await journey.value() == .arrived)
    #expect(app.text == "Window(Root(Start) < Main(Home Page 1))")
  }

  @Test(
    "A newer journey supersedes an older one at each of its moments, and arrives",
    arguments: JourneyFramework.allCases, Moment.allCases)
  func newerJourney(_ framework: JourneyFramework, _ moment: Moment) async throws {
    let older = await framework.place(.page(1), .page(2), .sheet(3))
    let newer = await framework.place(.page(4), .page(2))
    var hasArrived = false
    for count in 0..<1_000 where !hasArrived {
      let app = await framework.app(showing: .page(7))
      let first = app.startJourney(to: older)
      var second: Journey?
      hasArrived = await !moment.comes(count, in: first, of: app) {
        second = app.startJourney(to: newer)
      }
      #expect(first.outcome == (hasArrived ? .arrived : .superseded))
      #expect(await (second ?? app.startJourney(to: newer)).value() == .arrived)
      #expect(app.text == "Window(Root(Start) < Main(Home Page 4 Page 2))", "\(moment) \(count)")
      #expect(await app.context.settled().isEmpty)
      app.stop()
    }
    #expect(hasArrived)
  }

  @Test(
    "A link supersedes a journey at each of its moments, and arrives", arguments: Moment.allCases)
  func newerLink(_ moment: Moment) async throws {
    let older = await JourneyFramework.asyncFlow.place(.page(1), .page(2), .sheet(3))
    var hasArrived = false
    for count in 0..<1_000 where !hasArrived {
      let app = StepApp(isLoggedIn: true)
      await app.start()
      let journey = app.startJourney(to: older)
      var link: DeepLink?
      hasArrived = await !moment.comes(count, in: journey, of: app) { link = app.follow(.page(4)) }
      #expect(journey.outcome == (hasArrived ? .arrived : .superseded))
      #expect(await (link ?? app.follow(.page(4))).value() == .arrived)
      #expect(app.leaf == "Page 4", "\(moment) \(count)")
      #expect(await app.context.settled().isEmpty)
      app.stop()
    }
    #expect(hasArrived)
  }

  @Test(
    "A flow that the user leaves meanwhile comes up again", arguments: JourneyFramework.allCases)
  func leavingFlow(_ framework: JourneyFramework) async throws {
    let place = await framework.place(.page(1), .locked(2))
    let app = await framework.app()
    let journey = app.startJourney(to: place)
    await app.context.settled()
    #expect(app.leaf == "Page 1")
    #expect(app.stack?.userDidPullDown() == true)
    await app.context.settled()
    #expect(journey.outcome == nil)
    #expect(app.leaf == "Page 1")
    app.door.open()
    #expect(await journey.value() == .arrived)
    #expect(app.text == "Window(Root(Start) < Main(Home Page 1 Page 2))")
  }

  @Test(
    "A flow that the user leaves after the journey has shown it is missing",
    arguments: JourneyFramework.allCases)
  func leavingNewFlow(_ framework: JourneyFramework) async throws {
    let place = await framework.place(.page(1), .locked(2))
    let app = await framework.app()
    app.stack?.dismiss(animated: false)
    await app.context.settled()
    let journey = app.startJourney(to: place)
    await app.context.settled()
    #expect(app.leaf == "Page 1")
    #expect(app.stack?.userDidPullDown() == true)
    guard case .incomplete(let missing) = await journey.value() else {
      Issue.record("\(String(describing: journey.outcome))")
      return
    }
    #expect(missing.map(\.reason) == [.notShown])
    #expect(app.text == "Window(Root(Start))")
    #expect(await app.context.settled().isEmpty)
  }

  @Test("The end of all flows cancels a journey", arguments: JourneyFramework.allCases)
  func end(_ framework: JourneyFramework) async throws {
    let place = await framework.place(.locked(1))
    let app = await framework.app()
    let journey = app.startJourney(to: place)
    await app.context.settled()
    app.stop()
    #expect(journey.outcome == .cancelled)
    app.door.open()
    #expect(await app.context.settled().isEmpty)
    #expect(await app.travel(to: place) == .cancelled)
  }

  @Test(
    "A deadline in the turn of the arrival ends a journey once, in whichever order",
    arguments: JourneyFramework.allCases, [true, false])
  func deadline(_ framework: JourneyFramework, _ opensFirst: Bool) async throws {
    let place = await framework.place(.locked(1))
    let app = await framework.app()
    let journey = app.startJourney(to: place, deadline: 5)
    await app.context.settled()
    if opensFirst { app.door.open() }
    app.world.clock.advance(by: 5)
    app.door.open()
    guard case .timedOut = journey.outcome else {
      Issue.record("\(String(describing: journey.outcome))")
      return
    }
    await app.context.settled()
    #expect(await journey.value() == journey.outcome)
    #expect(app.world.clock.timeToNextSleeper == nil)
    // A step or an attachment that still waits is cancelled.
    if !opensFirst { #expect(app.leaf == "Home") }
  }

  @Test("A deadline after the arrival changes nothing", arguments: JourneyFramework.allCases)
  func lateDeadline(_ framework: JourneyFramework) async throws {
    let place = await framework.place(.page(1))
    let app = await framework.app()
    let journey = app.startJourney(to: place, deadline: 5)
    #expect(await journey.value() == .arrived)
    #expect(app.world.clock.timeToNextSleeper == nil)
    app.world.clock.advance(by: 5)
    #expect(journey.outcome == .arrived)
  }
}

/// The moments of a journey.
enum Moment: CaseIterable {
  /// A turn of the main actor.
  case turn
  /// A change of the tree, in the call of its observers.
  case change

  /// Acts in the moment with a number, if the journey has no outcome before.
  ///
  /// - Returns: Whether it had none.
  @MainActor
  func comes(
    _ number: Int, in journey: Journey, of app: any JourneyApp,
    _ act: @escaping @MainActor () -> Void
  ) async -> Bool {
    switch self {
    case .turn:
      for _ in 0..<number where journey.outcome == nil { await letOthersRun() }
      guard journey.outcome == nil else { return false }
      act()
      return true
    case .change:
      var changes = 0
      let observation = app.world.store.onChange { _ in
        if changes == number, journey.outcome == nil { act() }
        changes += 1
      }
      _ = await journey.value()
      observation.cancel()
      return changes > number
    }
  }
}
