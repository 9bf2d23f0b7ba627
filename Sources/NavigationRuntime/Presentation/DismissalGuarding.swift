/// A presented controller that may not be taken away by others than its own code.
@MainActor
package protocol DismissalGuarding: AnyObject {
  /// Whether it has to be answered or ended from inside, as an alert or an unsaved form.
  var navigationRuntimeRefusesDismissal: Bool { get }
}
