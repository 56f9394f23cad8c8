// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import PackageDescription

/// Every target is compiled alike; `Sources/*/` files rely on these being on (see FeatureCheck).
let houseSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func house(_ name: String, on dependencies: [Target.Dependency] = [], resources: [Resource] = [])
  -> Target
{
  .target(
    name: name, dependencies: dependencies, resources: resources, swiftSettings: houseSettings)
}

func tests(of name: String, on dependencies: [Target.Dependency] = [], resources: [Resource] = [])
  -> Target
{
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + dependencies,
    resources: resources, swiftSettings: houseSettings)
}

let package = Package(
  name: "facedown",
  products: [
    .executable(name: "animation-vectors", targets: ["animation-vectors"]),
    // For the package in Benchmarks/.
    .library(name: "Interpolation", targets: ["Interpolation"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0")
  ],
  targets: [
    // The order is house order: a target imports only targets below it.
    .executableTarget(
      name: "animation-vectors", dependencies: ["AnimationVectors"], swiftSettings: houseSettings),
    house(
      "Lobby",
      on: [
        "Game", .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ]),
    house("Game"),
    house("AnimationVectors", on: ["Interpolation"]),
    house("Interpolation"),

    tests(of: "AnimationVectors", on: ["Interpolation"]),
    tests(of: "Game"),
    tests(of: "Interpolation", on: ["AnimationVectors"], resources: [.copy("Resources")]),
  ]
)
