// swift-tools-version: 6.0
import PackageDescription

#if canImport(AppleProductTypes)
import AppleProductTypes
#endif

// An app that tests each assumption about UIKit in UIKit itself, and a program that does so for
// AppKit; Tooling/test-on-apple runs both. The tests also run on the stand-ins, as a part of
// Tooling/Apple/UIKit and of Tooling/Apple/AppKit.

let package = Package(
  name: "Acceptance",
  platforms: [.iOS("16.0"), .macOS(.v12)],
  dependencies: [.package(name: "swift-coreflow", path: "../../..")],
  targets: [
    .target(
      name: "Acceptance",
      dependencies: [.product(name: "NavigationRuntime", package: "swift-coreflow")]
    ),
    .executableTarget(name: "AcceptanceHost", dependencies: ["Acceptance"]),
    .executableTarget(name: "AcceptanceOnMac", dependencies: ["Acceptance"]),
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
