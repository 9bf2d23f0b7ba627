#if canImport(ObjectiveC)
import ObjectiveC

/// All that the libraries do with the functions of the Objective-C runtime; no other file may.
///
/// Classes of a framework's are changed, never an app's and never the class of one object: what
/// others override, and the classes that key-value observing makes, stay as they are. A class is
/// changed once, when the runtime is given the first of its objects.
@MainActor
enum MethodWrapping {
  /// A method of a framework's, and the one of ours that calls it by its own name.
  struct Pair {
    let theirs: Selector
    let ours: Selector

    init(_ theirs: Selector, _ ours: Selector) {
      self.theirs = theirs
      self.ours = ours
    }
  }

  private static var classes = WrappedClasses()
  /// Its address is the name under which an object keeps what dies with it.
  private static var keeperKey: UInt8 = 0

  /// Puts methods of ours around those of a class, unless they are there already.
  ///
  /// - Parameters:
  ///   - type: Where the framework declares the methods.
  ///   - pairs: Asked for once.
  static func wrap(_ type: AnyClass, _ pairs: () -> [Pair]) {
    classes.wrapOnce(type) {
      for pair in pairs() { wrap(pair, of: type) }
    }
  }

  /// Lets an object keep something for as long as it lives.
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
    // If the class has only inherited the method, it gets one of its own: its superclass has other
    // subclasses.
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
      advice: "Report it: what happens through this method is noticed late, or not at all.",
      at: nil)
  }
}
#endif
