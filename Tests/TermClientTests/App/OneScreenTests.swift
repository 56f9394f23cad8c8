// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchClient
import SocketClient
import TerminalUI
import Testing

@testable import TermClient

@Suite("One screen of the program", .timeLimit(.minutes(1)))
struct OneScreenTests {
  @Test("The demos are chosen, played and left; the terminal is restored")
  func demos() async throws {
    let tester = try AppTester()
    async let outcome = tester.app.run { app in
      try await app.inFullScreen(.standard, showsStatistics: true) { await $0.show(DemoScreen()) }
    }
    try await tester.type("\r", at: "The animations, one by one")
    try await tester.type("\u{1b}", at: "pause")
    try await tester.type("q", at: "The animations, one by one")
    #expect(try await outcome == true)
    #expect(await !tester.isOpen)
    #expect(await tester.errors.count == 1, "Statistics")
    tester.stop()
  }

  @Test("Playback is sought by keys, and the end of the input ends it")
  func playback() async throws {
    let tester = try AppTester()
    async let outcome = tester.app.run { app in
      try await app.inFullScreen(.standard) { app in
        let timeline = Demo.all[0].makeTimeline()
        return await app.show(PlaybackScreen(timeline, at: app.clock.now.onDisplay))
      }
    }
    try await tester.type("?", at: "help")
    try await tester.sees("backwards or forwards")
    await tester.endInput()
    #expect(try await outcome == nil)
    tester.stop()
  }

  @Test("Questions to a server are answered without a terminal")
  func questions() async throws {
    let world = try await SocketWorld()
    let tester = try AppTester(hasTerminal: false)
    let server = ServerLogin(url: await world.address, login: Login(name: "Ana"))
    let modes = MatchSettings.Mode.rated
    let answers = try #require(
      await tester.app.ask(modes.map { .leaderboard($0) }, server) { event in
        if case .leaderboard = event { true } else { false }
      }
    ).get()
    #expect(answers.events.count == modes.count)
    let failure = await tester.app.ask([.fetchReplay("none")], server) { _ in false }
    #expect(throws: QueryFailure.self) { try failure?.get() }
    await world.stop()
    let lost = await tester.app.ask([.listRooms(watch: false)], server) { $0 == .rooms }
    #expect(throws: QueryFailure.self) { try lost?.get() }
    tester.stop()
  }
}
