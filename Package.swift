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
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    // Without its default traits: nothing here needs Foundation's streams or field masks.
    .package(url: "https://github.com/apple/swift-protobuf.git", from: "1.39.0", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    // Without its default trait, which brings Foundation.
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
  ],
  targets: [
    // The order is house order: a target imports only targets below it.
    house("FacedownTesting", on: ["MatchServer", "MatchClient", "Protocol", "Game"]),
    house(
      "MatchServer",
      on: [
        "Lobby", "Protocol", "Game", "Crypto",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    house(
      "MatchClient",
      on: [
        "Bots", "Protocol", "Game", "Crypto",
        .product(name: "DequeModule", package: "swift-collections"),
      ]),
    house(
      "Lobby",
      on: [
        "Game", .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ]),
    house("Bots", on: ["Game"]),
    house(
      "Protocol",
      on: ["Game", "Crypto", .product(name: "SwiftProtobuf", package: "swift-protobuf")],
      exclude: ["Generated/proto.cksum"]),
    house("Game"),
    house("Crypto", on: ["COpenSSL"]),
    .systemLibrary(name: "COpenSSL", pkgConfig: "openssl"),

    tests(of: "FacedownTesting", on: ["MatchServer", "MatchClient", "Bots", "Protocol", "Game"]),
    tests(
      of: "MatchServer",
      on: ["FacedownTesting", "MatchClient", "Bots", "Protocol", "Game", "Lobby"]),
    tests(of: "Lobby", on: ["Game"]),
    tests(of: "Protocol", on: ["Game"], resources: [.copy("Resources/golden")]),
    tests(of: "Bots", on: ["Game"]),
    tests(of: "Game", resources: [.copy("Resources")]),
    tests(of: "Crypto"),
    .testTarget(name: "RepositoryTests", swiftSettings: houseSettings),
  ]
)
