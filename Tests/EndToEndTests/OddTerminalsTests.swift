// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

/// Misbehaving terminals, and programs that are killed: both leave a usable shell.
@Suite("Odd terminals", .timeLimit(.minutes(3)))
struct OddTerminalsTests {
  private func drive(_ driver: String, _ arguments: [String]) async throws -> Finished {
    try await Programs.run(
      "/usr/bin/python3",
      ["\(Programs.checkout)/Tests/EndToEndTests/Drivers/\(driver).py"] + arguments
        + [Programs.path("facedown"), "play", "--pairs", "2", "--reveal", "1"])
  }

  @Test(
    "A terminal that answers well, never, late, in pieces or with nonsense works and is restored",
    .needs("python3"),
    arguments: [
      "good", "silent", "late", "pieces", "nonsense", "small", "interrupted", "kitty", "sixel",
    ])
  func answers(kind: String) async throws {
    let driven = try await drive("odd_terminals", [kind])
    #expect(driven.code == 0, "\(driven.lines) \(driven.errors)")
    #expect(driven.lines.last?.hasPrefix("\(kind) ok") == true)
  }

  @Test(
    "Pictures reach a terminal around tmux if that passes them on, and are removed",
    .needs("python3", "tmux"), arguments: ["on", "off"])
  func throughTmux(passes: String) async throws {
    let driven = try await drive("through_tmux", [passes])
    #expect(driven.code == 0, "\(driven.lines) \(driven.errors)")
    #expect(driven.lines.last == "\(passes) ok")
  }

  @Test(
    "Whatever signal ends or stops the program, the terminal is restored and the shell works",
    .needs("python3", "tmux"))
  func waysOut() async throws {
    let driven = try await drive("ways_out", [])
    #expect(driven.code == 0, "\(driven.lines) \(driven.errors)")
    #expect(driven.lines.count == 10)
  }

  @Test(
    "--stats prints the cost of frames once the terminal is restored",
    .needs("python3"))
  func statistics() async throws {
    let driven = try await Programs.run(
      "/usr/bin/python3",
      [
        "\(Programs.checkout)/Tests/EndToEndTests/Drivers/odd_terminals.py", "good",
        Programs.path("facedown"), "play", "--pairs", "2", "--stats",
      ])
    #expect(driven.code == 0, "\(driven.lines) \(driven.errors)")
    #expect(
      driven.lines.contains { $0.contains("\"frames\":") && $0.contains("\"round_trip_us\"") })
  }
}
