// swift-tools-version: 6.0
import PackageDescription

// Uses the libraries as an app does: one product for each target, public API only, and warnings as
// errors.

let strict: [SwiftSetting] = [.unsafeFlags(["-warnings-as-errors"])]

func consumer(of product: String, _ name: String) -> [Target] {
  [
    .target(
      name: name, dependencies: [.product(name: product, package: "swift-coreflow")],
      swiftSettings: strict),
    .testTarget(name: "\(name)Tests", dependencies: [.byName(name: name)], swiftSettings: strict),
  ]
}

let package = Package(
  name: "consumer",
  platforms: [.iOS(.v15), .macOS(.v12), .tvOS(.v15), .visionOS(.v1)],
  dependencies: [.package(name: "swift-coreflow", path: "../..")],
  targets: consumer(of: "NavigationRuntime", "RuntimeConsumer")
    + consumer(of: "AsyncFlow", "AsyncFlowConsumer")
    + consumer(of: "CoreFlow", "CoreFlowConsumer"),
  swiftLanguageModes: [.v6]
)
