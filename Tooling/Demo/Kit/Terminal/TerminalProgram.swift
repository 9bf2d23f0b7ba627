import Foundation
import NavigationRuntime

/// Runs a session on a terminal: reads keys, shows pages, and gives the terminal back at the end,
/// however it ends.
@MainActor
public final class TerminalProgram {
  /// How a program has ended.
  public enum Ending: Sendable, Hashable {
    /// The person quit.
    case quit
    /// The person pressed control and C.
    case interrupted
    /// The terminal is gone.
    case inputEnded
    /// The process received a signal to end.
    case signalled(Int32)
    /// It is no terminal, or one that cannot be taken over.
    case noTerminal
  }

  private let session: DemoSession
  private let device: TerminalDevice
  private let clock: any NavigationClock
  private let listensToSignals: Bool
  private var painter: TerminalPainter
  private var parser = TerminalKeyParser()
  private var escapeTimer: Cancellation?
  /// The keys that have not had their effect, in the groups in which they were read.
  private var batches: [[TerminalKey]] = []
  private var worker: Task<Void, Never>?
  private var input: (any DispatchSourceRead)?
  private var signals: TerminalSignals?
  private var isRunning = false
  private var result: Ending?
  private var endWaiters: [CheckedContinuation<Ending, Never>] = []
  private var needsDrawing = false
  private var byteCount = 0
  private var idleWaiters: [(byteCount: Int, waiter: CheckedContinuation<Void, Never>)] = []

  /// How long a lone escape waits for the rest of a sequence.
  package static let escapeDelay = 0.05

  /// Makes a program.
  ///
  /// - Parameters:
  ///   - session: The session at the terminal.
  ///   - device: The terminal.
  ///   - usesColor: Whether colours may be used.
  ///   - listensToSignals: Whether signals of the process are its to answer.
  ///   - clock: Distinguishes the escape key from the beginning of a sequence.
  public init(
    _ session: DemoSession, on device: TerminalDevice, usesColor: Bool = true,
    listensToSignals: Bool = true, clock: any NavigationClock = LiveNavigationClock()
  ) {
    self.session = session
    self.device = device
    self.clock = clock
    self.listensToSignals = listensToSignals
    painter = TerminalPainter(usesColor: usesColor)
  }

  /// Runs until it is ended; afterwards the terminal is as it was.
  ///
  /// - Returns: How it ended.
  public func run() async -> Ending {
    guard start() else { return .noTerminal }
    return await ended()
  }

  /// Takes the terminal over and shows the first page.
  ///
  /// - Returns: Whether that was possible; a program runs once.
  package func start() -> Bool {
    guard !isRunning, result == nil, device.open() else { return false }
    isRunning = true
    session.onChange = { [weak self] in self?.setNeedsDrawing() }
    if listensToSignals {
      signals = TerminalSignals { [weak self] in self?.receive(signal: $0) }
    }
    let input = DispatchSource.makeReadSource(fileDescriptor: device.input, queue: .main)
    input.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.readInput() } }
    input.setCancelHandler { [weak self] in MainActor.assumeIsolated { self?.inputDidClose() } }
    input.activate()
    self.input = input
    draw()
    return true
  }

  /// Ends the program as if the person had quit.
  package func stop() {
    end(.quit)
  }

  /// Returns when a program that has started has ended, and no longer looks at its files.
  package func ended() async -> Ending {
    if let result, input == nil { return result }
    return await withCheckedContinuation { endWaiters.append($0) }
  }

  /// Returns when this many bytes have been read, and their effects are done and drawn.
  package func idle(afterReading count: Int) async {
    await withCheckedContinuation { waiter in
      idleWaiters.append((count, waiter))
      resumeIdleWaiters()
    }
  }

  private func end(_ result: Ending) {
    guard isRunning else { return }
    isRunning = false
    self.result = result
    input?.cancel()
    signals?.stop()
    signals = nil
    escapeTimer = nil
    worker?.cancel()
    worker = nil
    batches = []
    session.onChange = nil
    device.close()
    resumeIdleWaiters()
  }

  /// From here on the files may be closed.
  private func inputDidClose() {
    input = nil
    guard let result else { return }
    for waiter in endWaiters { waiter.resume(returning: result) }
    endWaiters = []
  }

  private func receive(signal number: Int32) {
    switch number {
    case SIGWINCH: draw()
    case SIGCONT:
      // The terminal may have been changed while the process was stopped.
      _ = device.open()
      painter.forget()
      draw()
    case SIGINT: end(.interrupted)
    default: end(.signalled(number))
    }
  }

  private func readInput() {
    guard isRunning, let bytes = device.read() else { return }
    if bytes.isEmpty { return end(.inputEnded) }
    byteCount += bytes.count
    escapeTimer = nil
    receive(parser.feed(bytes))
    if parser.isWaiting, isRunning {
      escapeTimer = clock.schedule(after: Self.escapeDelay) { [weak self] in
        guard let self else { return }
        escapeTimer = nil
        receive(parser.flush())
      }
    }
  }

  private func receive(_ newKeys: [TerminalKey]) {
    if newKeys.contains(.interrupt) { return end(.interrupted) }
    if !newKeys.isEmpty { batches.append(newKeys) }
    if worker == nil, !batches.isEmpty {
      worker = Task { [weak self] in await self?.work() }
    } else {
      resumeIdleWaiters()
    }
  }

  /// One key after the other; each has its effect before the next.
  ///
  /// What was read together is drawn together, so that a long paste takes few pages.
  private func work() async {
    while isRunning, !batches.isEmpty {
      for key in batches.removeFirst() {
        if key == .redraw { painter.forget() }
        await session.press(key)
        guard isRunning else { return }
        if session.isOver { return end(.quit) }
      }
      draw()
      // Nothing above has to wait: signals and further input get their turn here.
      await Task.yield()
    }
    worker = nil
    resumeIdleWaiters()
  }

  /// Draws at the end of the present turn, however much changes in it.
  private func setNeedsDrawing() {
    guard !needsDrawing else { return }
    needsDrawing = true
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.needsDrawing else { return }
        self.draw()
      }
    }
  }

  private func draw() {
    needsDrawing = false
    guard isRunning else { return }
    let (width, height) = device.size
    let page = PageDrawing(session.content, width: width, height: height)
    guard device.write(painter.paint(page.canvas, cursor: page.cursor)) else {
      return end(.inputEnded)
    }
  }

  private func resumeIdleWaiters() {
    let isIdle = worker == nil && batches.isEmpty && escapeTimer == nil
    let ready = idleWaiters.filter { !isRunning || (isIdle && byteCount >= $0.byteCount) }
    idleWaiters.removeAll { !isRunning || (isIdle && byteCount >= $0.byteCount) }
    for entry in ready { entry.waiter.resume() }
  }
}
