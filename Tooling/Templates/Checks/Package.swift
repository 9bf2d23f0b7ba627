// swift-tools-version: 6.0
import PackageDescription

// `Tooling/check-templates` copies this manifest to a folder outside the checkout, substitutes the
// checkout for ROOT, and generates features of every kind into it.

let strict: [SwiftSetting] = [.unsafeFlags(["-warnings-as-errors"])]

let package = Package(
  name: "generated-features",
  platforms: [.macOS(.v12)],
  dependencies: [.package(name: "swift-coreflow", path: "ROOT")],
  targets: [
    .target(
      name: "CoreFeatures",
      dependencies: [.product(name: "CoreFlow", package: "swift-coreflow")],
      swiftSettings: strict),
    .target(
      name: "StepFeatures",
      dependencies: [.product(name: "AsyncFlow", package: "swift-coreflow")],
      swiftSettings: strict),
    .testTarget(name: "CoreFeaturesTests", dependencies: ["CoreFeatures"], swiftSettings: strict),
    .testTarget(name: "StepFeaturesTests", dependencies: ["StepFeatures"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
