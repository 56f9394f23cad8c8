// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Rules about what modules import and name.

extension Rule {
  static let modules = [
    imports, oneMathematicsFile, oneWallClock, faces, foreignNames, moduleNames,
  ]

  static let imports = Rule(
    "imports follow the table of the house",
    kept: [
      "Sources/Stage/A.swift": "import Game\npublic import struct Interpolation.Curve\n",
      "Sources/Interpolation/A.swift": "#if canImport(Glibc)\nimport Glibc\n#endif\n",
      "Sources/Lobby/A.swift": "import Game\ninternal import DequeModule\nimport Glibc\n",
      "Sources/MatchServer/A.swift": "import Foundation\nimport Game\nimport SwiftProtobuf\n",
      "Sources/facedown/main.swift": "import ArgumentParser\nimport TermClient\n",
    ],
    broken: [
      "Sources/Game/A.swift": "import Stage\n",
      "Sources/Bots/A.swift": "import Game\nimport Foundation\n",
      "Sources/Stage/A.swift": "import Glibc\n",
      "Sources/Lobby/A.swift": "@testable import Protocol\n",
      "Sources/MatchClient/A.swift": "import GRDB\n",
      "Sources/facedown/main.swift": "import Game\n",
      "Sources/Cellar/A.swift": "struct A {}\n",
    ],
    at: [
      "Sources/Bots/A.swift:2", "Sources/Cellar", "Sources/Game/A.swift:1",
      "Sources/Lobby/A.swift:1", "Sources/MatchClient/A.swift:1", "Sources/Stage/A.swift:1",
      "Sources/facedown/main.swift:1",
    ]
  ) { repository in
    repository.modules.sorted { $0.key < $1.key }.flatMap { name, files in
      guard let room = House.room(name) else {
        return [Finding("Sources/\(name)", "The table in House.swift has no such module.")]
      }
      let allowed = House.reach(of: room).union(room.system.modules)
      return files.flatMap { file in
        file.imports.filter { !allowed.contains($0.module) }.map {
          Finding(
            file.path, line: $0.line,
            "\(name) may not import \($0.module): see the table in House.swift.")
        }
      }
    }
  }

  static let oneMathematicsFile = Rule(
    "a module compiled for Embedded Swift takes its mathematics through one file",
    kept: [
      "Sources/Interpolation/Mathematics.swift": "import Glibc\n",
      "Sources/Lobby/A.swift": "import Glibc\n", "Sources/Lobby/B.swift": "import Glibc\n",
    ],
    broken: [
      "Sources/Interpolation/A.swift": "import Glibc\n",
      "Sources/Interpolation/B.swift": "\nimport Musl\n",
    ],
    at: ["Sources/Interpolation/A.swift:1", "Sources/Interpolation/B.swift:2"]
  ) { repository in
    House.rooms.filter { $0.system == .mathematics }.flatMap { room in
      let places = (repository.modules[room.name] ?? []).flatMap { file in
        file.imports.filter { House.cLibraries.contains($0.module) }
          .map { Finding(file.path, line: $0.line, "Only one file may import the C library.") }
      }
      return Set(places.map(\.path)).count > 1 ? places : []
    }
  }

  /// A wall clock jumps whenever somebody sets it: what is asked once, at the start, cannot.
  ///
  /// Besides it is asked by the log, and by what holds by the calendar.
  static let oneWallClock = Rule(
    "the wall clock is read in one place, and by no one who decides",
    kept: [
      "Sources/MatchServer/WallClock.swift":
        "var now: T { clock_gettime(CLOCK_REALTIME, &wall) }\n",
      "Sources/MatchServer/ServerClock.swift":
        "init() { origin = WallClock.now }\nvar now: T { startedAt + ContinuousClock.now }\n",
      "Sources/Lobby/A.swift": "let deadline = now + .seconds(1)\nvar updated: UpDate()\n",
    ],
    broken: [
      "Sources/MatchServer/ServerClock.swift":
        "init() { origin = WallClock.now }\nvar now: T { WallClock.now }\n",
      "Sources/MatchServer/B.swift": "let now = Date()\nlet then = WallClock.now\n",
      "Sources/TermClient/A.swift": "\ngettimeofday(&now, nil)\n",
    ],
    at: [
      "Sources/MatchServer/B.swift:1", "Sources/MatchServer/B.swift:2",
      "Sources/MatchServer/ServerClock.swift:2", "Sources/TermClient/A.swift:2",
    ]
  ) { repository in
    let readings = ["CLOCK_REALTIME", "gettimeofday(", " Date()", " time(nil)", "WallClock.now"]
    // How often each may: a server's own time begins once.
    let readers = [
      "WallClock", "ServerClock", "Logs/ServerLogHandler", "Reloading/ServerCertificate",
      "Reloading/PeriodicChecks",
    ].map { "Sources/MatchServer/\($0).swift" }
    return repository.swiftFiles.filter { $0.module != nil }.flatMap { file in
      let found = file.findings(
        in: file.codeLines, "Time is what the server's clock says: a wall clock jumps."
      ) { line in readings.contains { line.contains($0) } }
      return Array(readers.contains(file.path) ? found.dropFirst() : found[...])
    }
  }

  static let faces = Rule(
    "a C library is imported by the module that is its Swift face, and no other",
    kept: [
      "Sources/Crypto/A.swift": "internal import COpenSSL\n",
      "Sources/LibWebSockets/A.swift": "internal import CLibWebSockets\nimport Crypto\n",
    ],
    broken: [
      "Sources/LibWebSockets/A.swift": "import Crypto\ninternal import COpenSSL\n",
      "Tests/LibWebSocketsTests/A.swift": "import CLibWebSockets\n",
    ],
    at: ["Sources/LibWebSockets/A.swift:2", "Tests/LibWebSocketsTests/A.swift:1"]
  ) { repository in
    repository.swiftFiles.flatMap { file in
      file.imports.compactMap { imported in
        guard let face = House.faces[imported.module], file.module != face else { return nil }
        return Finding(file.path, line: imported.line, "Only \(face) imports \(imported.module).")
      }
    }
  }

  static let foreignNames = Rule(
    "only LibWebSockets speaks to libwebsockets by its names",
    kept: [
      "Sources/LibWebSockets/A.swift": "lws_service(context, 0)\n",
      "Sources/CLibWebSockets/shim.h": "static inline int clws_pre(void) { return LWS_PRE; }\n",
      "Sources/MatchServer/A.swift": "// What lws_service would do.\nlet flows_in = \"lws_\"\n",
    ],
    broken: [
      "Sources/MatchServer/A.swift": "// Why.\nlws_service(context, 0)\n",
      "Sources/COpenSSL/shim.h": "struct lws_context;\n",
      "Tests/LibWebSocketsTests/A.swift": "_ = clws_pre()\n",
    ],
    at: [
      "Sources/COpenSSL/shim.h:1", "Sources/MatchServer/A.swift:2",
      "Tests/LibWebSocketsTests/A.swift:1",
    ]
  ) { repository in
    let homes = ["Sources/LibWebSockets", "Sources/CLibWebSockets"]
    return repository.files
      .filter { [".swift", ".h", ".c"].contains(where: $0.path.hasSuffix) }
      .filter { file in !homes.contains(where: file.isIn) }
      .flatMap { file in
        file.findings(in: file.codeLines, "Give LibWebSockets a method for this.") {
          $0.contains(/\bc?lws[_]/)
        }
      }
  }

  static let moduleNames = Rule(
    "no module shares its name with a type inside it",
    kept: ["Sources/Game/A.swift": "struct GameRules { var game: Int }\n// struct Game\n"],
    broken: [
      "Sources/Game/A.swift": "\npublic struct Game {}\n",
      "Sources/Lobby/A.swift": "public actor Lobby {}\n",
    ],
    at: ["Sources/Game/A.swift:2", "Sources/Lobby/A.swift:1"]
  ) { repository in
    let declaration = /\b(?:struct|class|enum|actor|protocol|typealias)\s+`?(\w+)/
    return repository.modules.sorted { $0.key < $1.key }.flatMap { name, files in
      files.flatMap { file in
        file.findings(in: file.codeLines, "`\(name).Anything` would no longer name the module.") {
          $0.firstMatch(of: declaration)?.1 == name[...]
        }
      }
    }
  }
}

extension House.System {
  /// The modules of the system that may be imported.
  fileprivate var modules: Set<String> {
    switch self {
    case .none: []
    case .mathematics, .cLibrary: House.cLibraries
    case .everything: House.systemModules
    }
  }
}

extension TextFile {
  /// The modules a Swift file imports, with the line of each.
  var imports: [(module: String, line: Int)] {
    let pattern = /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:\w+\s+)?import\s+(?:\w+\s+)?(\w+)/
    return codeLines.enumerated().compactMap { offset, line in
      guard line.contains("import"), let match = line.firstMatch(of: pattern) else { return nil }
      return (String(match.1), offset + 1)
    }
  }
}
