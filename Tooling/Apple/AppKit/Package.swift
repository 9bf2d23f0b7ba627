// swift-tools-version: 6.0
import PackageDescription

// Compiles and runs the branches for macOS on Linux. AppKit is a stand-in; the libraries, the demo
// and their tests are those of the root package, to which the links in Shared/ lead. A package of
// its own, because a module is visible to all targets of a package, and a Mac has no UIKit. See
// Tooling/Apple/README.md.

let library: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny")
]

let package = Package(
  name: "AppKitChecks",
  dependencies: [
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0")
  ],
  targets: [
    .target(name: "AppKit", swiftSettings: library),
    // The toolchain's Testing looks for it wherever it and AppKit are imported together.
    .target(name: "_Testing_AppKit"),
    // OpenCombine under Combine's name.
    .target(
      name: "Combine", dependencies: [.product(name: "OpenCombine", package: "OpenCombine")],
      path: "Shared/StandIns/Combine", swiftSettings: library),
    .target(
      name: "SwiftUI", dependencies: ["AppKit", "Combine"], path: "Shared/StandIns/SwiftUI",
      swiftSettings: library),
    .target(
      name: "NavigationRuntime", dependencies: ["AppKit", "Combine", "SwiftUI"],
      path: "Shared/Sources/NavigationRuntime", swiftSettings: library),
    .target(
      name: "AsyncFlow", dependencies: ["NavigationRuntime"], path: "Shared/Sources/AsyncFlow",
      swiftSettings: library),
    .target(
      name: "CoreFlow", dependencies: ["NavigationRuntime"], path: "Shared/Sources/CoreFlow",
      swiftSettings: library),
    .target(
      name: "StandInWatch", dependencies: ["NavigationRuntime", "AppKit"], swiftSettings: library),
    // The example app, whose controllers are headless by name on a Mac, too.
    .target(
      name: "DemoKit", dependencies: ["NavigationRuntime", "InspectorClient"],
      path: "Shared/Demo/Kit", swiftSettings: library),
    .target(
      name: "InspectorClient", dependencies: ["NavigationRuntime"],
      path: "Shared/InspectorClient", swiftSettings: library),
    .target(
      name: "DemoShared", dependencies: ["DemoKit"], path: "Shared/Demo/App/Shared",
      swiftSettings: library),
    .target(
      name: "DemoAsyncFlow", dependencies: ["AsyncFlow", "DemoShared"],
      path: "Shared/Demo/App/AsyncFlow", swiftSettings: library),
    .target(
      name: "DemoCoreFlow", dependencies: ["CoreFlow", "DemoShared"],
      path: "Shared/Demo/App/CoreFlow", swiftSettings: library),
    .target(
      name: "DemoApp", dependencies: ["DemoAsyncFlow", "DemoCoreFlow"],
      path: "Shared/Demo/App/Apps", swiftSettings: library),
    .target(name: "Allocations", path: "Shared/Tests/Support/Allocations"),
    .target(
      name: "TestSupport", dependencies: ["NavigationRuntime", "Allocations"],
      path: "Shared/Tests/Support", exclude: ["Allocations"], swiftSettings: library),
    .testTarget(
      name: "NavigationRuntimeTests", dependencies: ["NavigationRuntime", "TestSupport"],
      path: "Shared/Tests/NavigationRuntimeTests"),
    .testTarget(
      name: "AsyncFlowTests", dependencies: ["AsyncFlow", "TestSupport"],
      path: "Shared/Tests/AsyncFlowTests"),
    .testTarget(
      name: "CoreFlowTests", dependencies: ["CoreFlow", "TestSupport"],
      path: "Shared/Tests/CoreFlowTests"),
    .testTarget(
      name: "ConformanceTests", dependencies: ["AsyncFlow", "CoreFlow", "DemoApp", "TestSupport"],
      path: "Shared/Tests/ConformanceTests", exclude: ["Stories"]),
    // One test for each assumption about AppKit; Tooling/Apple/Acceptance.swiftpm runs them on a Mac.
    .target(
      name: "Acceptance", dependencies: ["NavigationRuntime", "AppKit"], swiftSettings: library),
    .testTarget(
      name: "AppKitTests",
      dependencies: [
        "Acceptance",
        "AsyncFlow", "CoreFlow", "TestSupport", "StandInWatch", "AppKit", "_Testing_AppKit",
      ]),
    .testTarget(
      name: "SwiftUITests",
      dependencies: [
        "CoreFlow", "TestSupport", "Combine", "SwiftUI", "StandInWatch", "AppKit",
        "_Testing_AppKit",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
