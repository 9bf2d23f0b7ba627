import DemoKit
import DemoSample
import Foundation

let program = DemoProgram(tour: Tour.text) { _ in SampleApplication() }
exit(await program.run(Array(CommandLine.arguments.dropFirst())))
