import DemoApp
import DemoKit
import Foundation

// A closed pipe is an error of `write`, and not the end of the process.
signal(SIGPIPE, SIG_IGN)

let program = DemoProgram(
  tour: Tour.text,
  welcome: "Log in as kim@example.com with the password secret; ? explains the keys."
) { $0.makeApp() }
exit(await program.run(Array(CommandLine.arguments.dropFirst())))
