import AsyncFlow
import Testing

@Test func theModuleIsThere() {}
