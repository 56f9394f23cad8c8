// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing

@Suite("Fixed session", .timeLimit(.minutes(1)))
struct FixedSessionTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The file is rewritten only with `FACEDOWN_UPDATE_GOLDEN=1`; `scripts/wasm` compares it with the
  /// same session under JavaScript.
  @Test("the native build reproduces the numbers of the file")
  func native() throws {
    let steps = FixedSession().steps
    if ProcessInfo.processInfo.environment["FACEDOWN_UPDATE_GOLDEN"] == "1" {
      let text = steps.map { $0.map { "\($0)" }.joined(separator: ",") + "\n" }.joined()
      let file = Self.root.appending(path: "Tests/MatchClientTests/Resources/session.csv")
      return try Data(text.utf8).write(to: file)
    }
    let url = try #require(
      Bundle.module.url(forResource: "Resources/session", withExtension: "csv"))
    let expected = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: ",").compactMap { Double($0) }
    }
    #expect(steps == expected)
    // Something of everything is in it: a proof, a resume, two choices.
    let codes = Set(steps.joined())
    #expect(codes.isSuperset(of: [101, 102, 402, 403, 404, 410 + 7, 502, 705, 706]))
  }
}
