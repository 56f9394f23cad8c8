// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The modules and what each stands on: the one place that says who may import whom.
///
/// A new module, or a new library under one, is a new word here, next to the reason in
/// ARCHITECTURE.md.
enum House {
  /// What of the system a module may import.
  enum System {
    /// Nothing: the module is also compiled as Embedded Swift, which has none of it.
    case none
    /// Nothing but, in one file, the C library for its mathematics; compiled as Embedded Swift too.
    case mathematics
    /// The C library. No clock, no file, no Foundation: what decides is a value.
    case cLibrary
    /// All of it.
    case everything
  }

  /// A module.
  struct Room: Sendable {
    let name: String
    var isExecutable = false
    /// The modules directly below.
    let standsOn: [String]
    /// Modules of packages from elsewhere.
    var libraries: [String] = []
    var system = System.everything
  }

  /// Top to bottom: a room stands on rooms below it.
  static let rooms: [Room] = [
    Room(
      name: "facedown", isExecutable: true, standsOn: ["TermClient"],
      libraries: ["ArgumentParser"], system: .none),
    Room(
      name: "facedown-server", isExecutable: true, standsOn: ["MatchServer"],
      libraries: ["ArgumentParser"], system: .none),
    Room(
      name: "facedown-lab", isExecutable: true, standsOn: ["Lab"], libraries: ["ArgumentParser"],
      system: .none),
    Room(
      name: "Lab", standsOn: ["FacedownTesting"], libraries: ["ArgumentParser", "GRDBSQLite"]),
    Room(
      name: "FacedownTesting",
      standsOn: ["TermClient", "MatchServer", "MatchClient", "Lobby", "Bots", "Stage", "Protocol"],
      libraries: ["Testing"]),
    Room(
      name: "TermClient", standsOn: ["Stage", "MatchClient", "Replays", "CEmojiAtlas"],
      libraries: ["ArgumentParser", "Subprocess", "SystemPackage"] + collections),
    Room(
      name: "MatchServer", standsOn: ["Lobby", "Replays", "Protocol", "Bots", "LibWebSockets"],
      libraries: [
        "ArgumentParser", "Configuration", "GRDB", "GRDBSQLite", "Logging", "Metrics",
        "ServiceLifecycle", "UnixSignals", "Yams",
      ] + collections),
    Room(
      name: "MatchClient", standsOn: ["Bots", "Protocol", "LibWebSockets", "Crypto"],
      libraries: ["Logging"] + collections),
    Room(name: "Lobby", standsOn: ["Bots", "Game"], libraries: collections, system: .cLibrary),
    Room(name: "Bots", standsOn: ["Game"], system: .cLibrary),
    Room(name: "Replays", standsOn: ["Game"], system: .cLibrary),
    Room(name: "Stage", standsOn: ["Game", "Interpolation"], system: .none),
    Room(name: "Protocol", standsOn: ["Game", "Crypto"], libraries: ["SwiftProtobuf"]),
    Room(name: "Game", standsOn: [], system: .none),
    Room(name: "Interpolation", standsOn: [], system: .mathematics),
    Room(name: "LibWebSockets", standsOn: ["CLibWebSockets", "Crypto"]),
    Room(name: "Crypto", standsOn: ["COpenSSL"]),
    Room(name: "CEmojiAtlas", standsOn: [], system: .none),
    Room(name: "CLibWebSockets", standsOn: [], system: .none),
    Room(name: "COpenSSL", standsOn: [], system: .none),
  ]

  /// A C library's module map is imported by the one module that gives it a Swift face.
  static let faces = [
    "CEmojiAtlas": "TermClient", "CLibWebSockets": "LibWebSockets", "COpenSSL": "Crypto",
  ]

  static let cLibraries: Set<String> = ["Glibc", "Musl", "Darwin", "WASILibc"]
  static let systemModules: Set<String> = cLibraries.union([
    "Dispatch", "Foundation", "FoundationEssentials", "Synchronization",
  ])

  private static let collections = [
    "BasicContainers", "Collections", "DequeModule", "HeapModule", "OrderedCollections",
  ]

  static func room(_ name: String) -> Room? { rooms.first { $0.name == name } }

  /// The rooms and libraries that `room` may import: all it reaches by going down.
  ///
  /// An executable is a `main` over one library, and sees no further.
  static func reach(of room: Room) -> Set<String> {
    var reached = Set(room.standsOn + room.libraries)
    if !room.isExecutable {
      for below in room.standsOn.compactMap(Self.room) { reached.formUnion(reach(of: below)) }
    }
    return reached
  }
}
