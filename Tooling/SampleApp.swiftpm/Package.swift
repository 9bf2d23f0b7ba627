// swift-tools-version: 6.0
import PackageDescription

#if canImport(AppleProductTypes)
import AppleProductTypes
#endif

// The example app of Tooling/Demo with UIKit's controllers, for a device or a simulator: open this
// folder in Xcode and run it. The flows, cores and services are the demo's own files, to which links
// lead. They import modules that the root package has as well, in which the same names are headless:
// here those are aliases of the modules below.

func imports(_ modules: String...) -> [SwiftSetting] {
  [
    .unsafeFlags(
      modules.flatMap { ["-module-alias", "Demo\($0)=Sample\($0)"] })
  ]
}

func library(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-coreflow")
}

let package = Package(
  name: "SampleApp",
  platforms: [.iOS("16.0")],
  dependencies: [.package(name: "swift-coreflow", path: "../..")],
  targets: [
    .target(name: "SampleKit", dependencies: [library("NavigationRuntime")]),
    .target(
      name: "SampleShared", dependencies: ["SampleKit", library("NavigationRuntime")],
      swiftSettings: imports("Kit")),
    .target(
      name: "SampleAsyncFlow", dependencies: ["SampleShared", library("AsyncFlow")],
      swiftSettings: imports("Kit", "Shared")),
    .target(
      name: "SampleCoreFlow", dependencies: ["SampleShared", library("CoreFlow")],
      exclude: ["App/DemoScreen.swift"], swiftSettings: imports("Kit", "Shared")),
    .target(
      name: "SampleApps", dependencies: ["SampleAsyncFlow", "SampleCoreFlow"],
      swiftSettings: imports("Kit", "AsyncFlow", "CoreFlow")),
    .target(
      name: "SampleSession", dependencies: ["SampleApps"],
      swiftSettings: imports("Kit") + [.unsafeFlags(["-module-alias", "DemoApp=SampleApps"])]),
    .executableTarget(
      name: "SampleApp", dependencies: ["SampleSession"], swiftSettings: imports("Kit")),
  ],
  swiftLanguageModes: [.v6]
)

// Xcode alone makes apps of packages.
#if canImport(AppleProductTypes)
package.products.append(
  .iOSApplication(
    name: "SampleApp",
    targets: ["SampleApp"],
    bundleIdentifier: "dev.coreflow.sample",
    displayVersion: "1.0",
    bundleVersion: "1",
    supportedDeviceFamilies: [.pad, .phone],
    supportedInterfaceOrientations: [
      .portrait, .landscapeLeft, .landscapeRight,
      .portraitUpsideDown(.when(deviceFamilies: [.pad])),
    ],
    additionalInfoPlistContentFilePath: "Info.plist"
  ))
#endif
