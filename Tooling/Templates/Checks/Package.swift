// swift-tools-version: 6.0
import PackageDescription

// `Tooling/check-templates` copies this manifest to a folder outside the checkout, substitutes the
// checkout for ROOT, and generates features of every kind into it.

// New projects of Xcode 26 demand an import for each member.
let strict: [SwiftSetting] = [
  .unsafeFlags(["-warnings-as-errors"]),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func features(_ prefix: String) -> [Target] {
  [("CoreFeatures", "CoreFlow"), ("StepFeatures", "AsyncFlow")].flatMap { name, library in
    [
      Target.target(
        name: prefix + name,
        dependencies: [.product(name: library, package: "swift-coreflow")], swiftSettings: strict),
      .testTarget(
        name: "\(prefix)\(name)Tests", dependencies: [.byName(name: prefix + name)],
        swiftSettings: strict),
    ]
  }
}

var targets = features("")
#if os(Linux)
// What is made for UIKit runs on the headless platform, which has UIKit's names there.
targets += features("UIKit")
#endif

let package = Package(
  name: "generated-features",
  platforms: [.macOS(.v12)],
  dependencies: [.package(name: "swift-coreflow", path: "ROOT")],
  targets: targets,
  swiftLanguageModes: [.v6]
)
