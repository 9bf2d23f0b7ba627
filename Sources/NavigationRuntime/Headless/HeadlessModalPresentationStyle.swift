/// The style of a presentation, shaped like `UIModalPresentationStyle`.
public enum HeadlessModalPresentationStyle: Int, Sendable, CaseIterable {
  /// Covers the screen; the presenter disappears.
  case fullScreen = 0
  /// A sheet; the presenter stays on the screen.
  case pageSheet = 1
  /// A smaller sheet; the presenter stays on the screen.
  case formSheet = 2
  /// Covers the context's view; the presenter disappears.
  case currentContext = 3
  /// Left to the presented controller; treated like ``overFullScreen``.
  case custom = 4
  /// Lies over the whole screen; the presenter stays on it.
  case overFullScreen = 5
  /// Lies over the context's view; the presenter stays on the screen.
  case overCurrentContext = 6
  /// A bubble that a tap outside closes; the presenter stays on the screen.
  case popover = 7
  /// Not presentable; treated like ``automatic``.
  case none = -1
  /// The system's choice, a page sheet.
  case automatic = -2

  /// Whether the presenter leaves the screen.
  package var coversPresenter: Bool {
    switch self {
    case .fullScreen, .currentContext: true
    case .pageSheet, .formSheet, .custom, .overFullScreen, .overCurrentContext, .popover, .none,
      .automatic:
      false
    }
  }

  /// Whether the user can pull the presented controller down.
  var isSheet: Bool {
    switch self {
    case .pageSheet, .formSheet, .automatic, .none: true
    case .fullScreen, .currentContext, .custom, .overFullScreen, .overCurrentContext, .popover:
      false
    }
  }

  /// Whether the nearest ancestor that defines a context presents, instead of the outermost.
  var usesCurrentContext: Bool {
    self == .currentContext || self == .overCurrentContext
  }
}
