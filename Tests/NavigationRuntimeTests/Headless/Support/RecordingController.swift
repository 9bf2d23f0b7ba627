import Foundation
import NavigationRuntime

/// A controller that records each callback, with the flags that are set in it.
///
/// `B.willAppear(toParent)` is B's `viewWillAppear` with `isMovingToParent`; the other flags are
/// `fromParent`, `presented` and `dismissed`.
final class RecordingController: HeadlessViewController {
  let label: String
  private let log: CallbackLog
  var onCallback: ((String) -> Void)?

  init(_ label: String, _ log: CallbackLog) {
    self.label = label
    self.log = log
    super.init(nibName: nil, bundle: nil)
    title = label
  }

  required init?(coder: NSCoder) {
    nil
  }

  override func viewDidLoad() {
    record("load")
  }

  override func viewWillAppear(_ animated: Bool) {
    record("willAppear")
  }

  override func viewDidAppear(_ animated: Bool) {
    record("didAppear")
  }

  override func viewWillDisappear(_ animated: Bool) {
    record("willDisappear")
  }

  override func viewDidDisappear(_ animated: Bool) {
    record("didDisappear")
  }

  override func willMove(toParent parent: HeadlessViewController?) {
    super.willMove(toParent: parent)
    record(parent == nil ? "willMove(nil)" : "willMove(parent)")
  }

  override func didMove(toParent parent: HeadlessViewController?) {
    super.didMove(toParent: parent)
    record(parent == nil ? "didMove(nil)" : "didMove(parent)")
  }

  private func record(_ callback: String) {
    var flags: [String] = []
    if isMovingToParent { flags.append("toParent") }
    if isMovingFromParent { flags.append("fromParent") }
    if isBeingPresented { flags.append("presented") }
    if isBeingDismissed { flags.append("dismissed") }
    let suffix = flags.isEmpty ? "" : "(\(flags.joined(separator: ",")))"
    log.write("\(label).\(callback)\(suffix)")
    onCallback?(callback)
  }
}
