// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Rules about any file as text. What they forbid cannot stand here in one piece.

extension Rule {
  static let texts = [headers, machinePaths, leftovers, length, licence]

  private static let licenceLine = "SPDX-License-Identifier: Apache-2.0"
  private static let projectLine = "Facedown: multiplayer Memory over WebSockets."
  private static let header = "// \(licenceLine)\n// \(projectLine)\n"

  static let headers = Rule(
    "Swift files, scripts and the Makefile open with the two lines of the header",
    kept: [
      "Package.swift": "// swift-tools-version: 6.2\n" + header,
      "Sources/Game/Card.swift": header + "struct Card {}\n",
      "Sources/Protocol/facedown.pb.swift": "// DO NOT EDIT.\n",
      "scripts/play": "#!/usr/bin/env bash\n" + header.replacing("//", with: "#"),
      "Makefile": header.replacing("//", with: "#"),
    ],
    broken: [
      "Sources/Game/Card.swift": "struct Card {}\n",
      "Sources/Game/Deck.swift": "\n" + header,
      "Sources/Game/Face.swift": "",
      "scripts/play": header.replacing("//", with: "#"),
    ],
    at: [
      "Sources/Game/Card.swift", "Sources/Game/Deck.swift", "Sources/Game/Face.swift",
      "scripts/play",
    ]
  ) { repository in
    repository.files.compactMap { file in
      let isScript = file.isIn("scripts") || file.isIn(".ci")
      guard isScript || file.path == "Makefile" || (file.isSwift && !file.isGenerated) else {
        return nil
      }
      let firstLine =
        isScript ? "#!" : file.name == "Package.swift" ? "// swift-tools-version:" : nil
      let mark = file.isSwift ? "//" : "#"
      var lines = file.lines[...]
      if let firstLine, lines.popFirst()?.hasPrefix(firstLine) != true {
        return Finding(file.path, "The first line has to begin with `\(firstLine)`.")
      }
      if lines.prefix(2).elementsEqual(["\(mark) \(licenceLine)", "\(mark) \(projectLine)"]) {
        return nil
      }
      return Finding(file.path, "The header's two lines are missing: copy them from a neighbour.")
    }
  }

  static let machinePaths = Rule(
    "no file names a folder of somebody's machine",
    kept: [
      "docs/a.md": "https://example.org/\("home")/x, ~/\("work")/x, a/\("root")/b, /\("work")ers"
    ],
    broken: [
      "docs/a.md": "Fine.\nSee /\("home")/ann/x.\n",
      "docs/b.csv": "/\("work")\n1,/\("root")/x\n",
    ],
    at: ["docs/a.md:2", "docs/b.csv:1", "docs/b.csv:2"]
  ) { repository in
    let folder = /(?:^|[^\w.~\/})-])\/(?:work|root|home)(?![\w-])/
    return repository.files.flatMap { file in
      // Most files hold none of these: one cheap look at the whole saves many at its lines.
      let isSuspect = ["work", "root", "home"].contains { file.text.utf8.contains("/\($0)".utf8) }
      guard isSuspect else { return [Finding]() }
      return file.findings(in: file.lines, "A path of one machine means nothing on another.") {
        $0.contains(folder)
      }
    }
  }

  static let leftovers = Rule(
    "nothing is left to be done later",
    kept: ["Sources/Game/A.swift": "// A to-do list, TO\("DO")s.\n", "docs/a.md": "TO\("DO")\n"],
    broken: [
      "Sources/Game/A.swift": "// Why.\n// TO\("DO"): more\n", "scripts/play": "# FIX\("ME")\n",
      "Makefile": "all: # TO\("DO")\n",
    ],
    at: ["Makefile:1", "Sources/Game/A.swift:2", "scripts/play:1"]
  ) { repository in
    let word = /\b(?:TO(?:DO)|FIX(?:ME))\b/
    return repository.files.filter { $0.isSource && !$0.isGenerated }.flatMap { file in
      file.findings(in: file.lines, "Do it now, or leave it out and write an issue.") {
        $0.contains(word)
      }
    }
  }

  /// Lines a Swift file may have; beyond that it holds more than one concept.
  static let mostLines = 350

  static let length = Rule(
    "a Swift file has at most \(mostLines) lines",
    kept: [
      "Sources/Game/A.swift": String(repeating: "\n", count: mostLines),
      "Sources/Protocol/A.pb.swift": String(repeating: "\n", count: mostLines + 1),
    ],
    broken: ["Tests/GameTests/A.swift": String(repeating: "\n", count: mostLines + 1)],
    at: ["Tests/GameTests/A.swift"]
  ) { repository in
    repository.swiftFiles.filter { $0.lines.count > mostLines }
      .map { Finding($0.path, "\($0.lines.count) lines are too many: split it by facet.") }
  }

  static let licence = Rule(
    "LICENSE is the Apache License 2.0, whole",
    kept: [
      "LICENSE": "  Apache License\n  Version 2.0, January 2004\nEND OF TERMS AND CONDITIONS\n"
    ],
    broken: ["LICENSE": "  Apache License\n  Version 2.0, January 2004\n"],
    at: ["LICENSE"]
  ) { repository in
    let sentences = ["Apache License", "Version 2.0, January 2004", "END OF TERMS AND CONDITIONS"]
    let text = repository["LICENSE"]?.text ?? ""
    return sentences.allSatisfy(text.contains)
      ? [] : [Finding("LICENSE", "It has to be the text of the Apache License 2.0.")]
  }
}

extension TextFile {
  /// Written for a machine to run, as opposed to prose and data.
  fileprivate var isSource: Bool {
    let endings = [".swift", ".h", ".c", ".cpp", ".proto", ".py", ".sh", ".js", ".yml", ".yaml"]
    return path == "Makefile" || name == "Dockerfile" || isIn("scripts") || isIn(".ci")
      || endings.contains(where: path.hasSuffix)
  }
}
