// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

/// Something that holds for the whole repository, and a small proof that it can fail.
struct Rule: Sendable, CustomTestStringConvertible {
  /// The rule in plain words.
  let name: String
  /// A tiny repository that keeps the rule.
  let kept: Repository
  /// A tiny repository that breaks it at each of `places`, and nowhere else.
  let broken: Repository
  /// The path of each finding in `broken`, with `:line` where it has one.
  let places: [String]
  let findings: @Sendable (Repository) -> [Finding]

  init(
    _ name: String, kept: [String: String], broken: [String: String], at places: [String],
    findings: @escaping @Sendable (Repository) -> [Finding]
  ) {
    self.name = name
    self.kept = Repository(kept)
    self.broken = Repository(broken)
    self.places = places
    self.findings = findings
  }

  var testDescription: String { name }

  static let all = texts + documents + tests + modules + manifest
}

extension Finding {
  /// Where it is, as a rule's `places` say it.
  var place: String { line > 0 ? "\(path):\(line)" : path }
}

extension TextFile {
  /// A finding for each of `lines` that `isWrong`.
  func findings(
    in lines: [Substring], _ what: String, where isWrong: (Substring) -> Bool
  ) -> [Finding] {
    lines.enumerated().filter { isWrong($0.element) }
      .map { Finding(path, line: $0.offset + 1, what) }
  }
}
