import Foundation
import NavigationRuntime

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends a trace to the Inspector while it grows, and performs the commands of its page.
///
/// ```swift
/// let connection = InspectorConnection(of: trace, named: "Films", to: address)
/// ```
///
/// Copy this file into a debug build of an app. The connection retains the trace; the trace keeps
/// what the server does not have yet, and a server that was restarted gets everything that it keeps.
/// One request carries events at a time, another one waits for commands. Without a server the
/// connection tries again, at least every eight seconds.
@MainActor
public final class InspectorConnection {
  /// Why the last attempt to send events has failed, in words; `nil` after success.
  public private(set) var problem: String?

  /// The most events of a request, and the most bytes unless one event alone has more.
  private static let batch = (events: 2_000, bytes: 1_000_000)

  private let trace: NavigationTrace
  private let folder: URL
  private let name: String
  private let commands: [String]
  private let perform: @MainActor (String) async throws -> String
  private let clock: any NavigationClock
  private let session: URLSession
  private let encoder = JSONEncoder()

  private var observation: Cancellation?
  private var retry: Cancellation?
  private var delay = 0.25
  private var isStopped = false
  /// The number of the last event that the server has; `nil` if it has to begin anew.
  private var received: Int?
  private var isSending = false
  private var isListening = false
  private var lastCommand = 0
  private var waiting: [Command] = []
  private var worker: Task<Void, Never>?
  private var flushes: [CheckedContinuation<Bool, Never>] = []

  private struct Received: Decodable {
    var received: Int
  }

  private struct Command: Decodable {
    var id: Int
    var text: String
  }

  private struct Answer: Encodable {
    var id: Int
    var ok: Bool
    var text: String
  }

  /// Connects a trace with the Inspector.
  ///
  /// - Parameters:
  ///   - trace: The trace.
  ///   - name: The name of the app for people.
  ///   - address: The address that the server prints, with its token.
  ///   - commands: The verbs with which the page may begin a command; by default none.
  ///   - clock: The clock for new attempts.
  ///   - perform: Performs a command, and returns a text for people; errors are shown as text. One
  ///     command is performed at a time, in order.
  public init(
    of trace: NavigationTrace, named name: String, to address: URL, commands: [String] = [],
    clock: any NavigationClock = LiveNavigationClock(),
    perform: @escaping @MainActor (String) async throws -> String = { _ in "" }
  ) {
    self.trace = trace
    self.name = name
    self.commands = commands
    self.clock = clock
    self.perform = perform
    folder = address.appendingPathComponent("apps").appendingPathComponent(UUID().uuidString)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 30
    session = URLSession(configuration: configuration, delegate: nil, delegateQueue: .main)
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    observation = trace.onEvents { [weak self] in self?.send() }
    send()
  }

  deinit {
    worker?.cancel()
    if !isStopped { Self.leave(folder, session) }
  }

  /// Ends the connection for good, without sending the rest.
  public func stop() { stop {} }

  /// Sends the rest, and ends the connection for good.
  ///
  /// - Returns: Whether the server has all events.
  public func finish() async -> Bool {
    let hasAll = await flush()
    await withCheckedContinuation { continuation in stop { continuation.resume() } }
    return hasAll
  }

  private func stop(_ completion: @escaping @Sendable () -> Void) {
    guard !isStopped else { return completion() }
    isStopped = true
    observation = nil
    retry = nil
    worker?.cancel()
    worker = nil
    waiting = []
    Self.leave(folder, session, completion)
    endFlushes(false)
  }

  /// Tells the server that the app goes; it answers what it has been asked before.
  private nonisolated static func leave(
    _ folder: URL, _ session: URLSession, _ completion: @escaping @Sendable () -> Void = {}
  ) {
    var request = URLRequest(url: folder, timeoutInterval: 2)
    request.httpMethod = "DELETE"
    session.dataTask(with: request) { _, _, _ in completion() }.resume()
    session.finishTasksAndInvalidate()
  }

  /// Returns when the server has all events, or when it cannot be reached.
  ///
  /// - Returns: Whether it has them.
  public func flush() async -> Bool {
    guard !isStopped else { return false }
    return await withCheckedContinuation { continuation in
      flushes.append(continuation)
      send()
    }
  }

  private func endFlushes(_ result: Bool) {
    let flushes = flushes
    self.flushes = []
    for flush in flushes { flush.resume(returning: result) }
  }

  // MARK: - Events

  private func send() {
    guard !isStopped, !isSending else { return }
    guard retry == nil else { return endFlushes(false) }
    var after = received ?? 0
    var lines = Data()
    if received == nil || after < trace.droppedCount {
      var header = trace.archive
      header.events = []
      after = header.droppedCount
      lines = Data(header.jsonLines.utf8)
    }
    var last = after
    for event in trace.events(after: after).prefix(Self.batch.events) {
      guard let line = line(of: event) else { break }
      guard last == after || lines.count + line.count < Self.batch.bytes else { break }
      lines += line
      lines.append(UInt8(ascii: "\n"))
      last = event.number
    }
    guard !lines.isEmpty else { return endFlushes(true) }
    isSending = true
    let query = [
      "name": name, "after": "\(after)", "commands": commands.joined(separator: ","),
    ]
    request("POST", "events", query, lines) { connection, status, data in
      connection.isSending = false
      connection.didSend(status, data)
    }
  }

  /// A tree of more than 200 levels, and a change that brings so many, is left out, as in a file.
  private func line(of event: TraceEvent) -> Data? {
    if let line = try? encoder.encode(event) { return line }
    var copy = event
    copy.tree = nil
    copy.change = nil
    return try? encoder.encode(copy)
  }

  private func didSend(_ status: Int?, _ data: Data) {
    let answer = try? JSONDecoder().decode(Received.self, from: data)
    switch (status, answer) {
    case (200, let answer?):
      received = answer.received
      problem = nil
      delay = 0.25
      listen()
      send()
    case (409, _) where received != nil:
      received = nil
      send()
    default:
      received = nil
      problem =
        switch status {
        case nil: "There is no Inspector at this address."
        case 403: "The Inspector refuses the address: its token is another one."
        case let status?: "The Inspector has answered with \(status)."
        }
      tryLater()
    }
  }

  private func tryLater() {
    endFlushes(false)
    guard !isStopped, retry == nil else { return }
    retry = clock.schedule(after: delay) { [weak self] in
      self?.retry = nil
      self?.send()
    }
    delay = min(2 * delay, 8)
  }

  // MARK: - Commands

  /// Waits for commands; the server sees by this as well that the app is there.
  private func listen() {
    guard !isStopped, !isListening else { return }
    isListening = true
    request("GET", "commands", ["after": "\(lastCommand)"]) { connection, status, data in
      connection.isListening = false
      connection.didListen(status, data)
    }
  }

  private func didListen(_ status: Int?, _ data: Data) {
    guard status == 200, let new = try? JSONDecoder().decode([Command].self, from: data) else {
      // The next request with events finds out what the server has.
      received = nil
      return tryLater()
    }
    lastCommand = new.last?.id ?? lastCommand
    waiting += new
    work()
    listen()
  }

  private func work() {
    guard !isStopped, worker == nil, !waiting.isEmpty else { return }
    let command = waiting.removeFirst()
    guard commands.contains(String(command.text.prefix { $0 != " " })) else {
      return reply(Answer(id: command.id, ok: false, text: "The app does not allow this."))
    }
    worker = Task { [weak self, perform] in
      var answer = Answer(id: command.id, ok: true, text: "")
      do {
        answer.text = try await perform(command.text)
      } catch {
        answer.ok = false
        answer.text = "\(error)"
      }
      guard !Task.isCancelled else { return }
      self?.worker = nil
      self?.reply(answer)
    }
  }

  private func reply(_ answer: Answer) {
    if let body = try? encoder.encode(answer) {
      request("POST", "answers", [:], body) { _, _, _ in }
    }
    work()
  }

  // MARK: - Requests

  /// Makes a request; `completion` is called on the main actor, with the status of an answer.
  private func request(
    _ method: String, _ name: String, _ query: [String: String], _ body: Data? = nil,
    _ completion: @escaping @MainActor (InspectorConnection, Int?, Data) -> Void
  ) {
    var components = URLComponents(
      url: folder.appendingPathComponent(name), resolvingAgainstBaseURL: false)
    components?.queryItems = query.map { URLQueryItem(name: $0.key, value: $0.value) }
    guard let url = components?.url else { return }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = body
    let task = session.dataTask(with: request) { [weak self] data, response, _ in
      let status = (response as? HTTPURLResponse)?.statusCode
      // The queue of the session is the main one.
      MainActor.assumeIsolated {
        guard let self, !self.isStopped else { return }
        completion(self, status, data ?? Data())
      }
    }
    task.resume()
  }
}
