// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing

@Suite("Bots on every platform", .timeLimit(.minutes(1)))
struct FixedBotsTests {
  /// The file is rewritten only with `FACEDOWN_UPDATE_GOLDEN=1`.
  @Test("bots choose the cards of the file")
  func choices() throws {
    let text = FixedBots.choices
      .map { $0.map { "\(Int($0))" }.joined(separator: ",") + "\n" }.joined()
    if ProcessInfo.processInfo.environment["FACEDOWN_UPDATE_GOLDEN"] == "1" {
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Resources/choices.csv")
      return try Data(text.utf8).write(to: file)
    }
    let url = try #require(
      Bundle.module.url(forResource: "Resources/choices", withExtension: "csv"))
    #expect(try String(contentsOf: url, encoding: .utf8) == text)
  }
}
