// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Game
import MatchClient
import MatchUI
import Protocol
import SocketClient
import Testing
import Wire

@testable import FacedownTesting
@testable import TermClient

/// Players and spectators detect a rigged deal by themselves.
@Suite("A server that cheats is detected", .timeLimit(.minutes(2)))
struct ForgeryTests {
  private static let own = SeatIndex(1)

  /// Ana, who opens the room, Ben on the second seat, and Eve, a spectator from the beginning.
  private struct Table {
    let world: InMemoryWorld
    let guests: [Guest]

    /// Plays a match; messages to Ben and Eve are altered by `forgery`.
    init(_ forgery: ServerForgery?) throws {
      let world = InMemoryWorld(dealer: forgery?.dealer ?? .fair(.openSSL))
      let settings = MatchSettings(pairs: 3, seats: 2, reveal: .seconds(1))
      let ana = world.bot("Ana", Bot(seed: 1), .create(settings), pace: .fast)
      let code = try world.roomCode(of: ana)
      func enter(_ name: String, _ driver: (any ClientDriver)?) -> Guest {
        forgery.map { world.enter(name: name, $0, seat: ForgeryTests.own, driver: driver) }
          ?? world.enter(name: name, agent: "test", driver: driver)
      }
      let eve = enter("Eve", nil)
      _ = try world.until("Eve to be welcomed") { $0[1].core.welcome }
      world.command(.request(.joinRoom(JoinRoom(code: code, role: .spectator))), eve)
      _ = try world.until("Eve to watch") { $0[1].core.table }
      let ben = enter("Ben", BotDriver(Bot(seed: 2), goal: .join(code: code), pace: .fast))
      self.world = world
      guests = [ana, ben, eve]
    }

    func playOn() throws { _ = try world.logsAtTheEnd() }

    func verdict(of guest: Guest) throws -> MatchVerdict {
      let table = try #require(world.recording(of: guest).core.table)
      let end = try #require(table.log.entries.last { $0.endsMatch })
      return try #require(MatchVerdict(endingWith: end, at: table))
    }

    func accusations(of guest: Guest) -> [ClientEvent] {
      world.recording(of: guest).events.filter { event in
        switch event {
        case .brokenCommitment, .shareLost, .shareForged: true
        default: false
        }
      }
    }
  }

  @Test("an honest match is verified by everyone who saw it from the beginning")
  func honest() throws {
    let table = try Table(nil)
    try table.playOn()
    for guest in table.guests {
      let verdict = try table.verdict(of: guest)
      guard case .verified(let deals, let faces) = verdict.finding else {
        Issue.record("\(verdict)")
        continue
      }
      #expect(deals == 1 && faces >= 6)
      #expect(table.accusations(of: guest).isEmpty)
      #expect(verdict.sentence.hasPrefix("Verified: the deal was fair,"))
    }
  }

  @Test("each forgery is detected, at once where possible", arguments: ServerForgery.allCases)
  func forged(_ forgery: ServerForgery) throws {
    let table = try Table(forgery)
    try table.playOn()
    let (ben, eve) = (table.guests[1], table.guests[2])
    let seen = table.accusations(of: ben)
    switch forgery {
    case .face, .salt, .leaf:
      #expect(
        seen.contains { if case .brokenCommitment = $0 { true } else { false } }, "\(seen)")
    case .ownCommitment, .ownShare, .ownReadiness: #expect(seen == [.shareLost(.broken)])
    case .ownShareWithheld: #expect(seen == [.shareLost(.unopened)])
    case .otherCommitment, .otherShare: #expect(seen == [.shareForged(SeatIndex(0))])
    case .seed, .seedCommitment, .finalShares, .turnOrder, .otherDeck: #expect(seen.isEmpty)
    }
    for guest in [ben, eve] {
      let verdict = try table.verdict(of: guest)
      guard case .forged(let seq, let clause) = verdict.finding else {
        Issue.record("\(verdict)")
        continue
      }
      #expect(verdict.sentence.contains("Entry \(seq)") && verdict.sentence.contains(clause))
      #expect(verdict.json.contains(#""finding":"forged","seq":\#(seq)"#))
    }
  }

  @Test("a late joiner reports that it saw only part of the match")
  func late() throws {
    let table = try Table(nil)
    let code = try table.world.roomCode(of: table.guests[0])
    _ = try table.world.until("play") { guests in
      guests[0].core.table.map { $0.log.latest.tally.taken >= 2 } == true ? true : nil
    }
    // A spectator's base trails behind.
    table.world.pass(.seconds(11))
    let zoe = try table.world.entered("Zoe", code, as: .spectator)
    try table.playOn()
    let verdict = try table.verdict(of: zoe)
    #expect(verdict.finding == .partial)
    #expect(verdict.json.hasSuffix(#""finding":"partial"}"#))
  }
}
