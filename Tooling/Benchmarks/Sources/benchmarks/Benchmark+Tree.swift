import NavigationRuntime

/// The difference of two trees, beside looking at as many numbers.
@MainActor let treeBenchmarks = [
  Benchmark(
    name: "difference of trees of 10,000 nodes, an edited copy",
    floorName: "comparing two arrays of 10,000 numbers"
  ) {
    let old = tree()
    guard let new = try? old.applying(.pushed([.screen(99_999, "New")], onto: 5_003)) else {
      preconditionFailure("There is no stack 5003 to push onto.")
    }
    return loops(old, new)
  },
  Benchmark(
    name: "difference of trees of 10,000 nodes, made apart",
    floorName: "comparing two arrays of 10,000 numbers"
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
