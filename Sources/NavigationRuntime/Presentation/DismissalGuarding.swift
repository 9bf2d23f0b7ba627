/// A presented controller that only its own code may dismiss.
@MainActor
package protocol DismissalGuarding: AnyObject {
  /// Whether it has to be answered or ended from inside, such as an alert or an unsaved form.
  var navigationRuntimeRefusesDismissal: Bool { get }
}
