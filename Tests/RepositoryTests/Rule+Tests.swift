// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Rules about the tests.

extension Rule {
  static let tests = [mirrored, sleepless, timeLimits, swiftTesting]

  static let mirrored = Rule(
    "every library module with code has its tests",
    kept: [
      "Sources/Game/FeatureCheck.swift": "// Why.\n#if !hasFeature(X)\n#error(\"off\")\n#endif\n",
      "Sources/Crypto/Digest.swift": "struct Digest {}\n",
      "Tests/CryptoTests/DigestTests.swift": "@Test func one() {}\n",
      "Sources/facedown/main.swift": "run()\n",
    ],
    broken: [
      "Sources/Game/Card.swift": "struct Card {}\n",
      "Sources/Crypto/Digest.swift": "struct Digest {}\n",
      "Tests/CryptoTests/Helper.swift": "// @Test\n",
    ],
    at: ["Tests/CryptoTests", "Tests/GameTests"]
  ) { repository in
    repository.modules.sorted { $0.key < $1.key }.compactMap { name, files in
      guard House.room(name)?.isExecutable != true, files.contains(where: \.hasDeclarations) else {
        return nil
      }
      let folder = "Tests/\(name)Tests"
      let isTested = repository.swiftFiles.contains { $0.isIn(folder) && $0.code.contains("@Test") }
      return isTested ? nil : Finding(folder, "Module \(name) has code and no test.")
    }
  }

  static let sleepless = Rule(
    "tests do not sleep",
    kept: [
      "Tests/GameTests/A.swift": """
      func sleep(until deadline: Instant) {}
      try await clock.sleep(until: deadline)
      // Task.sleep would be wrong.
      """,
      "Sources/MatchClient/A.swift": "try await Task.sleep(for: .seconds(1))\n",
    ],
    broken: [
      "Tests/GameTests/A.swift": """
      try await Task.sleep(for: .seconds(1))
      usleep(10)
      Thread.sleep(forTimeInterval: 1)
      try await ContinuousClock().sleep(for: delay)
      try await Task<Never, Never>.sleep(nanoseconds: 1)
      _ = Glibc.sleep(1)
      """
    ],
    at: (1...6).map { "Tests/GameTests/A.swift:\($0)" }
  ) { repository in
    let calls = /(?:^|[^.\w]|libc\.)(?:u|nano|clock_nano)?sleep\s*\(/
    let members = /(?:Task(?:<[^>]*>)?|Thread|(?:Continuous|Suspending)Clock\(\))\s*\.\s*sleep\b/
    return repository.swiftFiles.filter { $0.isIn("Tests") }.flatMap { file in
      file.findings(in: file.codeLines, "Hand the code a clock that the test turns.") { line in
        line.contains("sleep") && !line.contains("func sleep")
          && (line.contains(calls) || line.contains(members))
      }
    }
  }

  static let timeLimits = Rule(
    "suites have a time limit",
    kept: [
      "Tests/GameTests/A.swift": """
      @Suite("Deals", .serialized, .timeLimit(.minutes(1))) struct Deals {
        @Suite struct Small { @Test("a pair") func pair() {} }
      }
      """,
      "Tests/GameTests/Helper.swift": "struct Helper {}\n",
    ],
    broken: [
      "Tests/GameTests/A.swift": "@Suite(\"Deals\") struct Deals {\n  @Test func pair() {}\n}\n",
      "Tests/GameTests/B.swift": "@Test func alone() {}\n",
    ],
    at: ["Tests/GameTests/A.swift", "Tests/GameTests/B.swift"]
  ) { repository in
    repository.swiftFiles.filter { $0.isIn("Tests") }
      .filter { $0.code.contains(/@(?:Test|Suite)\b/) && !$0.code.contains(".timeLimit(") }
      .map { Finding($0.path, "Give the suite `.timeLimit(.minutes(1))`.") }
  }

  static let swiftTesting = Rule(
    "tests are Swift Testing's, because only those are run",
    kept: ["Tests/GameTests/A.swift": "import Testing\n"],
    broken: ["Tests/GameTests/A.swift": "import XCTest\n"],
    at: ["Tests/GameTests/A.swift:1"]
  ) { repository in
    repository.swiftFiles.flatMap { file in
      file.imports.filter { $0.module == "XCTest" }
        .map { Finding(file.path, line: $0.line, "`make test` runs no XCTest.") }
    }
  }
}

extension TextFile {
  /// Whether anything but directives and comments is in it.
  fileprivate var hasDeclarations: Bool {
    codeLines.contains { line in
      let word = line.drop(while: \.isWhitespace)
      return !word.isEmpty && !word.hasPrefix("#")
    }
  }
}
