/// A feature without a screen.
///
/// It creates and owns its core and its child flows. The screens of its children come up from the
/// nearest flow above that has a screen.
open class ScreenLessFlow<Core: Activatable>: FlowBase<Core> {}
