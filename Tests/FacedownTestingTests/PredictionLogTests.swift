// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchClient
import MatchUI
import Protocol
import Stage
import TermClient
import Testing
import Wire

/// A screen's predicted choices beside the log, with a whole server and breaking connections.
@Suite("Choices on a screen", .timeLimit(.minutes(2)))
struct PredictionLogTests {
  /// Ana at her screen, and an idle Ben; it is Ana's turn.
  private final class Table {
    let world = InMemoryWorld(dealer: .fair(.openSSL), seed: 3, delay: .milliseconds(80))
    let ana: Guest
    var predictions = PredictionLog()

    init() throws {
      var patient = InMemoryWorld.Surroundings()
      patient.reconnectPolicy = ReconnectPolicy()
      ana = world.enter(name: "Ana", agent: "test", surroundings: patient, driver: nil)
      world.onEvent = { [weak self] guest, event, core, now in
        guard let self, guest == ana else { return }
        predictions.note(event, core, at: now)
      }
      _ = try world.until("Ana to be welcomed") { $0[0].core.welcome }
      try begin()
    }

    /// Creates a room and starts the match.
    func begin() throws {
      world.command(.request(.createRoom(MatchSettings(pairs: 4, seats: 1))), ana)
      _ = try world.roomCode(of: ana)
      world.command(.ready, ana)
      try world.reach(.undealt, ana)
      world.command(.intent(.deal), ana)
      try world.reach(.playing, ana)
      world.pass(.milliseconds(500))
    }

    var core: ClientCore { world.recording(of: ana).core }
    var log: MatchLog { core.table?.log ?? MatchLog() }

    func press(_ place: Int) throws -> CardID {
      let card = try #require(log.latest.card(at: place)).id
      predictions.choose(card, core, at: world.localNow(of: ana))
      world.command(.intent(.choose(card)), ana)
      return card
    }

    func seen(_ card: CardID) throws -> Scene.Card {
      let time = try #require(core.shownTime(at: world.localNow(of: ana)))
      return try #require(
        stage(log, predictions.local, at: time).cards.first { $0.id == card })
    }
  }

  @Test("a premature choice waits, and turns back when another replaces it")
  func withdrawn() throws {
    let table = try Table()
    let (first, second) = (try table.press(0), try table.press(1))
    #expect(try table.seen(first).isChosen && table.seen(second).isChosen)
    let third = try table.press(2)
    #expect(try !table.seen(second).isChosen && table.seen(second).isRefused)
    table.world.pass(.milliseconds(300))
    #expect(try table.seen(second).rotation == 180)
    table.world.pass(.milliseconds(800))
    #expect(try table.seen(first).face != nil && table.seen(third).face != nil)
    #expect(try !table.seen(first).isChosen && !table.seen(third).isChosen)
  }

  @Test(
    "an answer delayed by a broken connection continues the card's motion from where it waited",
    arguments: [0, 40, 90, 140, 300])
  func broken(milliseconds: Int) throws {
    let table = try Table()
    let card = try table.press(0)
    table.world.pass(.milliseconds(milliseconds))
    table.world.cut(table.ana, .lost)
    var last = try table.seen(card)
    var most = 0.0
    for _ in 0..<240 {
      table.world.pass(.microseconds(16_667))
      let next = try table.seen(card)
      most = max(most, abs(next.rotation - last.rotation))
      last = next
    }
    #expect(last.face != nil && last.rotation == 0 && !last.isChosen)
    #expect(most <= 12.1, "\(most) degrees in a frame")
  }

  @Test(
    "a choice in a room that was left does not apply to the next, whose cards have the same ids")
  func leaving() throws {
    let table = try Table()
    let card = try table.press(0)
    #expect(try table.seen(card).isChosen)
    table.world.command(.request(.leaveRoom), table.ana)
    _ = try table.world.until("Ana to have left") { $0[0].core.table == nil ? true : nil }
    #expect(table.predictions.local.notes.allSatisfy { $0.fact == .seat(nil) })
    try table.begin()
    #expect(table.log.latest.card(card) != nil)
    #expect(try !table.seen(card).isChosen && table.seen(card).rotation == 180)
  }
}
