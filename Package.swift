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
  products: [],
  dependencies: [],
  targets: [
    // The order is house order: a target imports only targets below it.
    house("Game"),
    house("LibWebSockets", on: ["CLibWebSockets", "Crypto"]),
    house("Crypto", on: ["COpenSSL"]),
    .systemLibrary(name: "CLibWebSockets", pkgConfig: "libwebsockets"),
    .systemLibrary(name: "COpenSSL", pkgConfig: "openssl"),

    tests(of: "Game"),
    tests(of: "LibWebSockets", on: ["Crypto"]),
    tests(of: "Crypto"),
    .testTarget(name: "RepositoryTests", swiftSettings: houseSettings),
  ]
)
