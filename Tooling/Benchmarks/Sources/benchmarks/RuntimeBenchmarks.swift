import Dispatch
import Foundation
import NavigationRuntime

/// Pushing and popping, compared with the same on the headless platform without an observer, and
/// that with an array.
@MainActor let presentationBenchmarks = [10, 1_000, 100_000].flatMap { depth in
  [
    Benchmark(
      name: "push and pop on \(depth) screens, not observed",
      floorName: "an array's append and removeLast", counted: depth > 1_000 ? 0 : 100
    ) {
      let stack = Stack(depth, isObserved: false)
      let array = Screens()
      return (
        loop: { times in
          for _ in 0..<times {
            stack.navigation.pushViewController(stack.screen, animated: false)
            stack.navigation.popViewController(animated: false)
          }
        },
        floor: { times in
          for _ in 0..<times {
            array.all.append(stack.screen)
            use(array.all.removeLast())
          }
        }
      )
    },
    Benchmark(
      name: "push and pop on \(depth) screens, a store observing",
      floorName: "the same, not observed", counted: depth > 1_000 ? 0 : 100
    ) {
      let stack = Stack(depth, isObserved: true)
      let floor = Stack(depth, isObserved: false)
      return (
        loop: { times in
          for _ in 0..<times {
            stack.navigation.pushViewController(stack.screen, animated: false)
            stack.navigation.popViewController(animated: false)
          }
        },
        floor: { times in
          for _ in 0..<times {
            floor.navigation.pushViewController(floor.screen, animated: false)
            floor.navigation.popViewController(animated: false)
          }
        }
      )
    },
    Benchmark(
      name: "push and pop on \(depth) screens, requested from the scheduler",
      floorName: "direct calls, a store observing", counted: depth > 1_000 ? 0 : 100
    ) {
      let stack = Stack(depth, isObserved: true)
      let floor = Stack(depth, isObserved: true)
      return (
        loop: { times in
          for _ in 0..<times {
            stack.context.request(.push(stack.screen), on: stack.navigation, animated: false)
            stack.context.request(.pop, on: stack.navigation, animated: false)
          }
        },
        floor: { times in
          for _ in 0..<times {
            floor.navigation.pushViewController(floor.screen, animated: false)
            floor.navigation.popViewController(animated: false)
          }
        }
      )
    },
  ]
}

/// A window with a stack of many screens, and one more screen to push.
@MainActor
private final class Stack {
  let context = NavigationContext()
  let window = HeadlessWindow(platform: HeadlessPlatform())
  let navigation = HeadlessNavigationController()
  let screen = HeadlessViewController()

  init(_ depth: Int, isObserved: Bool) {
    navigation.viewControllers = (0..<depth).map { _ in HeadlessViewController() }
    window.rootViewController = navigation
    window.makeKeyAndVisible()
    if isObserved { _ = context.store(for: window) }
  }
}

/// Screens in an array that the optimiser cannot see through.
@MainActor
private final class Screens {
  var all: [HeadlessViewController] = []
}

/// The difference of two trees, beside looking at as many numbers.
@MainActor let treeBenchmarks = [
  Benchmark(
    name: "difference of trees of 10,000 nodes, an edited copy",
    floorName: "comparing two arrays of 10,000 numbers", counted: 2
  ) {
    let old = tree()
    guard let new = try? old.applying(.pushed([.screen(99_999, "New")], onto: 5_003)) else {
      preconditionFailure("There is no stack 5003 to push onto.")
    }
    return loops(old, new)
  },
  Benchmark(
    name: "difference of trees of 10,000 nodes, made apart",
    floorName: "comparing two arrays of 10,000 numbers", counted: 2
  ) {
    loops(tree(), tree(pushing: .screen(99_999, "New")))
  },
]

@MainActor
private func loops(
  _ old: NavigationTree, _ new: NavigationTree
) -> (loop: Benchmark.Loop, floor: Benchmark.Loop) {
  let numbers = (Array<UInt64>(0..<10_000), Array<UInt64>(0..<opaque(10_000)))
  return (
    loop: { times in
      for _ in 0..<times { use(opaque(new).difference(from: old)) }
    },
    floor: { times in
      for _ in 0..<times { use(opaque(numbers.0) == numbers.1) }
    }
  )
}

/// Tabs with 10 stacks of 998 or 999 screens: 10,000 nodes with the tabs and the window.
private func tree(pushing screen: NavigationTree.Node? = nil) -> NavigationTree {
  var nextID: UInt64 = 0
  func id() -> NavigationNodeID {
    nextID += 1
    return NavigationNodeID(rawValue: nextID)
  }
  let window = id()
  let tabs = id()
  let stacks = (0..<10).map { index in
    let stack = id()
    var screens = (0..<(index < 8 ? 999 : 998)).map {
      NavigationTree.Node.screen(id(), "Screen \($0)")
    }
    if index == 5, let screen { screens.append(screen) }
    return NavigationTree.Node.stack(stack, "Stack \(index)", screens)
  }
  guard let tree = try? NavigationTree(.window(window, "App", .tabs(tabs, "Main", stacks))) else {
    preconditionFailure("The tree of the benchmark is not valid.")
  }
  return tree
}

/// Running a transition on an idle scheduler, beside a closure that is queued in an array and
/// called.
@MainActor let schedulingBenchmarks = [
  Benchmark(
    name: "a transition on an idle scheduler",
    floorName: "appending a closure to an array, taking it out, calling it"
  ) {
    let counter = Counter()
    let scheduler = NavigationContext().defaultScheduler
    let queue = Closures()
    return (
      loop: { times in
        for _ in 0..<times {
          scheduler.schedule("count") { _ in
            counter.sum &+= 1
            return .ended(.performed)
          }
        }
        use(counter.sum)
      },
      floor: { times in
        for index in 0..<times {
          queue.all.append { counter.sum &+= $0 }
          queue.all.removeLast()(index)
        }
        use(counter.sum)
      }
    )
  }
]

/// Sending through a subject, beside calling closures that stand in an array.
@MainActor let streamBenchmarks = [1, 100].map { sinkCount in
  Benchmark(
    name: "send to \(sinkCount) \(sinkCount == 1 ? "sink" : "sinks")",
    floorName: "calling \(sinkCount == 1 ? "a closure" : "\(sinkCount) closures") in an array"
  ) {
    let counter = Counter()
    let subject = AsyncPassthroughSubject<Int>()
    var subscriptions: Set<Cancellation> = []
    for _ in 0..<sinkCount {
      subject.sink { counter.sum &+= $0 }.store(in: &subscriptions)
    }
    let closures: [@MainActor (Int) -> Void] = (0..<sinkCount).map { _ in
      { counter.sum &+= $0 }
    }
    return (
      loop: { [subscriptions] times in
        for index in 0..<times { subject.send(index) }
        withExtendedLifetime(subscriptions) { use(counter.sum) }
      },
      floor: { times in
        for index in 0..<times {
          for closure in closures { closure(index) }
        }
        use(counter.sum)
      }
    )
  }
}

/// Elements of another thread, beside an array under a lock that a turn of the main queue empties.
@MainActor let mailboxBenchmarks = [
  Benchmark(
    name: "an element from another thread, sent in a burst",
    floorName: "an array under a lock, emptied in a turn of the main queue",
    // How many elements a turn finds is a matter of the threads' speed.
    counted: 0
  ) {
    let arrivals = Arrivals()
    let subject = AsyncPassthroughSubject<Int>()
    let subscription = subject.sink { _ in arrivals.note() }
    let sender = subject.sender
    let bare = BareMailbox { _ in arrivals.note() }
    return (
      loop: { times in
        await arrivals.wait(for: times) { for index in 0..<times { sender.send(index) } }
        // A sender does not keep its subject.
        use((subject, subscription))
      },
      floor: { times in
        await arrivals.wait(for: times) { for index in 0..<times { bare.put(index) } }
      }
    )
  }
]

/// Resumes a caller when so many elements have arrived.
@MainActor
private final class Arrivals {
  private var left = 0
  private var waiting: CheckedContinuation<Void, Never>?

  func note() {
    left -= 1
    if left == 0 { waiting?.resume() }
  }

  func wait(for count: Int, _ send: @escaping @Sendable () -> Void) async {
    left = count
    await withCheckedContinuation {
      waiting = $0
      DispatchQueue.global().async(execute: send)
    }
  }
}

/// The least that a mailbox can be.
private final class BareMailbox: @unchecked Sendable {
  private let lock = NSLock()
  private var elements: [Int] = []
  private let receive: @MainActor (Int) -> Void

  init(_ receive: @escaping @MainActor (Int) -> Void) { self.receive = receive }

  func put(_ element: Int) {
    lock.lock()
    elements.append(element)
    let isFirst = elements.count == 1
    lock.unlock()
    if isFirst { DispatchQueue.main.async { MainActor.assumeIsolated { self.drain() } } }
  }

  @MainActor
  private func drain() {
    lock.lock()
    let arrived = elements
    elements = []
    lock.unlock()
    for element in arrived { receive(element) }
  }
}

/// What the sinks do: as little as can be seen from outside.
@MainActor
final class Counter {
  var sum = 0
}

/// Closures that the optimiser cannot see through.
@MainActor
final class Closures {
  var all: [@MainActor (Int) -> Void] = []
}
