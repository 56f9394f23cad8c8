// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Crypto
import FacedownTesting
import Game
import LibWebSockets
import MatchClient
import Protocol
import SocketClient
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

/// Matches of the program with a real server in this process, as lines.
@Suite("Endings of a match", .timeLimit(.minutes(2)))
struct MatchEndingTests {
  private func setup(_ launch: LaunchAction, at url: ServerURL) -> TermRun.Setup {
    TermRun.Setup(
      url: url, login: Login(name: "Ben"), agent: "test", launch: launch,
      style: .plain, readsInput: true)
  }

  /// A bot's whole match with another bot.
  private func bots(at url: ServerURL, _ style: OutputStyle) -> TermRun.Setup {
    let settings = MatchSettings(pairs: 2, seats: 2, reveal: .seconds(1))
    var setup = TermRun.Setup.bot(
      .create(settings), at: url, Login(name: "Ada"), Bot(seed: 1), pace: .fast, style)
    setup.companions = [TermRun.Companion(level: .medium, pace: .fast)]
    return setup
  }

  @Test("A room that does not exist is refused with a sentence")
  func refused() async throws {
    let world = try await SocketWorld()
    let tester = try AppTester()
    let ending = try await tester.app.play(setup(.join(code: "QQQQQ"), at: world.address))
    #expect(ending.code == 1 && ending.sentence?.isEmpty == false && !ending.isTableClosed)
    tester.stop()
    await world.stop()
  }

  @Test("A server that cannot be reached is reported")
  func unreachable() async throws {
    let tester = try AppTester()
    let ending = try await tester.app.play(
      setup(.join(code: "QQQQQ"), at: ServerURL("ws://127.0.0.1:1")))
    #expect(ending.code == 1 && ending.sentence?.contains("127.0.0.1") == true)
    tester.stop()
  }

  @Test("A player whom the owner removes is told so")
  func removed() async throws {
    let world = try await SocketWorld()
    let tester = try AppTester()
    let ana = try await world.enter(name: "Ana")
    await world.command(.request(.createRoom(MatchSettings(pairs: 2, seats: 2))), ana)
    let code = try await world.roomCode(of: ana)
    async let ending = tester.app.play(setup(.join(code: code), at: world.address))
    _ = try await world.until("Ben") {
      $0[ana.index].core.table?.log.latest.seats.filter { $0.isTaken }.count == 2 ? true : nil
    }
    await world.command(.intent(.removeSeat(SeatIndex(1))), ana)
    let end = try await ending
    #expect(end.code == 0 && end.sentence?.isEmpty == false)
    tester.stop()
    await world.stop()
  }

  @Test("A server that stops for good closes the table")
  func stopped() async throws {
    let world = try await SocketWorld()
    let tester = try AppTester()
    async let ending = tester.app.play(setup(.create(MatchSettings()), at: world.address))
    try await tester.prints("This is room")
    await world.stopServer()
    let end = try await ending
    await world.stop()
    #expect(end.code == 1 && end.isTableClosed && end.sentence == Wording.tableClosed)
    tester.stop()
  }

  @Test("A server that vanishes is lost after a while, one's own at once")
  func lost() async throws {
    for (isOwn, text) in [(true, "Your own server has stopped"), (false, "could not be restored")] {
      let world = try await SocketWorld()
      let tester = try AppTester()
      var setup = setup(.create(MatchSettings()), at: await world.address)
      setup.hasOwnServer = isOwn
      setup.reconnectPolicy.limit = .milliseconds(200)
      async let ending = tester.app.play(setup)
      try await tester.prints("This is room")
      await world.vanish()
      let end = try await ending
      #expect(end.code == 1 && end.sentence?.contains(text) == true)
      tester.stop()
    }
  }

  @Test("Whoever plays with a key that is in use elsewhere is a guest, or is told to close that")
  func keyTaken() async throws {
    let world = try await SocketWorld()
    let tester = try AppTester()
    let url = await world.address
    let key = Ed25519PrivateKey()
    let lock = IdentityLock(key.publicKey, at: [url], environment: tester.environment)
    #expect(lock != nil)
    var guest = setup(.create(MatchSettings()), at: url)
    guest.key = key
    async let ending = tester.app.play(guest)
    try await tester.prints("This is room")
    await tester.type("quit\n")
    #expect(try await ending == TermRun.Ending(code: 0, sentence: nil))
    var rated = guest
    rated.launch = .quick(.memorize, seats: 2, isRated: true)
    #expect(try await tester.app.play(rated).sentence == Wording.keyNeeded)
    tester.stop()
    await world.stop()
  }

  @Test("Bots' matches end by themselves: as sentences, and as JSON")
  func lines() async throws {
    let world = try await SocketWorld()
    for style in [OutputStyle.plain, .json] {
      let tester = try AppTester()
      let ending = try await tester.app.play(bots(at: world.address, style))
      #expect(ending == TermRun.Ending(code: 0, sentence: nil))
      let output = await tester.output
      #expect(output.count > 8 && output.allSatisfy { $0.hasPrefix("{") } == (style == .json))
      #expect(await tester.errors.isEmpty)
      tester.stop()
    }
    await world.stop()
  }

  @Test("Input before the room is kept for it, and its end is not the match's")
  func typedAhead() async throws {
    let world = try await SocketWorld()
    let tester = try AppTester()
    await tester.type("ready\nquit\n")
    let ending = try await tester.app.play(
      setup(.create(MatchSettings(seats: 1)), at: world.address))
    #expect(ending == TermRun.Ending(code: 0, sentence: nil))
    #expect(await tester.output.contains { $0.contains("This is room") })
    tester.stop()
    await world.stop()
  }

  @Test("In full screen, the terminal is restored when the person leaves")
  func screen() async throws {
    let world = try await SocketWorld()
    let tester = try AppTester()
    var setup = setup(.create(MatchSettings(seats: 1)), at: await world.address)
    setup.style = .screen
    (setup.preferences.colors, setup.preferences.decoration) = (.mono, .none)
    setup.showsStatistics = true
    async let ending = tester.app.play(setup)
    try await tester.type("q", at: "Enter ready")
    #expect(try await ending == TermRun.Ending(code: 0, sentence: nil))
    #expect(await !tester.isOpen)
    #expect(await tester.errors.count == 1)
    tester.stop()
    await world.stop()
  }
}

extension AppTester {
  /// Waits until a text is on standard output.
  func prints(_ text: String) async throws {
    while !output.contains(where: { $0.contains(text) }) { await pause() }
  }
}
