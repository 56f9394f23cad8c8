// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing

@Suite("Fixed screen", .timeLimit(.minutes(1)))
struct FixedScreenTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The file is rewritten only with `FACEDOWN_UPDATE_GOLDEN=1`; `scripts/wasm` compares it with the
  /// same frames under JavaScript.
  @Test("The native build reproduces the numbers of the file")
  func native() throws {
    let frames = FixedScreen().frames
    if ProcessInfo.processInfo.environment["FACEDOWN_UPDATE_GOLDEN"] == "1" {
      let text = frames.map { $0.map { "\($0)" }.joined(separator: ",") + "\n" }.joined()
      let file = Self.root.appending(path: "Tests/MatchUITests/Resources/frames.csv")
      return try Data(text.utf8).write(to: file)
    }
    let url = try #require(Bundle.module.url(forResource: "Resources/frames", withExtension: "csv"))
    let expected = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: ",").compactMap { Double($0) }
    }
    #expect(frames.count == expected.count)
    for (frame, numbers) in zip(frames, expected) { #expect(frame == numbers) }
  }
}
