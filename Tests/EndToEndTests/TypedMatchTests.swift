// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

/// Typed input means a person plays, wherever the output goes.
@Suite("Matches by typed lines", .timeLimit(.minutes(3)))
struct TypedMatchTests {
  @Test(
    "are played by a person with a keyboard, and by bots without one",
    .needs("python3"),
    arguments: [
      ("plain", ["ended with 0"]),
      (
        "json",
        [
          "late A1 FACE, B1 face down.", "late 0 points, 0 pairs.", "ended with 0",
          "base opened seated ownerChanged readied committed revealed dealt turnBegan flipped "
            + "resigned ended",
          "room verdict verified",
        ]
      ),
      ("nobody", ["ended with 0", "Ada plays"]),
      ("daily", ["played with 0", "shown with 0", "offline with 0"]),
    ])
  func played(scenario: String, lines: [String]) async throws {
    let match = try await Programs.run(
      "/usr/bin/python3",
      [
        "\(Programs.checkout)/Tests/EndToEndTests/Drivers/typed_match.py",
        Programs.path("facedown"),
        Programs.path("facedown-server"), scenario,
      ])
    #expect(match.code == 0, "\(match.errors)")
    #expect(match.lines == lines)
  }
}
