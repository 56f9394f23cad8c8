// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import FacedownTesting
import Game
import MatchClient
import SocketClient
import Testing

@testable import TermClient

/// The home screen with a match behind it, with a real server in this process.
@Suite("Live connection", .timeLimit(.minutes(3)))
struct LiveConnectionTests {
  private static let settings = ["colours = full", "decoration = full", "drawing = halves"]

  private func tester(server: String, _ more: String = "name = Cy") throws -> AppTester {
    try AppTester(Self.settings[0], Self.settings[1], Self.settings[2], "server = \(server)", more)
  }

  private func visit(
    _ tester: AppTester, _ person: @Sendable (AppTester) async throws -> Void
  ) async throws {
    async let home: Void = tester.home()
    do {
      try await person(tester)
    } catch {
      await tester.endInput()
      throw error
    }
    try await home
    #expect(await tester.errors.isEmpty)
    tester.stop()
  }

  /// A server at which Ann and Ben play a long match; returns Ann.
  private func play(in world: SocketWorld) async throws -> Guest {
    let settings = MatchSettings(pairs: 32, seats: 2)
    let ann = try await world.enter(
      name: "Ann", agent: "test",
      driver: BotDriver(Bot(seed: 1), goal: .create(settings), pace: .human))
    let code = try await world.until("a room") { $0[ann.index].core.table?.code }
    _ = try await world.enter(
      name: "Ben", agent: "test",
      driver: BotDriver(Bot(seed: 2), goal: .join(code: code), pace: .human))
    _ = try await world.until("cards") {
      $0[ann.index].core.table?.log.latest.phase == .playing ? true : nil
    }
    return ann
  }

  private func waits(for count: Int, of ann: Guest, in world: SocketWorld) async throws {
    _ = try await world.until("\(count) spectators") {
      $0[ann.index].core.table?.audience == count ? true : nil
    }
  }

  @Test("A match on the server is watched until the home screen is left, and again on return")
  func watching() async throws {
    let world = try await SocketWorld()
    let ann = try await play(in: world)
    try await visit(tester(server: "\(await world.address)")) { tester in
      try await tester.sees("live")
      try await waits(for: 1, of: ann, in: world)
      await tester.type("s")
      try await waits(for: 0, of: ann, in: world)
      try await tester.type("\u{1b}", at: "Palette")
      try await tester.sees("live")
      try await waits(for: 1, of: ann, in: world)
      await tester.type("q")
    }
    try await waits(for: 0, of: ann, in: world)
    await world.stop()
  }

  @Test("The end of a server is not told, and neither is one that was never there")
  func failures() async throws {
    let world = try await SocketWorld()
    _ = try await play(in: world)
    try await visit(tester(server: "\(await world.address)")) { tester in
      try await tester.sees("live")
      await world.stop()
      try await tester.misses("live")
      try await tester.type("q", at: "against bots on this machine")
    }
    try await visit(tester(server: "ws://127.0.0.1:1")) { tester in
      try await tester.sees("against bots on this machine")
      for _ in 0..<4 { await tester.pause() }
      try await tester.type("q", at: "against bots on this machine")
    }
  }

  @Test("Without the setting nothing connects")
  func turnedOff() async throws {
    let world = try await SocketWorld()
    let ann = try await play(in: world)
    try await visit(tester(server: "\(await world.address)", "live_match = off")) { tester in
      try await tester.sees("against bots on this machine")
      for _ in 0..<6 { await tester.pause() }
      await tester.type("q")
    }
    let most = await world.recording(of: ann).core.table?.audience
    #expect(most == 0)
    await world.stop()
  }
}
