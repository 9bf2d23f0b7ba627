import DemoKit
import DemoSample
import Foundation

let program = DemoProgram(
  tour: Tour.text,
  welcome: "Log in as kim@example.com with the password secret; ? explains the keys."
) { _ in SampleApplication() }
exit(await program.run(Array(CommandLine.arguments.dropFirst())))
