// swift-tools-version: 6.0
import PackageDescription

// Compiles and runs the branches for Apple's platforms on Linux. The libraries, the demo and most
// tests are those of the root package, to which the links in Shared/ lead; HeadlessStandIn is a
// second module of the headless controllers, under UIKit's names. See Tooling/Apple/README.md.

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
      path: "Shared/Sources/NavigationRuntime", swiftSettings: library),
    .target(
      name: "AsyncFlow", dependencies: ["NavigationRuntime"], path: "Shared/Sources/AsyncFlow",
      swiftSettings: library),
    .target(
      name: "CoreFlow", dependencies: ["NavigationRuntime"], path: "Shared/Sources/CoreFlow",
      swiftSettings: library),
    // The example app, with controllers that are UIKit's here, and its stories.
    .target(
      name: "DemoKit", dependencies: ["NavigationRuntime", "StandInWatch", "HeadlessStandIn"],
      exclude: ["Kit/DemoNames.swift", "Kit/Program", "Kit/Screen", "Kit/Terminal", "Kit/Text"],
      swiftSettings: library + standIn),
    .target(
      name: "DemoShared", dependencies: ["DemoKit"], path: "Shared/Demo/App/Shared",
      swiftSettings: library),
    .target(
      name: "DemoAsyncFlow", dependencies: ["AsyncFlow", "DemoShared"],
      path: "Shared/Demo/App/AsyncFlow", swiftSettings: library),
    .target(
      name: "DemoCoreFlow", dependencies: ["CoreFlow", "DemoShared"],
      exclude: ["App/DemoScreen.swift"], swiftSettings: library),
    .target(
      name: "DemoApp", dependencies: ["DemoAsyncFlow", "DemoCoreFlow"],
      path: "Shared/Demo/App/Apps", swiftSettings: library),
    .testTarget(
      name: "ConformanceTests", dependencies: ["DemoApp", "TestSupport", "_Testing_UIKit"],
      path: "Shared/Tests/ConformanceTests", exclude: ["Bridge", "Diagnostics", "Stories"]),
    // What Tooling/SampleApp.swiftpm adds to the example app: its session, and the scene's delegate.
    .target(
      name: "SampleSession", dependencies: ["DemoApp", "DemoKit", "UIKit"], swiftSettings: library),
    .testTarget(
      name: "SampleTests",
      dependencies: ["SampleSession", "TestSupport", "UIKit", "_Testing_UIKit"],
      swiftSettings: standIn),
    .target(
      name: "StandInWatch", dependencies: ["NavigationRuntime", "UIKit", "HeadlessStandIn"],
      swiftSettings: library),
    .target(
      name: "TestSupport", dependencies: ["NavigationRuntime", "StandInWatch", "HeadlessStandIn"],
      exclude: ["Shared/AllocationCount.swift", "Shared/Allocations"],
      swiftSettings: library + standIn),
    .testTarget(
      name: "UIKitTests",
      dependencies: ["AsyncFlow", "CoreFlow", "TestSupport", "UIKit", "_Testing_UIKit"],
      // What reads at each call, lists hidden pages or knows the headless adapter.
      exclude: [
        "DepartureCauseTests", "InconsistencyTests", "LifecycleRegistryTests", "MovedInOneGoTests",
        "MovedScreenTests", "NavigationStoreCostTests", "NavigationTreeDescribingTests",
        "PresentableTests", "ReentrantObserverTests", "RequestsInCallbacksTests",
      ].map { "Store/\($0).swift" },
      swiftSettings: standIn),
    // The frameworks' own tests, with controllers that are UIKit's here.
    .testTarget(
      name: "AsyncFlowTests",
      dependencies: ["AsyncFlow", "TestSupport", "UIKit", "_Testing_UIKit"],
      // Scenarios have a headless window.
      exclude: [
        "Coordinator/StepAllocationTests.swift", "SpecificationTests", "Support",
        "Testing/FlowScenarioTests.swift",
      ].map { "Shared/\($0)" },
      swiftSettings: standIn),
    .testTarget(
      name: "CoreFlowTests", dependencies: ["CoreFlow", "TestSupport", "UIKit", "_Testing_UIKit"],
      exclude: [
        "Core/ActionAllocationTests.swift", "Effect/EffectSequenceTests.swift", "Platform",
        "SpecificationTests", "Support/HeadlessNames.swift",
      ].map { "Shared/\($0)" },
      swiftSettings: standIn),
    .testTarget(
      name: "BridgeTests",
      dependencies: ["AsyncFlow", "CoreFlow", "TestSupport", "UIKit", "_Testing_UIKit"],
      swiftSettings: standIn),
    // One test for each assumption about UIKit and SwiftUI; Tooling/Apple/Acceptance.swiftpm runs them on a device.
    .target(
      name: "Acceptance", dependencies: ["NavigationRuntime", "Combine", "SwiftUI", "UIKit"],
      swiftSettings: library),
    .testTarget(
      name: "AcceptanceTests",
      dependencies: [
        "Acceptance", "HeadlessStandIn", "SwiftUI", "TestSupport", "UIKit", "_Testing_UIKit",
      ],
      swiftSettings: library),
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
