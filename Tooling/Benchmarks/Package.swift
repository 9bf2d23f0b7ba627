// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v12)],
  dependencies: [
    .package(name: "swift-coreflow", path: "../..")
  ],
  targets: [
    .target(name: "CAllocator"),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "CAllocator",
        .product(name: "NavigationRuntime", package: "swift-coreflow"),
        .product(name: "AsyncFlow", package: "swift-coreflow"),
        .product(name: "CoreFlow", package: "swift-coreflow"),
      ],
      swiftSettings: [.enableUpcomingFeature("ExistentialAny")],
      // Valgrind 3.19 cannot read the debug information of Swift 6.
      linkerSettings: [
        .unsafeFlags(
          ["-Xlinker", "--strip-debug"], .when(platforms: [.linux], configuration: .release))
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
