// swift-tools-version: 6.0
import PackageDescription

// Compiles and runs the branches for macOS on Linux: AppKit is a stand-in, all library sources are
// symbolic links to the real ones; see Docs/Platforms.md. A package of its own, since a module is
// there for all targets of a package, and a Mac has no UIKit.

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
      swiftSettings: library),
    .target(name: "SwiftUI", dependencies: ["AppKit", "Combine"], swiftSettings: library),
    .target(
      name: "NavigationRuntime", dependencies: ["AppKit", "Combine", "SwiftUI"],
      swiftSettings: library),
    .target(name: "AsyncFlow", dependencies: ["NavigationRuntime"], swiftSettings: library),
    .target(name: "CoreFlow", dependencies: ["NavigationRuntime"], swiftSettings: library),
    .target(
      name: "StandInWatch", dependencies: ["NavigationRuntime", "AppKit"], swiftSettings: library),
    // The example app, whose controllers are headless by name on a Mac, too.
    .target(name: "DemoKit", dependencies: ["NavigationRuntime"], swiftSettings: library),
    .target(name: "DemoShared", dependencies: ["DemoKit"], swiftSettings: library),
    .target(
      name: "DemoAsyncFlow", dependencies: ["AsyncFlow", "DemoShared"], swiftSettings: library),
    .target(
      name: "DemoCoreFlow", dependencies: ["CoreFlow", "DemoShared"], swiftSettings: library),
    .target(
      name: "DemoApp", dependencies: ["DemoAsyncFlow", "DemoCoreFlow"], swiftSettings: library),
    .target(name: "Allocations"),
    .target(
      name: "TestSupport", dependencies: ["NavigationRuntime", "Allocations"],
      swiftSettings: library),
    .testTarget(
      name: "NavigationRuntimeTests", dependencies: ["NavigationRuntime", "TestSupport"]),
    .testTarget(name: "AsyncFlowTests", dependencies: ["AsyncFlow", "TestSupport"]),
    .testTarget(name: "CoreFlowTests", dependencies: ["CoreFlow", "TestSupport"]),
    .testTarget(
      name: "ConformanceTests", dependencies: ["AsyncFlow", "CoreFlow", "DemoApp", "TestSupport"],
      exclude: ["Stories"]),
    .testTarget(
      name: "AppKitTests",
      dependencies: ["AsyncFlow", "CoreFlow", "StandInWatch", "AppKit", "_Testing_AppKit"]),
    .testTarget(
      name: "SwiftUITests",
      dependencies: [
        "CoreFlow", "TestSupport", "Combine", "SwiftUI", "StandInWatch", "AppKit",
        "_Testing_AppKit",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
