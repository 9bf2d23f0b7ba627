import DemoApp
import DemoKit
import Foundation

// A closed pipe is an error of `write`, and not the end of the process.
signal(SIGPIPE, SIG_IGN)

// The next file or connection that is opened would take the place of a closed input.
if fcntl(STDIN_FILENO, F_GETFD) < 0 { _ = open("/dev/null", O_RDONLY) }

let program = DemoProgram(
  tour: Tour.text,
  welcome: "Log in as kim@example.com with the password secret; ? explains the keys."
) { $0.makeApp() }
exit(await program.run(Array(CommandLine.arguments.dropFirst())))
