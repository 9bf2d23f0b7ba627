/// The expected and the actual state, without a line.
struct StoryMiss: Error {
  var expected: String
  var found: String
  var hint: String?

  init(_ expected: String, found: String, hint: String? = nil) {
    self.expected = expected
    self.found = found
    self.hint = hint
  }
}
