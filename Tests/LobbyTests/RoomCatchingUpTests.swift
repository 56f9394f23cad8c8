// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Lobby

@Suite("Catching up with a room", .timeLimit(.minutes(1)))
struct RoomCatchingUpTests {
  /// A match of two in which some cards were turned.
  private func playing(
    turns: Int
  ) throws -> (lobby: ScriptedLobby, players: [SessionID], code: RoomCode, room: RoomID) {
    var lobby = ScriptedLobby()
    let players = [lobby.open("ada"), lobby.open("bob")]
    let code = try lobby.create(MatchSettings(pairs: 16), by: players[0])
    lobby.join(code, by: players[1])
    try lobby.begin(players)
    for turn in 0..<turns {
      let hidden = lobby.view(of: players[0]).cards.filter { $0.state == .down }.map(\.id)
      for card in [hidden[turn % hidden.count], hidden[(turn + 7) % hidden.count]] {
        lobby.want(.choose(card), by: try lobby.onTurn(players))
        lobby.advance(to: lobby.view(of: players[0]).lastRevealAt)
      }
      lobby.advance(by: .seconds(2))
    }
    let room = try #require(lobby.clients[players[0]]?.room?.room)
    return (lobby, players, code, room)
  }

  @Test(
    "shows who comes in the same room as everybody has, at every turn", arguments: [0, 1, 3, 8])
  func spectator(turns: Int) throws {
    var (lobby, players, code, _) = try playing(turns: turns)
    let eve = lobby.open("eve")
    let joined = try #require(lobby.join(code, as: .spectator, by: eve).joined.first)
    #expect(joined.actor == nil && joined.seat == nil)
    #expect(lobby.view(of: eve) == lobby.view(of: players[0]))
  }

  @Test("gives a base that trails by ten seconds, and every entry shown since")
  func trails() throws {
    var (lobby, _, code, room) = try playing(turns: 10)
    let eve = lobby.open("eve")
    let joined = try #require(lobby.join(code, as: .spectator, by: eve).joined.first)
    let base = try #require(joined.base)
    let log = try #require(lobby.journal[room])
    #expect(joined.tail == Array(log.dropFirst(Int(base.seq))))
    let horizon = lobby.now - LobbyLimits.baseTrail
    #expect(log.prefix(Int(base.seq)).allSatisfy { $0.shownAt <= horizon })
    #expect(try #require(joined.tail.first).shownAt > horizon)
    var folded = MatchView()
    for entry in log.prefix(Int(base.seq)) { folded.apply(entry) }
    #expect(base == folded)
    for entry in joined.tail { folded.apply(entry) }
    #expect(folded == lobby.view(of: eve))
  }

  @Test("shows the same at any moment from base and tail as from the whole log")
  func sameMoments() throws {
    var (lobby, players, code, _) = try playing(turns: 6)
    let eve = lobby.open("eve")
    lobby.join(code, as: .spectator, by: eve)
    lobby.advance(by: .seconds(5))
    let whole = try #require(lobby.clients[players[0]]).log
    let late = try #require(lobby.clients[eve]).log
    for milliseconds in stride(from: -4_000, through: 5_000, by: 50) {
      let time = lobby.now + .milliseconds(milliseconds)
      #expect(late.view(shownAt: time) == whole.view(shownAt: time))
    }
  }

  @Test("gives the whole log until the first deal")
  func beforeDeal() throws {
    var lobby = ScriptedLobby()
    let (ada, bob) = (lobby.open("ada"), lobby.open("bob"))
    let code = try lobby.create(by: ada)
    lobby.advance(by: .seconds(1000))
    let joined = try #require(lobby.join(code, by: bob).joined.first)
    #expect(joined.base == MatchView())
    #expect(joined.tail.map(\.seq) == [1, 2, 3, 4])
  }

  @Test("sends a returning member exactly what was missed")
  func resumes() throws {
    var (lobby, players, code, room) = try playing(turns: 4)
    let (ada, bob) = (players[0], players[1])
    lobby.setConnected(false, bob)
    let seq = lobby.view(of: bob).seq
    lobby.advance(by: .seconds(60))
    lobby.setConnected(true, bob)
    let joined = try #require(lobby.join(code, after: seq, by: bob).joined.first)
    #expect(joined.base == nil)
    #expect(joined.tail == Array(try #require(lobby.journal[room]).dropFirst(Int(seq))))
    #expect(joined.seat == (try lobby.seat(of: bob)))
    #expect(!joined.tail.isEmpty)
    #expect(lobby.view(of: bob) == lobby.view(of: ada))
  }

  @Test("sends base and tail to a member who missed more than fits into a message")
  func missedTooMuch() throws {
    var lobby = ScriptedLobby()
    let players = [lobby.open("ada"), lobby.open("bob")]
    let settings = MatchSettings(
      pairs: 32, mode: .classic, turnLimit: .zero, reveal: .seconds(1), shuffle: .off)
    let code = try lobby.create(settings, by: players[0])
    lobby.join(code, by: players[1])
    try lobby.begin(players)
    let room = try #require(lobby.clients[players[0]]?.room?.room)
    let limit = LobbyLimits.missedLimit
    let seq = lobby.view(of: players[0]).seq
    // Never a pair: mostly two cards known to differ, and now and then a new one, so that there is
    // no stalemate.
    var faces: [CardID: Face] = [:]
    var turn = 0
    while lobby.view(of: players[0]).seq <= seq + UInt64(limit) {
      let view = lobby.view(of: players[0])
      let unseen = view.cards.map(\.id).filter { faces[$0] == nil }
      let first = turn % 5 == 0 ? unseen.first : nil
      let known = faces.keys.sorted { $0.slot < $1.slot }
      var cards = [first ?? known.first].compactMap { $0 }
      lobby.want(.choose(try #require(cards.first ?? unseen.first)), by: try lobby.onTurn(players))
      if case .flipped(let flip)? = lobby.journal[room]?.last?.event {
        faces[flip.card] = flip.face
        cards = [flip.card]
      }
      lobby.advance(to: lobby.view(of: players[0]).lastRevealAt)
      let other =
        known.first { $0 != cards.first && faces[$0] != faces[cards[0]] }
        ?? unseen.first { $0 != cards.first }
      lobby.want(.choose(try #require(other)), by: try lobby.onTurn(players))
      if case .flipped(let flip)? = lobby.journal[room]?.last?.event {
        faces[flip.card] = flip.face
        try #require(flip.outcome == .mismatch, "The script found a pair.")
      }
      lobby.advance(by: .milliseconds(1500))
      turn += 1
    }
    let last = lobby.view(of: players[0]).seq
    let fits = try #require(
      lobby.join(code, after: last - UInt64(limit), by: players[1]).joined.first)
    #expect(fits.base == nil && fits.tail.count == limit)
    let tooMany = try #require(
      lobby.join(code, after: last - UInt64(limit) - 1, by: players[1]).joined.first)
    #expect(tooMany.base != nil && tooMany.tail.count < limit)
    #expect(lobby.view(of: players[1]) == lobby.view(of: players[0]))
  }

  @Test("sends a member base and tail when it asks for everything, or for the impossible")
  func resumesAnew() throws {
    var (lobby, players, code, _) = try playing(turns: 6)
    let seq = lobby.view(of: players[0]).seq
    for after in [nil, seq + 1, .max] {
      let joined = try #require(lobby.join(code, after: after, by: players[0]).joined.first)
      #expect(joined.base != nil)
      #expect(lobby.view(of: players[0]) == lobby.view(of: players[1]))
    }
    let joined = try #require(lobby.join(code, after: seq, by: players[0]).joined.first)
    #expect(joined.base == nil && joined.tail.isEmpty)
  }

  @Test("gives a spectator nothing of the past it was never sent", arguments: [0, 1, 10])
  func noPast(after: UInt64) throws {
    var (lobby, _, code, _) = try playing(turns: 12)
    let eve = lobby.open("eve")
    let first = try #require(lobby.join(code, as: .spectator, after: after, by: eve).joined.first)
    let base = try #require(first.base)
    #expect(base.seq > 10)
    let again = try #require(lobby.join(code, as: .spectator, after: after, by: eve).joined.first)
    #expect(try #require(again.base).seq >= base.seq)
    let allowed = try #require(
      lobby.join(code, as: .spectator, after: base.seq, by: eve).joined.first)
    #expect(allowed.base == nil)
    #expect(allowed.tail == first.tail)
  }

  @Test("joining twice is coming back, on the same seat")
  func twice() throws {
    var lobby = ScriptedLobby()
    let ada = lobby.open("ada")
    let code = try lobby.create(by: ada)
    let seq = lobby.view(of: ada).seq
    let joined = try #require(lobby.join(code, by: ada).joined.first)
    #expect(joined.seat == SeatIndex(0))
    #expect(joined.actor == ActorNumber(1))
    #expect(lobby.view(of: ada).seq == seq, "Nothing has changed in the log.")
  }
}
