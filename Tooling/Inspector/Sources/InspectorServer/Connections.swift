import FlyingSocks
import Foundation

/// The stream of a page, as the body of a response.
struct ReaderSequence: AsyncBufferedSequence, AsyncBufferedIteratorProtocol {
  typealias Element = UInt8

  /// Removes the page when the connection lets go of its stream.
  private final class Lifetime: Sendable {
    let hub: Hub
    let reader: Int

    init(_ hub: Hub, _ reader: Int) {
      self.hub = hub
      self.reader = reader
    }

    deinit {
      Task { [hub, reader] in await hub.remove(reader) }
    }
  }

  private let lifetime: Lifetime

  init(hub: Hub, reader: Int) {
    lifetime = Lifetime(hub, reader)
  }

  func makeAsyncIterator() -> ReaderSequence { self }

  mutating func next() async throws -> UInt8? {
    // The encoder of chunks takes buffers only.
    throw SocketError.unsupportedAddress
  }

  mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
    guard let data = await lifetime.hub.next(for: lifetime.reader) else {
      // Ends the connection as well.
      throw SocketError.disconnected
    }
    return Array(data)
  }
}

/// Ends connections that take nothing for some seconds, and sends at once what is written.
struct ImpatientPool<Base: AsyncSocketPool>: AsyncSocketPool {
  let base: Base
  let patience: TimeInterval

  func prepare() async throws { try await base.prepare() }

  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    guard events.contains(.write) else {
      // The body of an answer would wait until its head is acknowledged, 40 milliseconds later.
      let noDelay = BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
      try? socket.setValue(true, for: noDelay)
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
