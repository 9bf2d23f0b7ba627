import DemoKit

/// Services that answer immediately, or when they are released.
@MainActor
public final class SampleServices: DemoServices {
  /// The one service: whether mail and password are right.
  public let names = ["login"]
  /// A message arrives.
  public let signals = ["message"]
  /// The held services, each with the number of answers that wait.
  public var held: [String: Int] { isHeld ? ["login": waiting.count] : [:] }

  var onMessage: (() -> Void)?

  private var isHeld = false
  private var failsNext = false
  private var waiting: [() -> Void] = []

  init() {}

  /// Lets the service answer only when it is released.
  public func hold(_ name: String) {
    isHeld = true
  }

  /// Lets the service answer again, pending answers first.
  public func release(_ name: String) {
    isHeld = false
    let answers = waiting
    waiting = []
    for answer in answers { answer() }
  }

  /// Makes the service's next answer a failure.
  public func fail(_ name: String) {
    failsNext = true
  }

  /// Lets a message arrive.
  public func signal(_ name: String) {
    onMessage?()
  }

  /// Answers `nil` if mail and password are right, else the reason why not.
  func logIn(mail: String, password: String, answer: @escaping (String?) -> Void) {
    let fails = failsNext
    failsNext = false
    let reason =
      switch (fails, mail.contains("@"), password) {
      case (true, _, _): "No connection"
      case (_, false, _): "That is no mail address"
      case (_, _, "secret"): String?.none
      default: "Wrong password"
      }
    if isHeld {
      waiting.append { answer(reason) }
    } else {
      answer(reason)
    }
  }
}
