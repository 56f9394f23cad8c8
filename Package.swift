// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import PackageDescription

/// Every target is compiled alike; `Sources/*/` files rely on these being on (see FeatureCheck).
let sharedSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Modules to optimise in debug builds too, separated by spaces: set by scripts/play.
let optimised = Context.environment["FACEDOWN_OPTIMISED"]?.split(separator: " ") ?? []

func library(
  _ name: String, on dependencies: [Target.Dependency] = [], exclude: [String] = [],
  resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: exclude, resources: resources,
    swiftSettings: sharedSettings + (optimised.contains(name[...]) ? [.unsafeFlags(["-O"])] : []))
}

/// A ten-line main over a library.
func program(_ name: String, over library: String) -> Target {
  .executableTarget(
    name: name,
    dependencies: [
      .byName(name: library), .product(name: "ArgumentParser", package: "swift-argument-parser"),
    ],
    swiftSettings: sharedSettings)
}

func tests(of name: String, on dependencies: [Target.Dependency] = [], resources: [Resource] = [])
  -> Target
{
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + dependencies,
    resources: resources, swiftSettings: sharedSettings)
}

/// The modules that parse untrusted bytes.
let fuzzed: [Target.Dependency] = [
  "FacedownTesting", "TermClient", "MatchUI", "TerminalUI", "Cells", "MatchServer", "JournalSQLite",
  "JournalNATS", "Journal", "JetStream", "MatchClient", "Lobby", "Replays", "Settings", "Wire",
  "Protocol", "Game", "LibWebSockets", "Crypto",
  .product(name: "GRDB", package: "GRDB.swift"),
]

let package = Package(
  name: "facedown",
  products: [
    .executable(name: "facedown", targets: ["facedown"]),
    .executable(name: "facedown-server", targets: ["facedown-server"]),
    .executable(name: "facedown-lab", targets: ["facedown-lab"]),
    // For the package in Benchmarks/.
    .library(name: "Interpolation", targets: ["Interpolation"]),
    .library(
      name: "TermClient", targets: ["TermClient", "TerminalUI", "Stage", "Game", "MatchFixtures"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    // Without its default traits: nothing here needs Foundation's streams or field masks.
    .package(url: "https://github.com/apple/swift-protobuf.git", from: "1.39.0", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    // Without its default trait, which brings Foundation.
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
  ],
  targets: [
    // Top to bottom: a target imports only targets below it.
    program("facedown", over: "TermClient"),
    program("facedown-server", over: "MatchServer"),
    program("facedown-lab", over: "Lab"),
    library(
      "Lab",
      on: [
        "FacedownTesting", "TermClient", "MatchUI", "JournalSQLite", "Journal", "SocketClient",
        "MatchClient", "Lobby", "Bots", "Stage", "Replays", "Wire", "Protocol", "Game",
        "Interpolation", "LibWebSockets", "Crypto",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        // For a disk that records what SQLite writes and syncs.
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    library(
      "FacedownTesting",
      on: [
        "MatchServer", "Journal", "SocketClient", "MatchClient", "Lobby", "Replays", "Wire",
        "Protocol", "Game", "LibWebSockets", "Crypto",
        .product(name: "DequeModule", package: "swift-collections"),
      ]),
    library(
      "TermClient",
      on: [
        "MatchUI", "TerminalUI", "Stage", "SocketClient", "MatchClient", "Bots", "Replays",
        "Settings", "Wire", "Protocol", "Game", "Interpolation", "LibWebSockets", "QREncode",
        "Crypto", "Files", "Cells", "CEmojiAtlas",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    library(
      "MatchUI",
      on: [
        "MatchClient", "Stage", "Bots", "Replays", "Protocol", "Game", "Interpolation", "Cells",
      ], resources: [.embedInCode("Words/themes.csv")]),
    // For the page: scripts/wasm compiles it as Embedded Swift; here its values are tested.
    library(
      "WebClient",
      on: [
        "MatchUI", "MatchClient", "Stage", "Wire", "Protocol", "Bots", "Game", "Interpolation",
        "Cells",
      ]),
    library("TerminalUI", on: ["Cells", "Compression"]),
    library(
      "MatchServer",
      on: [
        "JournalSQLite", "JournalNATS", "Journal", "JetStream", "SocketClient", "MatchClient",
        "Lobby", "Settings", "Wire", "Protocol", "Game", "LibWebSockets", "QREncode", "Crypto",
        "Files", "Cells", "CWebPage",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Yams", package: "Yams"),
      ]),
    library(
      "JournalSQLite",
      on: [
        "Journal", "Lobby", "Replays", "Wire", "Protocol", "Game", "LibWebSockets", "Crypto",
        "Files",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "GRDB", package: "GRDB.swift"),
        // For the functions of SQLite's online backup, which GRDB has only as one long call.
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    library(
      "JournalNATS",
      on: [
        "Journal", "JetStream", "Lobby", "Wire", "Protocol", "Game", "Crypto",
        .product(name: "DequeModule", package: "swift-collections"),
      ]),
    library(
      "Journal",
      on: [
        "Lobby", "Wire", "Protocol", "Game",
        .product(name: "DequeModule", package: "swift-collections"),
      ]),
    library("JetStream", on: ["CNats"]),
    library(
      "SocketClient",
      on: [
        "MatchClient", "Bots", "Wire", "Protocol", "Game", "LibWebSockets", "Crypto",
        .product(name: "DequeModule", package: "swift-collections"),
      ]),
    library("MatchClient", on: ["Protocol", "Game"]),
    library(
      "Lobby",
      on: [
        "Bots", "Replays", "Protocol", "Game",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ]),
    library("Bots", on: ["Game"]),
    library("Replays", on: ["Game"]),
    library(
      "Settings",
      on: ["Protocol", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
    library("Stage", on: ["Game", "Interpolation", "Cells"]),
    library(
      "Wire",
      on: [
        "Protocol", "Game", "Crypto", "Cells",
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
      ], exclude: ["Generated/proto.cksum"]),
    library("Protocol", on: ["Game", "Cells"]),
    library("Game"),
    library("Cells"),
    library("Interpolation"),
    library(
      "LibWebSockets",
      on: [
        "CLibWebSockets", "Crypto", .product(name: "DequeModule", package: "swift-collections"),
      ]),
    library("QREncode", on: ["CQREncode"]),
    library("Compression", on: ["CZlib"]),
    library("Crypto", on: ["Files", "COpenSSL"]),
    library("Files"),
    .target(
      name: "CEmojiAtlas", exclude: ["emoji-18x16.qoi", "emoji-36x32.qoi", "emoji-72x64.qoi"],
      swiftSettings: sharedSettings),
    .target(name: "CWebPage", swiftSettings: sharedSettings),
    .systemLibrary(name: "CLibWebSockets", pkgConfig: "libwebsockets"),
    .systemLibrary(name: "CNats", pkgConfig: "libnats"),
    .systemLibrary(name: "COpenSSL", pkgConfig: "openssl"),
    .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib"),

    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "facedown", "facedown-server", "facedown-lab", "JournalSQLite", "Journal", "JetStream",
        "MatchClient",
        "Lobby", "Wire", "Game", "Crypto", "MatchFixtures", "JournalFixtures", "NATSFixtures",
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      exclude: ["Drivers"], swiftSettings: sharedSettings),
    tests(
      of: "Lab",
      on: [
        "FacedownTesting", "SocketClient", "MatchClient", "Bots", "Wire", "Protocol", "Game",
        "Interpolation", "LibWebSockets", "Crypto", "MatchFixtures",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [.copy("Resources")]),
    tests(
      of: "FacedownTesting",
      on: [
        "TermClient", "MatchUI", "MatchServer", "Journal", "SocketClient", "MatchClient", "Bots",
        "Stage", "Lobby", "Replays", "Wire", "Protocol", "Game",
      ]),
    tests(
      of: "TermClient",
      on: [
        "MatchUI", "TerminalUI", "Stage", "Replays", "Settings", "Wire", "Protocol",
        "MatchClient", "Bots", "Game", "Interpolation", "LibWebSockets", "QREncode", "Files",
        "Cells", "FacedownTesting",
        "MatchFixtures", "TerminalFixtures",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [.copy("Resources")]),
    tests(
      of: "MatchUI",
      on: [
        "MatchClient", "Stage", "Bots", "Wire", "Protocol", "Game", "Interpolation", "Cells",
        "FacedownTesting", "MatchFixtures",
      ], resources: [.copy("Resources")]),
    tests(
      of: "WebClient",
      on: [
        "MatchUI", "MatchClient", "Stage", "Bots", "Wire", "Protocol", "Game", "Interpolation",
        "Crypto", "Cells", "MatchFixtures",
      ]),
    tests(of: "TerminalUI", on: ["Cells", "MatchFixtures", "TerminalFixtures"]),
    tests(of: "Cells"),
    tests(
      of: "MatchServer",
      on: [
        "FacedownTesting", "JournalSQLite", "Journal", "SocketClient", "MatchClient", "Bots",
        "Settings", "Wire", "Protocol", "Game", "Lobby", "LibWebSockets", "QREncode", "Crypto",
        "JournalFixtures", "MatchFixtures",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    tests(
      of: "JournalSQLite",
      on: [
        "FacedownTesting", "Journal", "MatchClient", "Lobby", "Wire", "Protocol", "Game",
        "LibWebSockets", "JournalFixtures", "MatchFixtures",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    tests(
      of: "JournalNATS",
      on: [
        "FacedownTesting", "JournalSQLite", "Journal", "JetStream", "Lobby", "Wire", "Protocol",
        "Game", "Crypto", "NATSFixtures", "MatchFixtures", "JournalFixtures",
      ]),
    tests(of: "Journal", on: ["FacedownTesting", "Lobby", "Game"]),
    tests(of: "JetStream", on: ["Crypto", "NATSFixtures", "MatchFixtures"]),
    tests(
      of: "SocketClient",
      on: [
        "MatchServer", "MatchClient", "Bots", "Wire", "Protocol", "Game", "LibWebSockets", "Crypto",
        "MatchFixtures",
      ]),
    tests(
      of: "MatchClient", on: ["Wire", "Protocol", "Game"], resources: [.copy("Resources")]),
    tests(of: "Lobby", on: ["Replays", "Protocol", "Game", "MatchFixtures"]),
    tests(of: "Bots", on: ["Game", "MatchFixtures"], resources: [.copy("Resources")]),
    tests(
      of: "Settings",
      on: ["MatchFixtures", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
    tests(of: "Replays", on: ["FacedownTesting", "Wire", "Game", "MatchFixtures"]),
    tests(
      of: "Stage", on: ["Game", "Interpolation", "MatchFixtures"], resources: [.copy("Resources")]),
    tests(
      of: "Wire", on: ["Protocol", "Game", "Crypto", "MatchFixtures"],
      resources: [.copy("Resources/golden")]),
    tests(of: "Protocol", on: ["Game"]),
    tests(of: "Game", on: ["Wire", "MatchFixtures"], resources: [.copy("Resources")]),
    tests(of: "Interpolation", on: ["MatchFixtures"], resources: [.copy("Resources")]),
    tests(of: "LibWebSockets", on: ["Crypto", "MatchFixtures"]),
    tests(of: "QREncode", on: ["MatchFixtures"]),
    tests(of: "Compression", on: ["MatchFixtures", "TerminalFixtures"]),
    tests(of: "Crypto", on: ["MatchFixtures"]),
    tests(of: "Files", on: ["MatchFixtures"]),
    // libFuzzer's program uses the same entries: see the end of this file.
    .testTarget(
      name: "FuzzingTests", dependencies: fuzzed + ["MatchFixtures"], exclude: ["Driver"],
      resources: [.copy("Corpus")], swiftSettings: sharedSettings),
    .testTarget(name: "RepositoryTests", swiftSettings: sharedSettings),
    // Shared by several test targets: scripted matches, random numbers, folders.
    .target(
      name: "MatchFixtures", dependencies: ["Game"], path: "Tests/MatchFixtures",
      swiftSettings: sharedSettings),
    // A terminal and a keyboard without a window, and an emulator that shows what bytes look like.
    .target(
      name: "TerminalFixtures", dependencies: ["TerminalUI", "Cells", "CZlib"],
      path: "Tests/TerminalFixtures",
      swiftSettings: sharedSettings),
    // Real NATS servers.
    .target(
      name: "NATSFixtures", dependencies: ["JetStream", "MatchFixtures"],
      path: "Tests/NATSFixtures", swiftSettings: sharedSettings),
    // Journals with a match that bots have played.
    .target(
      name: "JournalFixtures",
      dependencies: [
        "FacedownTesting", "JournalSQLite", "Journal", "SocketClient", "MatchClient", "Lobby",
        "Bots", "Wire", "Game", "MatchFixtures", .product(name: "GRDB", package: "GRDB.swift"),
      ], path: "Tests/JournalFixtures", swiftSettings: sharedSettings),
  ]
)

// For `make check`: a real terminal emulator in the process, libvterm, which says what our bytes
// look like. Whoever only plays, or runs `make test`, need not have it.
if Context.environment["FACEDOWN_CHECK"] == "1" {
  package.targets.append(.systemLibrary(name: "CVTerm", path: "Tests/CVTerm"))
  for target in package.targets
  where ["TerminalFixtures", "TerminalUITests", "TermClientTests"].contains(target.name) {
    target.dependencies.append("CVTerm")
  }
}

// libFuzzer's program over the entries that the tests replay, where it is asked for: it links only
// when it is built for fuzzing, which scripts/fuzz does.
if Context.environment["FACEDOWN_FUZZ"] == "1" {
  package.targets.removeAll { $0.type == .test }
  package.targets.append(
    .executableTarget(
      name: "facedown-fuzz", dependencies: fuzzed, path: "Tests/FuzzingTests",
      exclude: ["Corpus", "Replay"], swiftSettings: sharedSettings))
}
