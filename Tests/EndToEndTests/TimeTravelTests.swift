// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

/// Recordings and demos in the real program, with and without a terminal.
@Suite("Time travel", .timeLimit(.minutes(3)))
struct TimeTravelTests {
  private static let recording = Programs.checkout + "/examples/recordings/two-bots.jsonl"

  @Test(
    "a demo from the menu and a recording, by keys and by mouse, with the terminal restored",
    .needs("python3", "tmux"))
  func atATerminal() async throws {
    let seen = try await Programs.run(
      "/usr/bin/python3",
      [
        Programs.checkout + "/Tests/EndToEndTests/Drivers/time_travel.py",
        Programs.path("facedown"), Self.recording,
      ])
    #expect(seen.code == 0, "\(seen.errors)")
    #expect(seen.lines.contains { $0.contains("1. ▲ Ben") })
    #expect(seen.lines.last == "alternate screen, cursor and mouse 010")
  }

  @Test("without a terminal a recording is printed as text, from any entry")
  func told() async throws {
    let whole = try await Programs.run("facedown", ["replay", Self.recording])
    #expect(whole.code == 0, "\(whole.errors)")
    #expect(whole.lines.last?.contains("The match is over. 1. ") == true)
    let end = try await Programs.run("facedown", ["replay", Self.recording, "--at", "20"])
    #expect(end.lines == Array(whole.lines.suffix(end.lines.count)))
    #expect((1..<whole.lines.count).contains(end.lines.count))
  }

  @Test("a frame has the same bytes each time, and the requested size")
  func frame() async throws {
    let arguments = ["frame", Self.recording, "--at", "20", "--size", "80x24"]
    let one = try await Programs.run("facedown", arguments)
    let two = try await Programs.run("facedown", arguments)
    #expect(one.code == 0 && one.lines == two.lines && one.lines.count == 24, "\(one.errors)")
    let text = try await Programs.run("facedown", arguments + ["--text"])
    #expect(text.lines.count == 24 && text.lines.allSatisfy { $0.count <= 80 })
  }

  @Test("a file that cannot be played is refused with the reason")
  func refused() async throws {
    let noFile = try await Programs.run("facedown", ["replay", "no-such-file"])
    #expect(noFile.code == 1 && noFile.errors.contains("no-such-file cannot be played."))
    let program = try await Programs.run("facedown", ["frame", Programs.path("facedown")])
    #expect(program.code == 1 && program.errors.contains("cannot be played."))
    let source = try await Programs.run("facedown", ["replay", #filePath])
    #expect(source.code == 1 && source.errors.contains("It is not a recording: give a file"))
    let demo = try await Programs.run("facedown", ["demo", "juggling"])
    #expect(demo.code == 64 && demo.errors.contains("interruption"))
  }
}
