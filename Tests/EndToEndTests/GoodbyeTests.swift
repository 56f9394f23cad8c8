// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

/// What players and spectators read when a server or host goes away, in real programs.
@Suite("Goodbyes", .timeLimit(.minutes(3)))
struct GoodbyeTests {
  @Test(
    "are explained in a sentence, and end the program or make it retry",
    .needs("python3"),
    arguments: [
      (
        "host",
        [
          "ben 1: The server of this table has stopped. Join another, or host your own.",
          "eve 1: The server of this table has stopped. Join another, or host your own.",
          "ada 0",
        ]
      ),
      (
        "killed",
        [
          "ada Connection lost; trying again",
          "ada 0: The server has restarted, and the match is gone. Join again, or open your own "
            + "room.",
        ]
      ),
      (
        "own",
        [
          "ada 1: Your own server has stopped, and the match with it. Start another."
        ]
      ),
      (
        "seats",
        [
          "ben 0", "ada Ben leaves seat 2.", "ben Ben leaves seat 2.", "ben You take seat 2.",
          "ada You remove Ben from seat 2.",
          "ben 0: The owner removed you from the table. Join again, or open your own room.",
        ]
      ),
      // By the signal, without a message: nothing has crashed.
      ("quit", ["ada -3"]),
    ])
  func told(scenario: String, lines: [String]) async throws {
    let visit = try await Programs.run(
      "/usr/bin/python3",
      [
        "\(Programs.checkout)/Tests/EndToEndTests/Drivers/goodbye.py", Programs.path("facedown"),
        Programs.path("facedown-server"), scenario,
      ])
    #expect(visit.code == 0, "\(visit.errors)")
    #expect(visit.lines == lines)
  }
}
