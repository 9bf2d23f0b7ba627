// The library makes a window presentable.
import AsyncFlow

// warning: was already stated in the type's module
extension HeadlessWindow: Presentable {}
