/// A fault in a line whose number is not known yet.
struct StoryFault: Error {
  var text: String
  var hint: String?
}
