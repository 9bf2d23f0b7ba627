// swift-tools-version: 6.0
import PackageDescription

// `Tooling/check-templates` copies this manifest to a folder outside the checkout, substitutes the
// checkout for ROOT, and generates features for UIKit and SwiftUI into it. The libraries are built
// as on Apple's platforms, with modules of Tooling/Apple/UIKit as stand-ins for the frameworks.

let libraries: [Target.Dependency] = [.product(name: "Libraries", package: "UIKitChecks")]

let strict: [SwiftSetting] = [.unsafeFlags(["-warnings-as-errors"])]

// UIKit's types that the features use and the libraries do not.
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
