// swift-tools-version: 6.0
import PackageDescription

// Turns the compiler's symbol graphs into text that people can read and compare; Tooling/api-digest
// calls it.

let package = Package(
  name: "APIDigest",
  platforms: [.macOS(.v12)],
  targets: [
    .target(name: "APIDigest"),
    .executableTarget(name: "api-digest", dependencies: ["APIDigest"]),
    .testTarget(name: "APIDigestTests", dependencies: ["APIDigest"]),
  ],
  swiftLanguageModes: [.v6]
)
