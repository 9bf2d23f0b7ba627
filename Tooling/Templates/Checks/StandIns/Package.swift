// swift-tools-version: 6.0
import PackageDescription

// Tooling/check-templates copies this to a folder outside the checkout, which it puts in for ROOT,
// and generates features for UIKit and for SwiftUI into it. The libraries are as they are on Apple's
// platforms, and modules of Tooling/Apple/UIKit stand in for the frameworks there.

let libraries: [Target.Dependency] = [.product(name: "Libraries", package: "UIKitChecks")]

let strict: [SwiftSetting] = [.unsafeFlags(["-warnings-as-errors"])]

// What the features name of UIKit and the libraries do not.
let standIn: [SwiftSetting] = [
  .unsafeFlags(["-Xfrontend", "-import-module", "-Xfrontend", "TemplateStandIns"])
]

func features(_ name: String) -> [Target] {
  [
    .target(
      name: name, dependencies: libraries + ["TemplateStandIns"], swiftSettings: strict + standIn),
    .testTarget(
      name: "\(name)Tests", dependencies: libraries + [.byName(name: name)], swiftSettings: strict),
  ]
}

let package = Package(
  name: "generated-features-for-apple",
  dependencies: [.package(name: "UIKitChecks", path: "ROOT/Tooling/Apple/UIKit")],
  targets: [.target(name: "TemplateStandIns", dependencies: libraries, swiftSettings: strict)]
    + features("UIKitCoreFeatures") + features("UIKitStepFeatures")
    + features("SwiftUICoreFeatures") + features("SwiftUIStepFeatures"),
  swiftLanguageModes: [.v6]
)
