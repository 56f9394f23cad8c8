// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchClient
import Testing

@testable import TermClient

/// The home screen on a shared host, with a real server in this process.
@Suite("Home on a shared host", .timeLimit(.minutes(3)))
struct SharedHomeTests {
  @Test("plays against a bot at the host's server, and lists its rooms without asking which")
  func visit() async throws {
    let world = try await SocketWorld()
    // A server of its own could not be started here.
    let tester = try AppTester("name = Ana", "shared = on", "server = \(await world.address)")
    let eve = try await world.enter(name: "Eve")
    async let home: Void = tester.home()
    do {
      try await tester.type("h", at: "against bots")
      let fewer = String(repeating: "\u{1b}[D", count: 6)
      try await tester.type("p", at: "against bots")
      try await tester.type("\(fewer)\u{1b}[Z\r", at: "Pairs on the table")
      try await tester.sees("Enter ready")
      #expect(await tester.errors.isEmpty)
      await world.command(.listRooms(watch: false), eve)
      await tester.type("\r")
      try await tester.sees("Space deal")
      #expect(await world.recording(of: eve).core.rooms.isEmpty, "The room is listed.")
      await tester.type("q")
      try await tester.type("y", at: "y, q")
      try await tester.type("r", at: "against bots")
      try await tester.type("\u{1b}", at: "No rooms are open here")
      try await tester.type("l", at: "against bots")
      try await tester.type("\u{1b}", at: "Be the first")
      try await tester.type("q", at: "against bots")
    } catch {
      await tester.endInput()
      throw error
    }
    try await home
    tester.stop()
    await world.stop()
  }
}
