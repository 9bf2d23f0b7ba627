// swift-tools-version: 6.0
import PackageDescription

// The server of the Inspector's page, for running apps: navigation-inspector.

let strict: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

let package = Package(
  name: "Inspector",
  platforms: [.macOS(.v14)],
  products: [
    .executable(name: "navigation-inspector", targets: ["navigation-inspector"])
  ],
  dependencies: [
    .package(name: "swift-coreflow", path: "../.."),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
  ],
  targets: [
    .target(
      name: "InspectorServer",
      dependencies: [
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "NavigationRuntime", package: "swift-coreflow"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "navigation-inspector", dependencies: ["InspectorServer"], swiftSettings: strict),
    // The file that apps copy, which the root package compiles as well.
    .target(
      name: "InspectorConnection",
      dependencies: [.product(name: "NavigationRuntime", package: "swift-coreflow")],
      path: "Client", swiftSettings: strict),
    .testTarget(
      name: "InspectorServerTests", dependencies: ["InspectorServer", "InspectorConnection"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
