// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Rules about documents: what they link to and name exists.

extension Rule {
  static let documents = [links, commands, protocolPage]

  static let links = Rule(
    "a relative link leads to a file that exists, and its # to a heading",
    passing: [
      "docs/a.md": """
      # A page, its name
      [here](#a-page-its-name) [up](../README.md#two) [folder](decisions) `[no](link)`
      [far](https://example.org/x#y) ![picture](../README.md)

          [code](nowhere)
      """,
      "docs/decisions/b.md": "[a](../a.md)\n",
      "README.md": "# Two\n# Two\n[second](#two-1)\n",
    ],
    failing: [
      "docs/a.md": "# A\n[gone](b.md)\n[no heading](#b)\n[out](../../x.md)\n",
      "README.md": "[a](docs/a.md#two)\n",
    ],
    expected: ["README.md:1", "docs/a.md:2", "docs/a.md:3", "docs/a.md:4"]
  ) { repository in
    repository.files.filter(\.isDocument).flatMap { file in
      (repository.documents[file.path]?.links ?? []).compactMap { link in
        guard let path = file.path(of: link.text) else { return nil }
        guard repository.paths.contains(path) else {
          return Finding(file.path, line: link.line, "There is no \(path): mend the link.")
        }
        guard let mark = link.text.firstIndex(of: "#"), let target = repository.documents[path]
        else { return nil }
        let anchor = String(link.text[link.text.index(after: mark)...])
        return target.anchors.contains(anchor)
          ? nil
          : Finding(file.path, line: link.line, "\(path) has no heading for #\(anchor).")
      }
    }
  }

  static let commands = Rule(
    "the `make X` and `scripts/X` that documents name exist",
    passing: [
      "Makefile": "help: ## this\n\t@true\nlong-run: help\n\t@true\n", "scripts/play": "",
      "README.md":
        "Run `make help`, or `scripts/play`. We make sure.\n\n    make long-run   # an hour\n",
    ],
    failing: [
      "Makefile": "help:\n\t@true\n",
      "README.md": "`make play`\nSee scripts/play.\n\n    make -j2 test\n    make helper\n",
    ],
    expected: ["README.md:1", "README.md:2", "README.md:5"]
  ) { repository in
    let targets = Set(
      (repository["Makefile"]?.lines ?? []).compactMap {
        $0.firstMatch(of: /^([a-z][a-z-]*):/).map { String($0.1) }
      })
    // Decisions and the changelog may name what no longer exists.
    let pages = repository.files.filter {
      $0.isDocument && !$0.isIn("docs/decisions") && $0.path != "CHANGELOG.md"
    }
    return pages.flatMap { file in
      let code = repository.documents[file.path]?.code ?? []
      let made = code.filter { $0.text.contains("make ") }.flatMap { item in
        item.text.matches(of: /(?:^|[^\w-])make ([a-z][a-z-]*)/).map { String($0.1) }
          .filter { !targets.contains($0) }
          .map { Finding(file.path, line: item.line, "The Makefile has no target \($0).") }
      }
      let scripts = file.lines.enumerated().filter { $0.element.contains("scripts/") }.flatMap {
        offset, line in
        line.matches(of: /(?:^|[^\w\/-])scripts\/([a-z][a-z0-9-]*)/).map { String($0.1) }
          .filter { !repository.paths.contains("scripts/\($0)") }
          .map { Finding(file.path, line: offset + 1, "There is no scripts/\($0).") }
      }
      return (made + scripts).sorted { $0.line < $1.line }
    }
  }

  static let protocolPage = Rule(
    "docs/protocol.md names every message, event, intent and code of the wire",
    passing: [
      "docs/protocol.md": "`hello`, `joinRoom` and `play/stale`; `room/left`\n",
      "proto/facedown/v1/client.proto":
        "oneof body {\n  // First.\n  Hello hello = 1;\n  JoinRoom join_room = 2;\n}\n",
      "Sources/Game/RefusalCode.swift": "case playStale = \"play/stale\"\n",
      "Sources/Lobby/LobbyOutput.swift": "case asked = \"room/left\"\n",
    ],
    failing: [
      "docs/protocol.md": "hello, `joinroom`\n",
      "proto/facedown/v1/client.proto":
        "oneof body {\n  Hello hello = 1;\n  JoinRoom join_room = 2;\n}\n",
      "Sources/Game/RefusalCode.swift": "case playStale = \"play/stale\"\n",
    ],
    expected: ["docs/protocol.md", "docs/protocol.md", "docs/protocol.md"]
  ) { repository in
    let schema = repository.files.filter { $0.path.hasPrefix("proto/facedown/v1/") }
    let names = schema.flatMap { file in
      file.text.matches(of: /oneof (?:body|event|action) \{([^}]*)\}/).flatMap { oneof in
        oneof.1.matches(of: /\w+ (\w+) = \d+;/).map { String($0.1).inLowerCamelCase }
      }
    }
    let sources = ["Sources/Game/RefusalCode.swift", "Sources/Lobby/LobbyOutput.swift"]
    let codes = sources.flatMap { path in
      (repository[path]?.text ?? "").matches(of: /case \w+ = "([a-z]+\/[a-z_]+)"/)
        .map { String($0.1) }
    }
    let page = repository["docs/protocol.md"]?.text ?? ""
    return (names + codes).filter { !page.contains("`\($0)`") }
      .map { Finding("docs/protocol.md", "Say what `\($0)` is.") }
  }
}

extension String {
  /// `join_room` as protobuf's JSON has it: `joinRoom`.
  fileprivate var inLowerCamelCase: String {
    split(separator: "_").enumerated()
      .map {
        $0.offset == 0 ? $0.element : $0.element.prefix(1).uppercased() + $0.element.dropFirst()
      }
      .joined()
  }
}
