import Foundation

/// The apps, with what is kept of their traces, and the pages that read them.
///
/// A page pulls: it has a place in an app's trace, and gets what follows when its connection takes
/// more. Nothing waits for it. One that falls behind what is kept is disconnected.
package actor Hub {
  /// What is kept, and for how long; times in seconds.
  package struct Limits: Sendable {
    package init() {}

    package var trace = TraceBuffer.Limits()
    package var apps = 100
    package var readers = 50
    /// The commands of an app, or the answers for a page, that wait.
    package var waiting = 100
    /// The most that a page gets at once.
    package var chunk = 200_000
    /// The seconds after which a request for commands is answered without any.
    package var poll = 5.0
    /// The seconds after which an app that asks for nothing is not connected.
    package var silence = 5.0
    /// The seconds after which an app that is not connected is forgotten.
    package var memory = 600.0
    /// The seconds between signs of life to a page.
    package var ping = 15.0
  }

  private struct App {
    let number: Int
    var name = ""
    var allowed: [String] = []
    var buffer: TraceBuffer
    var lastSeen: TimeInterval
    var isConnected = true
    /// Whether it has ended its connection, for good.
    var hasLeft = false
    var commands: [Command] = []
    var poll: Poll?
  }

  private struct Poll {
    var number: Int
    var deadline: TimeInterval
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct Reader {
    let session: String?
    /// The number of the last event that it has; `nil` before the beginning.
    var position: Int?
    var needsApps = true
    var answers: [Data] = []
    var lastSent: TimeInterval
    var continuation: CheckedContinuation<Data?, Never>?
  }

  private let limits: Limits
  private let now: @Sendable () -> TimeInterval
  private var apps: [String: App] = [:]
  private var readers: [Int: Reader] = [:]
  private var count = 0
  private var isListStale = false
  /// Numbers of an earlier run of the server are smaller, so that an app that asks for what follows
  /// its last command does not miss new ones.
  private var lastCommand: Int

  package init(
    limits: Limits = Limits(),
    now: @escaping @Sendable () -> TimeInterval = { ProcessInfo.processInfo.systemUptime }
  ) {
    self.limits = limits
    self.now = now
    lastCommand = Int(Date().timeIntervalSince1970 * 1000)
  }

  // MARK: - Apps

  /// Takes events of an app.
  ///
  /// - Returns: The number of the last event that is known now.
  /// - Throws: `Refusal` with that number where events are missing.
  func receive(
    _ body: Data, after: Int, from session: String, name: String, allowing commands: [String]
  ) throws -> Int {
    var lines = body.lines[...]
    let isHeader = lines.first.map { $0.prefix(200).range(of: Self.headerMark) != nil } ?? false
    if isHeader, let header = lines.popFirst() { try begin(session, header, after) }
    // Read and changed in its place: a copy of the app would be one of all its lines.
    guard let last = apps[session]?.buffer.last else {
      throw Refusal(409, "unknown session", received: 0)
    }
    guard after <= last else { throw Refusal(409, "events are missing", received: last) }
    // What was on its way when the app left may arrive later.
    let isConnected = apps[session]?.hasLeft == false
    let hasNewTerms =
      apps[session]?.name != name || apps[session]?.allowed != commands
      || apps[session]?.isConnected != isConnected
    apps[session]?.name = name
    apps[session]?.allowed = commands
    apps[session]?.lastSeen = now()
    apps[session]?.isConnected = isConnected
    apps[session]?.buffer.append(lines.dropFirst(last - after))
    isListStale = true
    if hasNewTerms { announce() }
    wake { $0.session == session }
    return apps[session]?.buffer.last ?? 0
  }

  private static let headerMark = Data("\"navigationTrace\":".utf8)

  private func begin(_ session: String, _ header: Data, _ after: Int) throws {
    let buffer: TraceBuffer
    do {
      buffer = try TraceBuffer(header: header, limits: limits.trace)
    } catch {
      throw Refusal(400, "\(error)")
    }
    guard buffer.dropped == after else {
      throw Refusal(400, "`after` is not the number of dropped events")
    }
    if apps[session] == nil { try makeRoom() }
    count += 1
    if apps[session] == nil {
      apps[session] = App(number: count, buffer: buffer, lastSeen: now(), isConnected: false)
    } else {
      apps[session]?.buffer = buffer
    }
  }

  private func makeRoom() throws {
    guard apps.count >= limits.apps else { return }
    let gone = apps.filter { !$0.value.isConnected }.min { $0.value.lastSeen < $1.value.lastSeen }
    guard let gone else { throw Refusal(503, "too many apps") }
    apps[gone.key] = nil
  }

  /// The commands for an app after one, as soon as there are some; none after a while.
  func commands(after number: Int, for session: String) async throws -> [Command] {
    guard apps[session]?.hasLeft == false else { throw Refusal(404, "unknown session") }
    apps[session]?.commands.removeAll { $0.id <= number }
    apps[session]?.lastSeen = now()
    if apps[session]?.isConnected == false {
      apps[session]?.isConnected = true
      announce()
    }
    if apps[session]?.commands.isEmpty == true {
      apps[session]?.poll?.continuation.resume()
      count += 1
      let poll = count
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          apps[session]?.poll = Poll(
            number: poll, deadline: now() + limits.poll, continuation: continuation)
          if Task.isCancelled { endPoll(of: session, poll) }
        }
      } onCancel: {
        Task { await self.endPoll(of: session, poll) }
      }
      apps[session]?.lastSeen = now()
      // The app has ended the connection, and has no other one for commands.
      if Task.isCancelled, apps[session]?.poll == nil {
        apps[session]?.isConnected = false
        announce()
      }
    }
    return apps[session]?.commands ?? []
  }

  private func endPoll(of session: String, _ number: Int? = nil) {
    guard let poll = apps[session]?.poll, number == nil || poll.number == number else { return }
    apps[session]?.poll = nil
    poll.continuation.resume()
  }

  /// Takes leave of an app, whose trace stays for a while.
  func leave(_ session: String) throws {
    guard apps[session] != nil else { throw Refusal(404, "unknown session") }
    apps[session]?.hasLeft = true
    apps[session]?.isConnected = false
    apps[session]?.lastSeen = now()
    endPoll(of: session)
    announce()
  }

  /// Passes an answer of an app to the pages that show it.
  func receive(_ answer: Answer, from session: String) throws {
    guard apps[session] != nil else { throw Refusal(404, "unknown session") }
    let event = StreamEvent("answer", [answer.json]).bytes
    for (id, reader) in readers where reader.session == session {
      if reader.answers.count >= limits.waiting {
        remove(id)
      } else {
        readers[id]?.answers.append(event)
      }
    }
    wake { $0.session == session }
  }

  // MARK: - Pages

  /// Adds a command for an app.
  func add(_ text: String, for session: String) throws -> Int {
    guard let app = apps[session], app.isConnected else {
      throw Refusal(404, "the app is not connected")
    }
    guard app.commands.count < limits.waiting else {
      throw Refusal(503, "too many commands wait")
    }
    let command = Command(id: lastCommand + 1, text: text)
    guard app.allowed.contains(command.verb) else {
      throw Refusal(409, "the app does not allow \(command.verb)")
    }
    lastCommand += 1
    apps[session]?.commands.append(command)
    endPoll(of: session)
    return command.id
  }

  /// Adds a page.
  ///
  /// - Parameters:
  ///   - session: The app that it shows.
  ///   - lastID: The identifier of the last event that it has, after a new connection.
  /// - Returns: Its number, for `next(for:)`.
  /// - Throws: `Refusal` if there are too many pages.
  func addReader(of session: String?, after lastID: String?) throws -> Int {
    guard readers.count < limits.readers else { throw Refusal(503, "too many pages") }
    count += 1
    var reader = Reader(session: session, lastSent: now())
    let parts = (lastID ?? "").split(separator: ":")
    if parts.count == 2, parts[0] == session ?? "", let number = Int(parts[1]), number >= 0,
      number >= session.flatMap({ apps[$0] })?.buffer.dropped ?? 0
    {
      reader.position = number
    }
    readers[count] = reader
    return count
  }

  /// What a page gets next, as soon as there is something; `nil` at its end.
  func next(for id: Int) async -> Data? {
    if let data = take(for: id) { return data }
    guard readers[id] != nil else { return nil }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        readers[id]?.continuation = continuation
        if Task.isCancelled { remove(id) }
      }
    } onCancel: {
      Task { await self.remove(id) }
    }
  }

  /// Removes a page whose connection has ended.
  func remove(_ id: Int) {
    readers.removeValue(forKey: id)?.continuation?.resume(returning: nil)
  }

  private func take(for id: Int) -> Data? {
    guard var reader = readers[id] else { return nil }
    var data = Data()
    if reader.needsApps {
      data += StreamEvent("apps", [list.json]).bytes
      reader.needsApps = false
    }
    if let session = reader.session, let buffer = apps[session]?.buffer {
      if reader.position == nil {
        data += StreamEvent("start", [buffer.header], id: "\(session):\(buffer.dropped)").bytes
        reader.position = buffer.dropped
      }
      let position = reader.position ?? 0
      guard position >= buffer.dropped else {
        remove(id)
        return nil
      }
      let lines = buffer.lines(after: position, bytes: limits.chunk)
      if !lines.isEmpty {
        let last = position + lines.count
        data += StreamEvent("lines", lines, id: "\(session):\(last)").bytes
        reader.position = last
      }
    }
    data = reader.answers.reduce(data, +)
    reader.answers = []
    guard !data.isEmpty else { return nil }
    reader.lastSent = now()
    readers[id] = reader
    return data
  }

  private func wake(_ matches: (Reader) -> Bool) {
    for (id, reader) in readers where matches(reader) {
      guard let continuation = reader.continuation else { continue }
      guard let data = take(for: id) else { continue }
      readers[id]?.continuation = nil
      continuation.resume(returning: data)
    }
  }

  private var list: [AppSummary] {
    apps.sorted { $0.value.number < $1.value.number }.map { session, app in
      AppSummary(
        session: session, name: app.name, connected: app.isConnected, events: app.buffer.last,
        commands: app.allowed)
    }
  }

  private func announce() {
    isListStale = false
    for id in readers.keys { readers[id]?.needsApps = true }
    wake { _ in true }
  }

  // MARK: - Time

  /// Does what is due; called a few times a second.
  package func tick() {
    let now = now()
    for (session, app) in apps {
      if let poll = app.poll, poll.deadline <= now { endPoll(of: session) }
      if app.isConnected, app.poll == nil, app.lastSeen + limits.silence < now {
        apps[session]?.isConnected = false
        isListStale = true
      }
      if !app.isConnected, app.lastSeen + limits.memory < now {
        apps[session] = nil
        isListStale = true
      }
    }
    if isListStale { announce() }
    for (id, reader) in readers where reader.lastSent + limits.ping < now {
      guard let continuation = reader.continuation else { continue }
      readers[id]?.continuation = nil
      readers[id]?.lastSent = now
      continuation.resume(returning: StreamEvent.ping)
    }
  }
}
