// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import PackageDescription

// A separate package, so that building the game fetches no benchmark dependencies.

/// The same settings as in the main manifest.
let houseSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "facedown-benchmarks",
  dependencies: [
    .package(name: "facedown", path: ".."),
    // Without its default trait, jemalloc: allocations are counted by AllocationCounter.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "InterpolationBenchmarks",
      dependencies: [
        "InterpolationWorkloads", .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Benchmarks/InterpolationBenchmarks", swiftSettings: houseSettings,
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(
      name: "interpolation-probe",
      dependencies: ["InterpolationWorkloads", "AllocationCounter"],
      swiftSettings: houseSettings),
    // Needs `-Xswiftc -enable-testing`, because it uses the client's internals.
    .executableTarget(
      name: "picture-probe", dependencies: [.product(name: "TermClient", package: "facedown")],
      swiftSettings: houseSettings),
    .target(
      name: "InterpolationWorkloads",
      dependencies: ["PlainFloor", .product(name: "Interpolation", package: "facedown")],
      swiftSettings: houseSettings),
    .target(name: "PlainFloor", cSettings: [.unsafeFlags(["-O2"])]),
    .target(name: "AllocationCounter"),
  ]
)
