import Foundation

/// A slow model of a core's effects.
///
/// Everything is a part of a group and is looked for in lists, a group before those inside it.
@MainActor
final class EffectModel {
  @MainActor
  class Part {
    var parent: Group?

    func cancel(_ model: EffectModel) {}
  }

  @MainActor
  final class Group: Part {
    unowned let model: EffectModel
    var id: Int?
    private var parts: [Part] = []
    private var holds = 0
    private(set) var isCancelled = false
    private(set) var hasEnded = false
    var onEnd: (() -> Void)?

    init(_ model: EffectModel) { self.model = model }

    func add(_ part: Part) {
      part.parent = self
      parts.append(part)
    }

    func remove(_ part: Part) {
      guard part.parent === self else { return }
      part.parent = nil
      parts.removeAll { $0 === part }
      check()
    }

    func hold() { holds += 1 }

    func release() {
      holds -= 1
      check()
    }

    private func check() {
      guard parts.isEmpty, holds == 0, !hasEnded else { return }
      hasEnded = true
      model.groups.removeAll { $0 === self }
      onEnd.take()?()
      parent?.remove(self)
    }

    func cancel() { cancel(model) }

    override func cancel(_ model: EffectModel) {
      isCancelled = true
      hold()
      for part in parts { part.cancel(model) }
      release()
    }

    func isInside(_ other: Group) -> Bool { self === other || (parent?.isInside(other) ?? false) }
  }

  @MainActor
  final class Timer: Part {
    let time: TimeInterval
    let action: () -> Void

    init(_ time: TimeInterval, _ action: @escaping () -> Void) {
      self.time = time
      self.action = action
    }

    override func cancel(_ model: EffectModel) {
      model.timers.removeAll { $0 === self }
      parent?.remove(self)
    }
  }

  @MainActor
  final class Leaf: Part {
    let work: EffectProgram.Work
    let handlers: [Int]
    let then: (() -> Void)?
    var isCancelled = false
    var hasBegun = false
    var wake: TimeInterval = .infinity

    init(_ work: EffectProgram.Work, _ handlers: [Int], _ then: (() -> Void)?) {
      self.work = work
      self.handlers = handlers
      self.then = then
    }

    override func cancel(_ model: EffectModel) { isCancelled = true }
  }

  private(set) var handles: [Group] = []
  private(set) var spans: [[String]] = []
  private var now: TimeInterval = 0
  private var groups: [Group] = []
  private var timers: [Timer] = []
  private var leaves: [Leaf] = []
  private var words: [String] = []
  private var begun = 0
  private var isHandling = false
  private var queue: [Int] = []
  private var throttles: [Int: (open: TimeInterval, waiting: Group?)] = [:]

  var ends: [Bool] { handles.map(\.hasEnded) }

  func perform(_ program: EffectProgram) {
    let group = Group(self)
    handles.append(group)
    isHandling = true
    group.hold()
    start(program, group, [], nil)
    group.release()
    isHandling = false
    while !queue.isEmpty { words.append("receives \(queue.removeFirst())") }
  }

  private func receive(_ number: Int) {
    if isHandling { queue.append(number) } else { words.append("receives \(number)") }
  }

  private func start(
    _ program: EffectProgram, _ group: Group, _ handlers: [Int], _ then: (() -> Void)?
  ) {
    guard !group.isCancelled else { return then?() ?? () }
    switch program {
    case .none: then?()
    case .send(let number):
      receive(number)
      then?()
    case .work(let work):
      let leaf = Leaf(work, handlers, then)
      group.add(leaf)
      leaves.append(leaf)
    case .merge(let parts):
      var left = parts.count
      if left == 0 { then?() }
      for part in parts {
        start(part, group, handlers) {
          left -= 1
          if left == 0 { then?() }
        }
      }
    case .concatenate(let parts):
      guard let first = parts.first else { return then?() ?? () }
      start(first, group, handlers) { [self] in
        start(.concatenate(Array(parts.dropFirst())), group, handlers, then)
      }
    case .cancellable(let part, let id, let inFlight):
      let inner = register(id, group, inFlight, then)
      start(part, inner, handlers, nil)
      inner.release()
    case .cancel(let id):
      for other in groups where other.id == id && !group.isInside(other) { other.cancel() }
      then?()
    case .debounce(let part, let id, let seconds):
      let inner = register(id, group, true, then)
      wait(seconds, inner) { [self] in start(part, inner, handlers, nil) }
      inner.release()
    case .throttle(let part, let id, let seconds, let latest):
      guard let known = throttles[id], now < known.open - 1e-9 || known.waiting != nil else {
        throttles[id] = (now + seconds, nil)
        let inner = register(id, group, false, then)
        start(part, inner, handlers, nil)
        return inner.release()
      }
      guard known.waiting == nil || latest else { return then?() ?? () }
      var mine: Group?
      let inner = register(id, group, false) { [self] in
        if let mine, throttles[id]?.waiting === mine { throttles[id]?.waiting = nil }
        then?()
      }
      mine = inner
      throttles[id]?.waiting = inner
      known.waiting?.cancel()
      wait(known.open - now, inner) { [self] in
        throttles[id] = (now + seconds, nil)
        start(part, inner, handlers, nil)
      }
      inner.release()
    case .timeout(let part, let seconds, let number):
      if case .none = part { return then?() ?? () }
      let inner = Group(self)
      inner.hold()
      group.add(inner)
      let timer = Timer(now + seconds) { [self] in
        inner.hold()
        inner.cancel()
        receive(-number)
        inner.release()
      }
      inner.onEnd = { [self] in
        timer.cancel(self)
        then?()
      }
      group.add(timer)
      timers.append(timer)
      start(part, inner, handlers, nil)
      inner.release()
    case .catching(let part, let number):
      start(part, group, handlers + [number], then)
    }
  }

  private func register(
    _ id: Int, _ outer: Group, _ inFlight: Bool, _ then: (() -> Void)?
  ) -> Group {
    let earlier = inFlight ? groups.filter { $0.id == id && !outer.isInside($0) } : []
    let group = Group(self)
    group.id = id
    group.hold()
    group.onEnd = then
    outer.add(group)
    groups.append(group)
    for other in earlier { other.cancel() }
    return group
  }

  private func wait(_ seconds: TimeInterval, _ group: Group, _ action: @escaping () -> Void) {
    guard !group.isCancelled else { return }
    let timer = Timer(now + max(0, seconds), action)
    group.add(timer)
    timers.append(timer)
  }

  func settle() {
    while let leaf = leaves.first(where: { !$0.hasBegun || $0.isCancelled }) {
      if !leaf.hasBegun {
        leaf.hasBegun = true
        words.append("\(leaf.work.number) begins")
        begun += 1
        leaf.wake = now + leaf.work.seconds + Double(begun) / 1e6
      }
      if leaf.isCancelled {
        words.append("\(leaf.work.number) is cancelled")
        if !leaf.work.heedsCancellation { words.append("\(leaf.work.number) ends") }
        end(leaf)
      }
    }
    if !words.isEmpty { spans.append(words.sorted()) }
    words = []
  }

  private func end(_ leaf: Leaf) {
    leaves.removeAll { $0 === leaf }
    leaf.then?()
    leaf.parent?.remove(leaf)
  }

  private func complete(_ leaf: Leaf) {
    leaf.wake = .infinity
    receive(leaf.work.number)
    words.append("\(leaf.work.number) ends")
    if leaf.work.fails, !leaf.isCancelled {
      if let handler = leaf.handlers.last { receive(handler) } else { words.append("effectFailed") }
    }
    end(leaf)
  }

  func advance(by seconds: TimeInterval) {
    let goal = now + seconds
    while true {
      let timer = timers.min { $0.time < $1.time }
      let leaf = leaves.min { $0.wake < $1.wake }
      let next = min(timer?.time ?? .infinity, leaf?.wake ?? .infinity)
      guard next <= goal else { break }
      now = max(now, next)
      if let timer, timer.time == next {
        timers.removeAll { $0 === timer }
        timer.action()
        timer.parent?.remove(timer)
      } else if let leaf {
        complete(leaf)
      }
      settle()
    }
    now = goal
    settle()
  }
}
