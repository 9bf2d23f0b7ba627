/// What is wrong with a line, before it is known which line it is.
struct StoryFault: Error {
  var text: String
  var hint: String?
}
