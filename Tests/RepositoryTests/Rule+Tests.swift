// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Rules about the tests.

extension Rule {
  static let tests = [sleepless, timeLimits]

  static let sleepless = Rule(
    "tests do not sleep",
    passing: [
      "Tests/GameTests/A.swift": """
      func sleep(until deadline: Instant) {}
      try await clock.sleep(until: deadline)
      // Task.sleep would be wrong.
      """,
      "Sources/MatchClient/A.swift": "try await Task.sleep(for: .seconds(1))\n",
    ],
    failing: [
      "Tests/GameTests/A.swift": """
      try await Task.sleep(for: .seconds(1))
      usleep(10)
      Thread.sleep(forTimeInterval: 1)
      try await ContinuousClock().sleep(for: delay)
      try await Task<Never, Never>.sleep(nanoseconds: 1)
      _ = Glibc.sleep(1)
      """
    ],
    expected: (1...6).map { "Tests/GameTests/A.swift:\($0)" }
  ) { repository in
    let calls = /(?:^|[^.\w]|libc\.)(?:u|nano|clock_nano)?sleep\s*\(/
    let members = /(?:Task(?:<[^>]*>)?|Thread|(?:Continuous|Suspending)Clock\(\))\s*\.\s*sleep\b/
    return repository.swiftFiles
      .filter { $0.isIn("Tests") && !$0.isIn("Tests/RepositoryTests") }
      .flatMap { file in
        file.findings(of: "sleep", "Hand the code a clock that the test turns.") { line in
          !line.contains("func sleep") && (line.contains(calls) || line.contains(members))
        }
      }
  }

  static let timeLimits = Rule(
    "suites have a time limit",
    passing: [
      "Tests/GameTests/A.swift": """
      @Suite("Deals", .serialized, .timeLimit(.minutes(1))) struct Deals {
        @Suite struct Small { @Test("a pair") func pair() {} }
      }
      """,
      "Tests/GameTests/Helper.swift": "struct Helper {}\n",
    ],
    failing: [
      "Tests/GameTests/A.swift": "@Suite(\"Deals\") struct Deals {\n  @Test func pair() {}\n}\n",
      "Tests/GameTests/B.swift": "// No .timeLimit(.minutes(1)).\n@MainActor @Test func a() {}\n",
    ],
    expected: ["Tests/GameTests/A.swift:1", "Tests/GameTests/B.swift:2"]
  ) { repository in
    repository.swiftFiles.filter { $0.isIn("Tests") }.compactMap { file in
      guard file.findings(of: ".timeLimit(", "").isEmpty else { return nil }
      return file.findings(of: "@", "Give the suite `.timeLimit(.minutes(1))`.") {
        $0.contains(/^\s*(?:@\w+ )*@(?:Test|Suite)\b/)
      }.first
    }
  }
}
