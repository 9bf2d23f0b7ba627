import NavigationRuntime
import Testing

@Test func theModuleIsThere() {}
