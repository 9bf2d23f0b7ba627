// swift-tools-version: 6.0
import PackageDescription

// Compiles and runs the branches for Apple's platforms on Linux. All library sources, the headless
// controllers that stand in for UIKit's, and most tests are symbolic links to the real ones; see
// Docs/Platforms.md.

let library: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny")
]

// The shared test sources do not import what the names in them stand for here.
let standIn: [SwiftSetting] = [
  .unsafeFlags(["-Xfrontend", "-import-module", "-Xfrontend", "HeadlessStandIn"])
]

let package = Package(
  name: "UIKitChecks",
  products: [
    // For Tooling/check-templates, whose generated features are made for Apple's platforms.
    .library(
      name: "Libraries",
      targets: [
        "AsyncFlow", "CoreFlow", "SwiftUI", "UIKit", "HeadlessStandIn", "StandInWatch",
        "_Testing_UIKit",
      ])
  ],
  dependencies: [
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0")
  ],
  targets: [
    .target(name: "HeadlessStandIn", swiftSettings: library),
    .target(name: "UIKit", dependencies: ["HeadlessStandIn"], swiftSettings: library),
    // The toolchain's Testing looks for it wherever it and UIKit are imported together.
    .target(name: "_Testing_UIKit"),
    // OpenCombine under Combine's name.
    .target(
      name: "Combine", dependencies: [.product(name: "OpenCombine", package: "OpenCombine")],
      swiftSettings: library),
    .target(name: "SwiftUI", dependencies: ["UIKit", "Combine"], swiftSettings: library),
    .target(
      name: "NavigationRuntime", dependencies: ["UIKit", "Combine", "SwiftUI"],
      swiftSettings: library),
    // The example app, with controllers that are UIKit's here, and its stories.
    .target(
      name: "DemoKit", dependencies: ["NavigationRuntime", "StandInWatch", "HeadlessStandIn"],
      swiftSettings: library + standIn),
    .target(name: "DemoShared", dependencies: ["DemoKit"], swiftSettings: library),
    .target(
      name: "DemoAsyncFlow", dependencies: ["AsyncFlow", "DemoShared"], swiftSettings: library),
    .target(
      name: "DemoCoreFlow", dependencies: ["CoreFlow", "DemoShared"], swiftSettings: library),
    .target(
      name: "DemoApp", dependencies: ["DemoAsyncFlow", "DemoCoreFlow"], swiftSettings: library),
    .testTarget(
      name: "ConformanceTests", dependencies: ["DemoApp", "TestSupport", "_Testing_UIKit"],
      exclude: ["Stories"]),
    .target(name: "AsyncFlow", dependencies: ["NavigationRuntime"], swiftSettings: library),
    .target(name: "CoreFlow", dependencies: ["NavigationRuntime"], swiftSettings: library),
    .target(
      name: "StandInWatch", dependencies: ["NavigationRuntime", "UIKit", "HeadlessStandIn"],
      swiftSettings: library),
    .target(
      name: "TestSupport", dependencies: ["NavigationRuntime", "StandInWatch", "HeadlessStandIn"],
      swiftSettings: library + standIn),
    .testTarget(
      name: "UIKitTests",
      dependencies: ["AsyncFlow", "CoreFlow", "TestSupport", "UIKit", "_Testing_UIKit"],
      swiftSettings: standIn),
    .testTarget(
      name: "CombineTests",
      dependencies: ["CoreFlow", "Combine", "UIKit", "TestSupport", "_Testing_UIKit"],
      swiftSettings: library),
    .testTarget(
      name: "AsyncFlowSpecificationTests",
      dependencies: ["AsyncFlow", "Combine", "SwiftUI", "UIKit", "TestSupport", "_Testing_UIKit"]),
    .testTarget(
      name: "CoreFlowSpecificationTests",
      dependencies: ["CoreFlow", "Combine", "UIKit", "TestSupport", "_Testing_UIKit"]),
    .testTarget(
      name: "SwiftUITests",
      dependencies: ["CoreFlow", "Combine", "SwiftUI", "UIKit", "TestSupport", "_Testing_UIKit"],
      swiftSettings: library),
  ],
  swiftLanguageModes: [.v6]
)
