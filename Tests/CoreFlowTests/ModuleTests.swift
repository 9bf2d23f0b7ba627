import CoreFlow
import Testing

@Test func theModuleIsThere() {}
