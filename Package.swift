// swift-tools-version: 6.1
import PackageDescription

let library: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny")
]

let package = Package(
  name: "swift-coreflow",
  platforms: [.iOS(.v15), .macOS(.v12), .tvOS(.v15), .visionOS(.v1)],
  products: [
    .library(name: "NavigationRuntime", targets: ["NavigationRuntime"]),
    .library(name: "AsyncFlow", targets: ["AsyncFlow"]),
    .library(name: "CoreFlow", targets: ["CoreFlow"]),
    .executable(name: "navigation-demo", targets: ["navigation-demo"]),
    .plugin(name: "new-feature", targets: ["new-feature"]),
  ],
  targets: [
    .target(name: "NavigationRuntime", swiftSettings: library),
    .target(name: "AsyncFlow", dependencies: ["NavigationRuntime"], swiftSettings: library),
    .target(name: "CoreFlow", dependencies: ["NavigationRuntime"], swiftSettings: library),
    .target(
      name: "InspectorClient",
      dependencies: ["NavigationRuntime"],
      path: "Tooling/Inspector/Client",
      swiftSettings: library
    ),
    .target(
      name: "DemoKit",
      dependencies: ["NavigationRuntime", "InspectorClient"],
      path: "Tooling/Demo/Kit",
      swiftSettings: library
    ),
    .target(
      name: "DemoShared",
      dependencies: ["NavigationRuntime", "DemoKit"],
      path: "Tooling/Demo/App/Shared",
      swiftSettings: library
    ),
    .target(
      name: "DemoAsyncFlow",
      dependencies: ["AsyncFlow", "DemoShared"],
      path: "Tooling/Demo/App/AsyncFlow",
      swiftSettings: library
    ),
    .target(
      name: "DemoCoreFlow",
      dependencies: ["CoreFlow", "DemoShared"],
      path: "Tooling/Demo/App/CoreFlow",
      swiftSettings: library
    ),
    .target(
      name: "DemoApp",
      dependencies: ["DemoAsyncFlow", "DemoCoreFlow"],
      path: "Tooling/Demo/App/Apps",
      swiftSettings: library
    ),
    .executableTarget(
      name: "navigation-demo",
      dependencies: ["DemoApp"],
      path: "Tooling/Demo/Main",
      swiftSettings: library
    ),
    .plugin(
      name: "new-feature",
      capability: .command(
        intent: .custom(
          verb: "new-feature",
          description: "Makes the files of a new feature from templates; --help lists the options."),
        permissions: [
          .writeToPackageDirectory(reason: "Writes the files of the feature and of its tests.")
        ]),
      path: "Tooling/Plugin"
    ),
    .target(name: "Allocations", path: "Tests/Support/Allocations"),
    .target(
      name: "TestSupport",
      dependencies: ["NavigationRuntime", "Allocations"],
      path: "Tests/Support",
      exclude: ["Allocations"],
      swiftSettings: library
    ),
    .testTarget(
      name: "NavigationRuntimeTests",
      dependencies: ["NavigationRuntime", "TestSupport"]
    ),
    .testTarget(name: "AsyncFlowTests", dependencies: ["AsyncFlow", "TestSupport"]),
    .testTarget(name: "CoreFlowTests", dependencies: ["CoreFlow", "TestSupport"]),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["AsyncFlow", "CoreFlow", "DemoApp", "TestSupport"],
      exclude: ["Stories"]
    ),
    .testTarget(name: "DemoTests", dependencies: ["DemoKit", "navigation-demo"]),
  ],
  swiftLanguageModes: [.v6]
)
