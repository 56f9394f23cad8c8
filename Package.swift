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

func house(
  _ name: String, on dependencies: [Target.Dependency] = [], exclude: [String] = [],
  resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: exclude, resources: resources,
    swiftSettings: houseSettings)
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
  products: [],
  dependencies: [
    // Without its default traits: nothing here needs Foundation's streams or field masks.
    .package(url: "https://github.com/apple/swift-protobuf.git", from: "1.39.0", traits: [])
  ],
  targets: [
    // The order is house order: a target imports only targets below it.
    house(
      "Protocol",
      on: ["Game", .product(name: "SwiftProtobuf", package: "swift-protobuf")],
      exclude: ["Generated/proto.cksum"]),
    house("Game"),

    tests(of: "Protocol", on: ["Game"], resources: [.copy("Resources/golden")]),
    tests(of: "Game"),
  ]
)
