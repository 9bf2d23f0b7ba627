import CoreFlow
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("The events of UIKit's controls")
struct UIKitControlTests {
  @Test("Are bound by a screen for its lifetime")
  func screen() {
    let core = FormCore()
    weak var screen: FormScreen?
    do {
      let strong = FormScreen(reactor: core)
      strong.bind()
      screen = strong
      strong.button.sendActions(for: .touchUpInside)
      strong.field.text = "Ada"
      strong.field.sendActions(for: .editingChanged)
      strong.toggle.isOn = true
      strong.toggle.sendActions(for: .valueChanged)
      strong.press.state = .began
      strong.press.state = .ended
      #expect(core.currentState == ["tap", "text Ada", "on true", "pressed"])
    }
    #expect(screen == nil)
  }

  @Test("Reach all subscribers, beside the app's own actions")
  func several() {
    let button = UIButton()
    var heard: [String] = []
    button.addAction(UIAction { _ in heard.append("app") }, for: .touchUpInside)
    let first = button.onTap.receive { heard.append("first") }
    let second = button.emitter(for: [.touchUpInside, .valueChanged]).receive {
      heard.append("second")
    }
    button.sendActions(for: .touchUpInside)
    #expect(heard == ["app", "first", "second"])
    first.cancel()
    button.sendActions(for: .touchUpInside)
    #expect(heard.suffix(2) == ["app", "second"])
    second.cancel()
    heard = []
    button.sendActions(for: [.touchUpInside, .valueChanged])
    #expect(heard == ["app"])
  }

  @Test("Retain neither a control nor a gesture for their subscribers")
  func release() {
    weak var field: UITextField?
    weak var pan: UIGestureRecognizer?
    var subscriptions: Set<Cancellation> = []
    do {
      let strong = (UITextField(), UIGestureRecognizer())
      (field, pan) = strong
      strong.0.onTextChange.receive { _ in }.store(in: &subscriptions)
      strong.1.onStateChange.receive { _ in }.store(in: &subscriptions)
    }
    #expect(field == nil)
    #expect(pan == nil)
    #expect(subscriptions.count == 2)
  }

  @Test("Of a gesture are its states, each once, until the last subscription ends")
  func gesture() {
    let pan = UIGestureRecognizer()
    var states: [UIGestureRecognizer.State] = []
    var recognized = 0
    let subscription = pan.onStateChange.receive { states.append($0) }
    let other = pan.onRecognized.receive { recognized += 1 }
    for state in [UIGestureRecognizer.State.began, .changed, .ended] { pan.state = state }
    pan.state = .cancelled
    #expect(states == [.began, .changed, .ended, .cancelled])
    #expect(recognized == 1)
    subscription.cancel()
    other.cancel()
    pan.state = .ended
    #expect(states.count == 4)
    #expect(recognized == 1)
  }
}

private enum FormAction {
  case tap, text(String), turned(Bool), pressed
}

private final class FormCore: Core<FormAction, [String]> {
  init() { super.init(initialState: []) }

  override func reduce(state: inout [String], action: FormAction) -> Effect<FormAction> {
    switch action {
    case .tap: state.append("tap")
    case .text(let text): state.append("text \(text)")
    case .turned(let isOn): state.append("on \(isOn)")
    case .pressed: state.append("pressed")
    }
    return .none
  }
}

private final class FormScreen: Screen<FormCore> {
  let button = UIButton()
  let field = UITextField()
  let toggle = UISwitch()
  let press = UIGestureRecognizer()

  override func bind() {
    bind(onEmit: button.onTap, send: .tap)
    bind(onEmit: field.onTextChange) { .text($0) }
    bind(onEmit: toggle.onToggle) { .turned($0) }
    bind(onEmit: press.onRecognized, send: .pressed)
  }
}
