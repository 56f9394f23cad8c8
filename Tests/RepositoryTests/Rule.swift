// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

/// A rule about the whole repository, with a proof that it can fail.
struct Rule: Sendable, CustomTestStringConvertible {
  /// The rule in plain words.
  let name: String
  /// A tiny repository without findings.
  let passing: Repository
  /// A tiny repository with exactly the findings `expected`.
  let failing: Repository
  /// The path of each finding in `failing`, with `:line` if there is one.
  let expected: [String]
  let findings: @Sendable (Repository) -> [Finding]

  init(
    _ name: String, passing: [String: String], failing: [String: String], expected: [String],
    findings: @escaping @Sendable (Repository) -> [Finding]
  ) {
    self.name = name
    self.passing = Repository(passing)
    self.failing = Repository(failing)
    self.expected = expected
    self.findings = findings
  }

  var testDescription: String { name }

  static let all = sources + tests + documents + release
}
