#if canImport(UIKit)
import Combine
import NavigationRuntime
import SwiftUI
import UIKit

extension Acceptance {
  static let swiftUI = [
    Acceptance(
      "S01", "stateObject", "A state object of a view lives as long as the view has its identity."
    ) { run in
      let record = Record()
      let host = UIHostingController(rootView: Numbered(1, record))
      await run.show(host)
      for number in 2...3 {
        host.rootView = Numbered(number, record)
        await run.host.settle()
      }
      run.expect(record.numbers.last == 3, "the views were evaluated: \(record.numbers)")
      run.expect(record.madeCount == 1, "\(record.madeCount) state objects instead of 1")
      run.expect(record.object != nil, "the state object has been released")
    },
    Acceptance(
      "S02", "bodyOfRootView",
      "A hosting controller evaluates the body of a `rootView` that has been set before the next "
        + "frame."
    ) { run in
      let record = Record()
      let host = UIHostingController(rootView: Numbered(1, record))
      await run.show(host)
      run.expect(record.numbers.last == 1, "the first view is not shown")
      host.rootView = Numbered(2, record)
      await run.host.turn()
      await run.host.turn()
      run.expect(record.numbers.last == 2, "evaluated by then: \(record.numbers)")
    },
    Acceptance(
      "S03", "classesOfContainers",
      "SwiftUI's containers are of classes in the modules SwiftUI and SwiftUICore."
    ) { run in
      for (name, host) in run.host.swiftUIContainers() {
        await run.show(host)
        var found: [String] = []
        collectNames(in: run.host.store.tree.root, into: &found)
        run.expect(found.contains(name), "\(name) is not among \(found)")
      }
    },
  ]

  @MainActor
  private static func collectNames(in node: NavigationTree.Node, into found: inout [String]) {
    found.append(node.name)
    for child in node.children { collectNames(in: child, into: &found) }
  }
}

/// What SwiftUI has made of the views of a test.
@MainActor
private final class Record {
  var numbers: [Int] = []
  var madeCount = 0
  weak var object: Owned?
}

/// A state object of a view.
@MainActor
private final class Owned: ObservableObject {
  init(_ record: Record) {
    record.madeCount += 1
    record.object = self
  }
}

/// A view that records each evaluation of its body.
private struct Numbered: View {
  private let number: Int
  private let record: Record
  @StateObject private var owned: Owned

  init(_ number: Int, _ record: Record) {
    self.number = number
    self.record = record
    _owned = StateObject(wrappedValue: Owned(record))
  }

  var body: some View {
    record.numbers.append(number)
    return Text(verbatim: "\(number) of \(ObjectIdentifier(owned))")
  }
}
#endif
