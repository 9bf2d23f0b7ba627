import NavigationRuntime
import Testing

@MainActor
@Suite("Issues")
struct NavigationIssueTests {
  @Test("An issue states location, fact and advice in one line")
  func text() {
    let issue = NavigationIssue(
      code: .init(rawValue: "someCode"), fact: "The tab 7 of 3 was selected.",
      advice: "Select a tab from 0 to 2.", fileID: "App/Home.swift", line: 12)
    #expect(
      issue.description
        == "App/Home.swift:12: The tab 7 of 3 was selected. Select a tab from 0 to 2. [someCode]")
    #expect(issue.severity == .misuse)
  }

  @Test("An issue is attributed to the line that makes it by default")
  func location() {
    let issue = NavigationIssue(code: .init(rawValue: "x"), fact: "", advice: "")
    let line = UInt(#line - 1)
    #expect(issue.line == line)
    #expect(issue.fileID == #fileID)
  }

  @Test("An issue without a call of the app has no location")
  func noLocation() {
    let issue = NavigationIssue(
      code: .init(rawValue: "code"), fact: "Fact.", advice: "Advice.", fileID: nil, line: nil)
    #expect(issue.description == "Fact. Advice. [code]")
  }

  @Test("The handler receives each issue immediately, and can be replaced, even by itself")
  func handler() {
    var log: [String] = []
    let reporter = IssueReporter { log.append("first \($0.code.rawValue)") }
    func report(_ code: String) {
      reporter.report(NavigationIssue(code: .init(rawValue: code), fact: "", advice: ""))
    }
    report("a")
    reporter.handler = { [reporter] issue in
      log.append("second \(issue.code.rawValue)")
      reporter.handler = { log.append("third \($0.code.rawValue)") }
    }
    report("b")
    report("c")
    #expect(log == ["first a", "second b", "third c"])
  }

  @Test("What only a replaced handler retains may report its end, to the new handler")
  func replacedHandler() {
    var codes: [String] = []
    let context = NavigationContext()
    do {
      let object = Probe { [weak context] in
        context?.issues.report(NavigationIssue(code: .init(rawValue: "end"), fact: "", advice: ""))
      }
      context.issues.handler = { _ in withExtendedLifetime(object) {} }
    }
    context.issues.handler = { codes.append($0.code.rawValue) }
    #expect(codes == ["end"])
  }

  @Test("Contexts have separate issue reporters")
  func contexts() {
    let one = NavigationContext()
    let other = NavigationContext()
    #expect(one.issues !== other.issues)
    #expect(one.issues !== NavigationContext.shared.issues)
  }

  @Test("Reports abandoned transitions at the file and line of the request")
  func locationOfRequest() async {
    let harness = SchedulerHarness()
    harness.scheduler.schedule("a") { _ in .open }
    let line = UInt(#line - 1)
    harness.clock.advance(by: 10)
    #expect(harness.reported.map(\.fileID) == [#fileID])
    #expect(harness.reported.map(\.line) == [line])
  }

  @Test("Reports operations on containers at the file and line of the request")
  func locationOfOperation() async {
    let context = NavigationContext(clock: ManualNavigationClock())
    var issues: [NavigationIssue] = []
    context.issues.handler = { issues.append($0) }
    let stack = HeadlessNavigationController()
    let hold = context.defaultScheduler.schedule("hold") { _ in .open }
    context.request(.dismiss, on: stack, owner: Probe())
    let line = UInt(#line - 1)
    hold.end()
    #expect(issues.map(\.line) == [line])
    #expect(issues.map(\.fileID) == [#fileID])
  }

  @Test("Reports a store requested in another context at the file and line of the call")
  func locationOfStore() {
    let first = NavigationContext()
    let second = NavigationContext()
    var issues: [NavigationIssue] = []
    second.issues.handler = { issues.append($0) }
    let window = HeadlessWindow(platform: HeadlessPlatform())
    let store = first.store(for: window)
    let again = second.store(for: window)
    #expect(issues.map(\.line) == [#line - 1])
    #expect(issues.map(\.fileID) == [#fileID])
    #expect(store === again)
  }
}
