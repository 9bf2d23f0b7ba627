// swift-tools-version: 6.0
import PackageDescription

#if canImport(AppleProductTypes)
import AppleProductTypes
#endif

// An app that tests each assumption about UIKit in UIKit itself; Tooling/test-on-apple runs it. The
// tests also run on the stand-in, as a part of Tooling/Apple/UIKit.

let package = Package(
  name: "Acceptance",
  platforms: [.iOS("16.0")],
  dependencies: [.package(name: "swift-coreflow", path: "../../..")],
  targets: [
    .target(
      name: "Acceptance",
      dependencies: [.product(name: "NavigationRuntime", package: "swift-coreflow")]
    ),
    .executableTarget(name: "AcceptanceHost", dependencies: ["Acceptance"]),
  ],
  swiftLanguageModes: [.v6]
)

// Xcode alone makes apps of packages.
#if canImport(AppleProductTypes)
package.products.append(
  .iOSApplication(
    name: "Acceptance",
    targets: ["AcceptanceHost"],
    bundleIdentifier: "dev.coreflow.acceptance",
    displayVersion: "1.0",
    bundleVersion: "1",
    supportedDeviceFamilies: [.phone],
    supportedInterfaceOrientations: [.portrait],
    additionalInfoPlistContentFilePath: "Info.plist"
  ))
#endif
