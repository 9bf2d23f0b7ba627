/// A feature without a screen: makes and owns its core, and the flows of its children.
///
/// The screens of its children come up from the nearest flow above that has a screen.
open class ScreenLessFlow<Core: Activatable>: FlowBase<Core> {}
