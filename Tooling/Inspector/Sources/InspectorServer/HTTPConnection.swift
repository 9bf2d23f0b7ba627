import FlyingSocks
import Foundation

/// A connection of a client, whose requests are answered one after the other.
///
/// It keeps at most the head or the body of one request, whatever is sent.
struct HTTPConnection {
  /// The most bytes of a request's head.
  static let headLimit = 32_000
  /// The most bytes of a request's body.
  static let bodyLimit = 32_000_000

  private let socket: AsyncSocket
  /// What was received and belongs to no request yet.
  private var received = Data()

  init(_ socket: AsyncSocket) {
    self.socket = socket
    // The body of an answer would wait until its head is acknowledged, 40 milliseconds later.
    let noDelay = BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
    try? socket.socket.setValue(true, for: noDelay)
  }

  /// The next request; `nil` at the end of the connection.
  ///
  /// - Throws: `Refusal` for what is no request, after which nothing more can be read.
  mutating func next() async throws -> HTTPRequest? {
    let end = Data("\r\n\r\n".utf8)
    var searched = 0
    while true {
      let start = received.startIndex + max(0, searched - end.count)
      if let found = received.range(of: end, in: start..<received.endIndex) {
        var request = try HTTPRequest(head: received[..<found.lowerBound])
        received = Data(received[found.upperBound...])
        request.body = try await body(of: request.length)
        return request
      }
      guard received.count < Self.headLimit else {
        throw Refusal(431, "a head has at most \(Self.headLimit) bytes")
      }
      searched = received.count
      guard try await receive() else { return nil }
    }
  }

  /// The body; `nil` if it is too large.
  ///
  /// It is read in any case: some clients do not read an answer
  /// before they have sent everything.
  private mutating func body(of length: Int) async throws -> Data? {
    guard length <= Self.bodyLimit else {
      var rest = length - received.count
      received = Data()
      while rest > 0 {
        guard try await receive() else { throw SocketError.disconnected }
        rest -= received.count
        received = Data()
      }
      return nil
    }
    while received.count < length {
      guard try await receive() else { throw SocketError.disconnected }
    }
    let body = received.prefix(length)
    received = Data(received.dropFirst(length))
    return Data(body)
  }

  /// Takes more bytes; `false` at the end of the connection.
  private mutating func receive() async throws -> Bool {
    do {
      let bytes = try await socket.read(atMost: 4_096)
      received += bytes
      return !bytes.isEmpty
    } catch SocketError.disconnected {
      return false
    }
  }

  func send(_ data: Data) async throws { try await socket.write(data) }

  /// Ends the connection after the last answer, as soon as the client has read that.
  ///
  /// A client that is still sending would not read it if the connection ended at once.
  mutating func finish() async throws {
    shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
    for _ in 0..<1_000 {
      received = Data()
      guard try await receive() else { return }
    }
  }

  /// Waits for something, which is cancelled if the client ends the connection first.
  ///
  /// - Throws: An error if it does.
  mutating func whileConnected<Result: Sendable>(
    _ body: @escaping @Sendable () async -> Result
  ) async throws -> Result {
    let socket = socket
    let result = try await withThrowingTaskGroup(of: Part<Result>.self) { group in
      group.addTask { .result(await body()) }
      group.addTask {
        do {
          return .more(Data(try await socket.read(atMost: 4_096)))
        } catch is CancellationError {
          return .more(Data())
        }
      }
      defer { group.cancelAll() }
      var result: Result?
      while let part = try await group.next() {
        switch part {
        case .result(let value):
          result = value
          group.cancelAll()
        case .more(let bytes): received += bytes
        }
      }
      return result
    }
    guard let result else { throw SocketError.disconnected }
    return result
  }

  private enum Part<Result: Sendable>: Sendable {
    case result(Result)
    case more(Data)
  }
}

/// Ends connections that take nothing for some seconds.
struct ImpatientPool: AsyncSocketPool {
  let base: any AsyncSocketPool
  let patience: TimeInterval

  func prepare() async throws { try await base.prepare() }

  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    guard events.contains(.write) else {
      return try await base.suspendSocket(socket, untilReadyFor: events)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await base.suspendSocket(socket, untilReadyFor: events) }
      group.addTask {
        try await Task.sleep(nanoseconds: UInt64(patience * 1_000_000_000))
        throw SocketError.disconnected
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}
