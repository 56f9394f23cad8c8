// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Protocol
import Replays
import Testing

@testable import Lobby

@Suite("Tables of daily deals", .timeLimit(.minutes(1)))
struct DailyDealTests {
  private var lobby = ScriptedLobby()

  private var today: Day { Day(lobby.now) }

  /// Opens a player's table of today's deal.
  private mutating func table(_ name: String) throws -> SessionID {
    let player = lobby.open(name, id: "p-\(name)")
    _ = try lobby.create(.daily(today), by: player)
    return player
  }

  /// Plays to the end, turning the cards in the order of their places.
  private mutating func play(_ player: SessionID) throws {
    try lobby.begin([player])
    for _ in 0..<2_000 {
      let view = lobby.view(of: player)
      guard view.phase == .playing else { return }
      let open = view.faceUp.first.flatMap { id in view.card(id)?.face }
      let faces = lobby.clients[player]?.log.entries.compactMap { entry -> (CardID, Face)? in
        if case .flipped(let flip) = entry.event { (flip.card, flip.face) } else { nil }
      }
      let down = view.cards.filter { $0.state == .down }.map(\.id)
      let mate = down.first { id in
        open != nil && faces?.contains { $0.0 == id && $0.1 == open } == true
      }
      lobby.want(
        .choose(try #require(mate ?? down.randomElement(using: &dice))), by: player)
      lobby.advance(by: .milliseconds(2200))
    }
    Issue.record("The match has no end.")
  }

  private var dice = SplitMix64(seed: 3)

  private func log(of player: SessionID) throws -> [Entry] {
    try #require(lobby.clients[player]?.room.flatMap { lobby.journal[$0.room] })
  }

  @Test("have the same cards and the same commitment for everyone, and others the next day")
  mutating func same() throws {
    let (ada, bob) = (try table("ada"), try table("bob"))
    try play(ada)
    try play(bob)
    let logs = [try log(of: ada), try log(of: bob)]
    let seals = logs.map { log in
      log.compactMap { entry -> [UInt8]? in
        if case .committed(let committed) = entry.event { committed.seedCommit } else { nil }
      }
    }
    #expect(seals[0] == [lobby.directory.dailySeeds.commitment(to: today)] && seals[0] == seals[1])
    let leaves = logs.map { log in
      log.compactMap { entry -> [[UInt8]]? in
        if case .dealt(let dealt) = entry.event { dealt.leaves } else { nil }
      }
    }
    #expect(leaves[0].count == 1 && leaves[0] == leaves[1])
    for log in logs {
      let match = try #require(MatchResult.all(in: log)?.first)
      let record = try #require(MatchRecord(of: match.matchID, in: log))
      #expect(Verification(of: record, hashing: .toy).complaint == nil)
      let attempt = try #require(match.detail?.daily)
      #expect(match.reason == .finished && attempt.day == today)
      #expect(attempt.result.turns >= 12 && attempt.result.duration > .seconds(12))
      #expect(match.detail?.isPublic == false)
    }
    lobby.advance(to: today.ends + .seconds(1))
    let cyd = try table("cyd")
    try play(cyd)
    let later = try log(of: cyd).compactMap { entry -> [[UInt8]]? in
      if case .dealt(let dealt) = entry.event { dealt.leaves } else { nil }
    }
    #expect(later != leaves[0])
  }

  @Test("take only today's date, from somebody with a key who is in no other room")
  mutating func refused() throws {
    let (ada, guest) = (lobby.open("ada", id: "p-ada"), lobby.open("guest"))
    for day in [today.previous, today.next] {
      let refusal = lobby.ask(.createRoom(.daily(day)), by: ada).refusals.first
      #expect(refusal?.code == .settingsOutOfRange && refusal?.fact("allowed") == "\(today)")
    }
    #expect(
      lobby.ask(.createRoom(.daily(today)), by: guest).refusals.map(\.code) == [.sessionNotProven])
    _ = try lobby.create(by: ada)
    #expect(
      lobby.ask(.createRoom(.daily(today)), by: ada).refusals.map(\.code) == [.roomAlreadyIn])
    #expect(
      lobby.want(.configure(.daily(today)), by: ada).refusals.map(\.code) == [.settingsOutOfRange])
  }

  @Test("are a player's own: nobody joins, watches, or changes anything; no share, no second match")
  mutating func closed() throws {
    let ada = try table("ada")
    let code = try #require(lobby.clients[ada]?.room?.roomCode)
    #expect(lobby.view(of: ada).owner == nil && lobby.directory.list == [])
    let bob = lobby.open("bob", id: "p-bob")
    #expect(lobby.join(code, by: bob).refusals.map(\.code) == [.roomDaily])
    #expect(lobby.join(code, as: .spectator, by: bob).refusals.map(\.code) == [.roomLocked])
    for intent in [
      Intent.configure(MatchSettings()), .addBot(level: "easy"), .removeSeat(SeatIndex(0)),
      .restart,
      .rematch,
    ] {
      #expect(lobby.want(intent, by: ada).refusals.map(\.code) == [.roomDaily])
    }
    let share = lobby.want(.ready(entropyCommit: [UInt8](repeating: 1, count: 32)), by: ada)
    #expect(share.refusals.first?.fact("allowed") == "0 bytes")
    try play(ada)
    #expect(lobby.view(of: ada).endReason == .finished)
    #expect(lobby.want(.rematch, by: ada).refusals.map(\.code) == [.roomDaily])
  }

  @Test("are found again by their player: after a crash, from another session, and after leaving")
  mutating func again() throws {
    let ada = try table("ada")
    let room = try #require(lobby.clients[ada]?.room?.room)
    try lobby.begin([ada])
    #expect(lobby.crash(key: 2).isEmpty)
    let other = lobby.open("ada elsewhere", id: "p-ada")
    _ = try lobby.create(.daily(today), by: other)
    #expect(lobby.clients[other]?.room?.room == room)
    lobby.ask(.leaveRoom, by: other)
    let result = try #require(lobby.journal[room].flatMap { MatchResult.all(in: $0) }?.first)
    #expect(result.reason == .resigned && result.detail?.daily?.day == today)
  }

  @Test("may be left before the match and entered again")
  mutating func waiting() throws {
    let ada = try table("ada")
    let room = try #require(lobby.clients[ada]?.room?.room)
    lobby.ask(.leaveRoom, by: ada)
    _ = try lobby.create(.daily(today), by: ada)
    #expect(lobby.clients[ada]?.room?.room == room)
    lobby.ask(.leaveRoom, by: ada)
    lobby.advance(by: LobbyLimits.emptyLimit + .seconds(1))
    let player = try #require(lobby.directory.player(ada)?.id)
    #expect(lobby.directory.rooms.room(of: DailySeat(day: today, player: player)) == nil)
    _ = try lobby.create(.daily(today), by: ada)
    #expect(lobby.clients[ada]?.room?.room != room)
  }

  @Test("have replays that become public with the seed")
  func replays() {
    let day = Day(number: 20_000)
    var match = FinishedMatch(
      matchID: "m", settings: .daily(day), endedAt: day.begins + .seconds(60), standings: [],
      base: MatchView(), entries: [], actors: [])
    #expect(match.publicFrom == day.ends + DailyBoard.revealDelay)
    match.endedAt = day.ends + Day.length
    #expect(match.publicFrom == match.endedAt)
    match.settings = MatchSettings(audience: .locked)
    #expect(match.publicFrom == nil)
  }
}
