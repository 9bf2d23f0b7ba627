// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v12)],
  dependencies: [
    .package(name: "swift-coreflow", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "benchmarks",
      dependencies: [.product(name: "NavigationRuntime", package: "swift-coreflow")],
      swiftSettings: [.enableUpcomingFeature("ExistentialAny")]
    )
  ],
  swiftLanguageModes: [.v6]
)
