// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Rules about source files. The examples in these tests violate some of them, so these tests are
// skipped.

extension Rule {
  static let sources = [
    headers, length, documented, imports, embedded, foreignNames, featureCheck,
  ]

  private static let header = """
    // SPDX-License-Identifier: Apache-2.0
    // Facedown: multiplayer Memory over WebSockets.

    """

  static let headers = Rule(
    "Swift files, scripts and the Makefile open with the two lines of the header",
    passing: [
      "Package.swift": "// swift-tools-version: 6.2\n" + header,
      "Sources/Game/Card.swift": header + "struct Card {}\n",
      "Sources/Wire/facedown.pb.swift": "// DO NOT EDIT.\n",
      "scripts/play": "#!/usr/bin/env bash\n" + header.replacing("//", with: "#"),
      "Makefile": header.replacing("//", with: "#"),
    ],
    failing: [
      "Sources/Game/Card.swift": "struct Card {}\n", "Sources/Game/Deck.swift": "\n" + header,
      "Sources/Game/Face.swift": "", "scripts/play": header.replacing("//", with: "#"),
    ],
    expected: [
      "Sources/Game/Card.swift", "Sources/Game/Deck.swift", "Sources/Game/Face.swift",
      "scripts/play",
    ]
  ) { repository in
    let isScript = { (file: TextFile) in
      ["scripts", ".ci", "deploy/trial"].contains(where: file.isIn)
        || file.isIn("deploy/release") && !file.isDocument
    }
    let scripts = repository.files.filter(isScript)
    let makefiles = repository.files.filter { $0.path == "Makefile" }
    return (repository.swiftFiles + scripts + makefiles).compactMap { file in
      var lines = file.lines[...]
      let firstLine =
        isScript(file)
        ? "#!" : file.name == "Package.swift" ? "// swift-tools-version:" : nil
      if let firstLine, lines.popFirst()?.hasPrefix(firstLine) != true {
        return Finding(file.path, "The first line has to begin with `\(firstLine)`.")
      }
      let expected = file.isSwift ? header : header.replacing("//", with: "#")
      return lines.prefix(2).elementsEqual(expected.split(separator: "\n"))
        ? nil : Finding(file.path, "The header is missing: copy its two lines from a neighbour.")
    }
  }

  /// Maximum number of lines of a Swift file; beyond that it holds more than one concept.
  static let mostLines = 350

  static let length = Rule(
    "a Swift file has at most \(mostLines) lines",
    passing: [
      "Sources/Game/A.swift": String(repeating: "\n", count: mostLines),
      "Sources/Wire/A.pb.swift": String(repeating: "\n", count: mostLines + 1),
    ],
    failing: ["Tests/GameTests/A.swift": String(repeating: "\n", count: mostLines + 1)],
    expected: ["Tests/GameTests/A.swift"]
  ) { repository in
    repository.swiftFiles.filter { $0.lines.count > mostLines }
      .map { Finding($0.path, "\($0.lines.count) lines are too many: split it by facet.") }
  }

  /// swift-format checks this for `public` declarations only.
  static let documented = Rule(
    "a declaration for other modules of the package has a documentation comment",
    passing: [
      "Sources/Lobby/A.swift": """
      /// A value.
      @frozen
      package struct A {
        /// Its number.
        @inlinable package internal(set) var number: Int
        var hidden: Int
      }
      package import Game
      package extension A {}
      """,
      "Tests/LobbyTests/A.swift": "package struct A {}\n",
    ],
    failing: ["Sources/Lobby/A.swift": "/// A.\npackage struct A {\n  package var b = 1\n}\n"],
    expected: ["Sources/Lobby/A.swift:3"]
  ) { repository in
    let declaration = /^\s*(?:@\w+(?:\([^)]*\))? )*(?:[a-z]+ )*package (?!import\b|extension\b)/
    return repository.swiftFiles.filter { $0.isIn("Sources") }.flatMap { file in
      let lines = file.lines
      return file.findings(of: "package ", "Say what it is, with `///`.") { line in
        line.contains(declaration)
      }.filter { finding in
        let above = lines[..<(finding.line - 1)].last { !$0.contains(/^\s*(?:@|#if)/) }
        return above?.contains(/^\s*\/\/\//) != true
      }
    }
  }

  /// Restrictions on imports beyond SwiftPM's own check.
  ///
  /// That check (see scripts/build) does not cover system modules, and allows transitive
  /// dependencies.
  static let imports = Rule(
    "a C library, a database or a codec is imported by one module, and Foundation by none that decides",
    passing: [
      "Sources/Crypto/A.swift": "internal import COpenSSL\nimport Foundation\n",
      "Sources/Lobby/A.swift": "import Game\n// import Foundation\nimport Glibc\n",
      "Sources/JournalSQLite/A.swift": "package import GRDB\nimport GRDBSQLite\n",
      "Sources/Wire/A.swift": "internal import SwiftProtobuf\n",
      "Tests/JournalSQLiteTests/A.swift": "import GRDB\n",
    ],
    failing: [
      "Sources/LibWebSockets/A.swift": "import Crypto\ninternal import COpenSSL\n",
      "Sources/Lobby/A.swift": "public import struct Foundation.Data\n",
      "Sources/MatchServer/A.swift": "import GRDB\n",
      "Sources/Protocol/A.swift": "internal import SwiftProtobuf\n",
      "Sources/Stage/A.swift": "@preconcurrency import Dispatch\n",
      "Tests/LibWebSocketsTests/A.swift": "import CLibWebSockets\n",
    ],
    expected: [
      "Sources/LibWebSockets/A.swift:2", "Sources/Lobby/A.swift:1",
      "Sources/MatchServer/A.swift:1", "Sources/Protocol/A.swift:1", "Sources/Stage/A.swift:1",
      "Tests/LibWebSocketsTests/A.swift:1",
    ]
  ) { repository in
    let owners = [
      "CEmojiAtlas": "TermClient", "CWebPage": "MatchServer", "CLibWebSockets": "LibWebSockets",
      "CNats": "JetStream", "COpenSSL": "Crypto", "CQREncode": "QREncode",
      "SwiftProtobuf": "Wire",
    ]
    let deciding = [
      "Game", "Interpolation", "Stage", "Protocol", "Bots", "Lobby", "Replays", "Journal",
    ]
    let system = ["Foundation", "FoundationEssentials", "Dispatch", "Synchronization"]
    return repository.swiftFiles.filter { !$0.isIn("Tests/RepositoryTests") }.flatMap { file in
      let decides = deciding.contains { file.isIn("Sources/\($0)") }
      return file.findings(of: "import ", "This module may not import it: see ARCHITECTURE.md.") {
        guard
          let name = $0.firstMatch(of: /^\s*(?:[@\w]+ )*import (?:[a-z]+ )?(\w+)/)?.1
        else { return false }
        if let owner = owners[String(name)] { return !file.isIn("Sources/\(owner)") }
        // Tests damage the file behind the journal's back.
        if name == "GRDB" { return file.isIn("Sources") && !file.isIn("Sources/JournalSQLite") }
        return decides && system.contains(String(name))
      }
    }
  }

  /// What `scripts/wasm` would report too, but it is skipped where Node is missing.
  static let embedded = Rule(
    "what scripts/wasm compiles has no key paths and no numbers too wide for wasm32, and imports no other module",
    passing: [
      wasmPath: "  for module in Game MatchUI Wire; do\n",
      "Sources/Game/A.swift": "internal import Glibc\n// b.map(\\.c)\nlet a = \"\\(b).c\"\n",
      "Sources/MatchUI/A.swift": "package import Game\nlet a = b.map { $0.c }\n",
      "Sources/Lobby/A.swift": "import DequeModule\nlet a = b.map(\\.c)\n",
      "Sources/Wire/Native/A.swift": "import Crypto\nlet a = b.map(\\.c)\n",
      "Sources/Wire/Generated/a.pb.swift": "import Foundation\n",
      "Sources/Wire/A.swift": "let a = Int(exactly: b)\nlet c = UInt(d)\nlet e: UInt64 = 1 << 7\n",
      "Sources/Game/B.swift": "let a = Double(b) * 0x1p-53\n",
    ],
    failing: [
      wasmPath: "  for module in Game MatchUI Wire; do\n",
      "Sources/Game/A.swift": "package import DequeModule\nimport Foundation\n",
      "Sources/MatchUI/A.swift": "import Game\nlet a = b.map(\\.c)\nlet d = \\Card.id\n",
      "Sources/Game/B.swift": "let a = b / Double(1 << 53)\n",
      "Sources/Wire/A.swift": "let a = Int(b)\nlet c = d.map(Int.init)\nlet e = Int(UInt32.max)\n",
    ],
    expected: [
      "Sources/Game/A.swift:1", "Sources/Game/A.swift:2", "Sources/Game/B.swift:1",
      "Sources/MatchUI/A.swift:2", "Sources/MatchUI/A.swift:3", "Sources/Wire/A.swift:1",
      "Sources/Wire/A.swift:2", "Sources/Wire/A.swift:3",
    ]
  ) { repository in
    let script = repository[wasmPath]?.text ?? ""
    guard let list = script.firstMatch(of: /for module in ([A-Za-z ]+); do/)?.1 else {
      return [Finding(wasmPath, "List the compiled modules in `for module in ...; do`.")]
    }
    let modules = list.split(separator: " ")
    // Left out by the script, or not written by hand.
    let others = ["Sources/Wire/Native", "Sources/Wire/World", "Sources/Wire/Generated"]
    return repository.swiftFiles.filter { file in
      modules.contains { file.isIn("Sources/\($0)") } && !others.contains(where: file.isIn)
    }.flatMap { file in
      file.findings(of: "\\", "Embedded Swift has no key paths: write a closure.") {
        $0.contains(/\\(?:[A-Z]\w*)?\.[a-z]/)
      }
        + file.findings(of: "import ", "wasm32 has no such module: use the standard library.") {
          guard let name = $0.firstMatch(of: /^\s*(?:[@\w]+ )*import (?:[a-z]+ )?(\w+)/)?.1
          else { return false }
          return name != "Glibc" && !modules.contains(name)
        }
        + file.findings(of: "<<", "An `Int` has 32 bits in wasm32: say 0x1p53, or the type.") {
          $0.contains(/\b1 << (?:3[1-9]|[4-6][0-9])\b/)
        }
        // A peer's number may have more bits than an `Int`.
        + (file.isIn("Sources/Wire")
          ? file.findings(of: "Int", "This may trap in wasm32: use Int(exactly:) or (clamping:).") {
            $0.contains(/\bInt(?:\.init\b|\((?!exactly:|clamping:|truncatingIfNeeded:|Int32\.m))/)
          } : [])
    }
  }

  private static let wasmPath = "scripts/wasm"

  static let foreignNames = Rule(
    "only LibWebSockets speaks to libwebsockets by its names",
    passing: [
      "Sources/LibWebSockets/A.swift": "lws_service(context, 0)\n",
      "Sources/CLibWebSockets/shim.h": "static inline int clws_pre(void) { return LWS_PRE; }\n",
      "Sources/MatchServer/A.swift": "// What lws_service would do.\nlet flows_in = 1\n",
      "Benchmarks/Relays/a.c": "lws_service(context, 0);\n",
    ],
    failing: [
      "Sources/MatchServer/A.swift": "// Why.\nlws_service(context, 0)\n",
      "Sources/COpenSSL/shim.h": "struct lws_context;\n",
      "Tests/LibWebSocketsTests/A.swift": "_ = clws_pre()\n",
    ],
    expected: [
      "Sources/COpenSSL/shim.h:1", "Sources/MatchServer/A.swift:2",
      "Tests/LibWebSocketsTests/A.swift:1",
    ]
  ) { repository in
    // The relays are programs of their own, to compare with.
    let homes = [
      "Sources/LibWebSockets", "Sources/CLibWebSockets", "Tests/RepositoryTests",
      "Benchmarks/Relays",
    ]
    return repository.files.filter { [".swift", ".h", ".c"].contains(where: $0.path.hasSuffix) }
      .filter { file in !homes.contains(where: file.isIn) }
      .flatMap { file in
        file.findings(of: "lws_", "Give LibWebSockets a method for this.") {
          $0.contains(/\bc?lws_/)
        }
      }
  }

  static let featureCheck = Rule(
    "FeatureCheck.swift asks for the upcoming features of the manifest, and no other",
    passing: [
      "Package.swift": ".enableUpcomingFeature(\"ExistentialAny\")\n",
      checkPath: "#if !hasFeature(ExistentialAny)\n#error(\"off\")\n#endif\n",
    ],
    failing: [
      "Package.swift":
        ".enableUpcomingFeature(\"ExistentialAny\"), .enableUpcomingFeature(\"X\")\n",
      checkPath: "#if !hasFeature(ExistentialAny)\n#if !hasFeature(Y)\n// #if !hasFeature(X)\n",
    ],
    expected: [checkPath, "Package.swift"]
  ) { repository in
    let enabled = (repository["Package.swift"]?.text ?? "")
      .matches(of: /\.enableUpcomingFeature\("(\w+)"\)/).map { String($0.1) }
    let asked = (repository[checkPath]?.lines ?? [])
      .compactMap { $0.firstMatch(of: /^#if !hasFeature\((\w+)\)/).map { String($0.1) } }
    return Set(enabled).subtracting(asked).sorted()
      .map { Finding(checkPath, "Ask for \($0), which the manifest enables.") }
      + Set(asked).subtracting(enabled).sorted()
      .map { Finding("Package.swift", "Enable \($0), which FeatureCheck.swift asks for.") }
  }

  private static let checkPath = "Sources/Game/FeatureCheck.swift"
}
