#if canImport(ObjectiveC)
import ObjectiveC

/// The libraries' only use of the functions of the Objective-C runtime; no other file may use them.
///
/// It changes classes of a framework, never an app's and never the class of one object: overrides,
/// and the classes that key-value observing makes, stay as they are. A class is changed once, when
/// the runtime first meets one of its objects.
@MainActor
enum MethodWrapping {
  /// A framework's method, and the wrapper that calls it by the wrapper's own name.
  struct Pair {
    let theirs: Selector
    let ours: Selector

    init(_ theirs: Selector, _ ours: Selector) {
      self.theirs = theirs
      self.ours = ours
    }
  }

  private static var classes = WrappedClasses()
  /// Its address is the key under which an object retains its keeper.
  private static var keeperKey: UInt8 = 0

  /// Wraps methods of a class, once.
  static func wrap(_ type: AnyClass, _ pairs: () -> [Pair]) {
    classes.wrapOnce(type) {
      for pair in pairs() { wrap(pair, of: type) }
    }
  }

  /// Makes an object retain another for as long as it lives.
  static func keep(_ keeper: AnyObject, in object: AnyObject) {
    objc_setAssociatedObject(object, &keeperKey, keeper, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
  }

  private static func wrap(_ pair: Pair, of type: AnyClass) {
    guard let theirs = class_getInstanceMethod(type, pair.theirs),
      let ours = class_getInstanceMethod(type, pair.ours)
    else {
      return NavigationContext.shared.issues.report(
        .noSuchMethod("\(pair.theirs)", of: "\(type)"))
    }
    let theirCode = method_getImplementation(theirs)
    let ourCode = method_getImplementation(ours)
    // If the class only inherits the method, it gets its own implementation: its superclass has
    // other subclasses.
    if class_addMethod(type, pair.theirs, ourCode, method_getTypeEncoding(theirs)) {
      class_replaceMethod(type, pair.ours, theirCode, method_getTypeEncoding(ours))
    } else {
      method_exchangeImplementations(theirs, ours)
    }
  }
}

extension NavigationIssue {
  fileprivate static func noSuchMethod(_ method: String, of type: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "noSuchMethod"), severity: .abandoned,
      fact: "\(type) has no method \(method) in this version of the system.",
      advice: "Report it: changes through this method are noticed late, or not at all.",
      at: nil)
  }
}
#endif
