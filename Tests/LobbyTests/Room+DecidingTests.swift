// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Lobby

/// Every refusal a member of a room can meet, with the room unchanged after it.
@Suite("Refusals of a room", .timeLimit(.minutes(1)))
struct RoomDecidingTests {
  /// Three at a table: the owner, a second player, and a spectator.
  struct Table {
    var lobby = ScriptedLobby()
    let owner: SessionID
    let second: SessionID
    let spectator: SessionID
    let code: RoomCode

    init(_ settings: MatchSettings) throws {
      owner = lobby.open("owner")
      second = lobby.open("second")
      spectator = lobby.open("spectator")
      code = try lobby.create(settings, by: owner)
      lobby.join(code, by: second)
      lobby.join(code, as: .spectator, by: spectator)
    }

    var players: [SessionID] { [owner, second] }

    func card(_ slot: Int) -> CardID {
      CardID(generation: lobby.view(of: owner).generation, slot: slot)
    }

    func onTurn() throws -> SessionID { try lobby.onTurn(players) }

    mutating func begin() throws { try lobby.begin(players) }

    mutating func flip(_ slot: Int) throws {
      lobby.want(.choose(card(slot)), by: try onTurn())
      lobby.advance(to: lobby.view(of: owner).lastRevealAt)
    }

    mutating func end() throws {
      try begin()
      lobby.want(.resign, by: second)
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var code: RefusalCode
    var situation: String
    var settings = MatchSettings()
    var ask: @Sendable (inout Table) throws -> [LobbyOutput]
    /// Brings the room to where the request is refused.
    var bring: @Sendable (inout Table) throws -> Void = { _ in }

    var testDescription: String { "\(code.rawValue): \(situation)" }
  }

  static let cases: [Case] = [
    Case(code: .playNotSeated, situation: "a spectator plays") {
      $0.lobby.want(.choose($0.card(0)), by: $0.spectator)
    } bring: {
      try $0.begin()
    },
    Case(code: .playNotPlaying, situation: "a card while waiting") {
      $0.lobby.want(.choose($0.card(0)), by: $0.owner)
    },
    Case(code: .playNotPlaying, situation: "a restart while waiting") {
      $0.lobby.want(.restart, by: $0.owner)
    },
    Case(code: .playNotPlaying, situation: "giving up after the end") {
      $0.lobby.want(.resign, by: $0.owner)
    } bring: {
      try $0.end()
    },
    Case(code: .playNotYourTurn, situation: "a card in another's turn") { table in
      let onTurn = try table.onTurn()
      return table.lobby.want(
        .choose(table.card(0)), by: onTurn == table.owner ? table.second : table.owner)
    } bring: {
      try $0.begin()
    },
    Case(code: .playTooEarly, situation: "a second card before the first shows") {
      $0.lobby.want(.choose($0.card(1)), by: try $0.onTurn())
    } bring: {
      try $0.begin()
      $0.lobby.want(.choose($0.card(0)), by: try $0.onTurn())
    },
    Case(code: .playStillShowing, situation: "a third card") { table in
      let seat = try #require(table.lobby.view(of: table.owner).lastTurnSeat)
      let player = try #require(
        table.players.first { table.lobby.clients[$0]?.room?.seat == seat })
      return table.lobby.want(.choose(table.card(9)), by: player)
    } bring: {
      try $0.begin()
      try $0.flip(0)
      try $0.flip(1)
    },
    Case(code: .playUnknownCard, situation: "a slot beyond the deck") {
      $0.lobby.want(.choose($0.card(63)), by: try $0.onTurn())
    } bring: {
      try $0.begin()
    },
    Case(code: .playFormerCard, situation: "a card of an earlier match") {
      $0.lobby.want(.choose(CardID(generation: 1, slot: 0)), by: try $0.onTurn())
    } bring: {
      try $0.end()
      $0.lobby.want(.rematch, by: $0.owner)
      try $0.begin()
    },
    Case(code: .playFaceUp, situation: "the card that is up") {
      $0.lobby.want(.choose($0.card(0)), by: try $0.onTurn())
    } bring: {
      try $0.begin()
      try $0.flip(0)
    },
    Case(code: .playStale, situation: "a choice by a player that has not seen the turn begin") {
      table in
      let player = try table.onTurn()
      let seq = table.lobby.view(of: player).lastTurningPoint - 1
      return table.lobby.ask(
        .intent(IntentRequest(seenSeq: seq, intent: .choose(table.card(0)))), by: player)
    } bring: {
      try $0.begin()
    },
    Case(
      code: .playShuffleOff, situation: "a shuffle where there is none",
      settings: MatchSettings(shuffle: .off)
    ) {
      $0.lobby.want(.shuffle, by: try $0.onTurn())
    } bring: {
      try $0.begin()
    },
    Case(code: .playShuffleUsed, situation: "a second shuffle") {
      $0.lobby.want(.shuffle, by: try $0.onTurn())
    } bring: {
      try $0.begin()
      $0.lobby.want(.shuffle, by: try $0.onTurn())
      $0.lobby.advance(by: ScriptedLobby.lead)
    },
    Case(code: .playCardsUp, situation: "a shuffle with a card up") {
      $0.lobby.want(.shuffle, by: try $0.onTurn())
    } bring: {
      try $0.begin()
      try $0.flip(0)
    },
    Case(code: .playNotUndealt, situation: "a deal while waiting") {
      $0.lobby.want(.deal, by: $0.owner)
    },
    Case(code: .playNothingToReveal, situation: "a share nobody committed to") {
      $0.lobby.want(.reveal(entropy: [1]), by: $0.owner)
    },
    Case(code: .playWrongEntropy, situation: "a share other than committed to") {
      $0.lobby.want(.reveal(entropy: [UInt8](repeating: 1, count: 32)), by: $0.owner)
    } bring: {
      $0.lobby.want(.ready(entropyCommit: [UInt8](repeating: 9, count: 32)), by: $0.owner)
      $0.lobby.want(.ready(entropyCommit: []), by: $0.second)
    },
    Case(code: .roomNotOwner, situation: "other settings by the second player") {
      $0.lobby.want(.configure(MatchSettings()), by: $0.second)
    },
    Case(code: .roomNotOwner, situation: "a seat freed by the second player") {
      $0.lobby.want(.removeSeat(SeatIndex(0)), by: $0.second)
    },
    Case(code: .roomNotWaiting, situation: "other settings during a match") {
      $0.lobby.want(.configure(MatchSettings()), by: $0.owner)
    } bring: {
      try $0.begin()
    },
    Case(code: .roomNotWaiting, situation: "readiness during a match") {
      $0.lobby.want(.ready(entropyCommit: []), by: $0.owner)
    } bring: {
      try $0.begin()
    },
    Case(code: .roomMatchRunning, situation: "a seat freed during a match") {
      $0.lobby.want(.removeSeat(SeatIndex(1)), by: $0.owner)
    } bring: {
      try $0.begin()
    },
    Case(code: .roomNotEnded, situation: "a rematch during a match") {
      $0.lobby.want(.rematch, by: $0.owner)
    } bring: {
      try $0.begin()
    },
    Case(code: .roomUnknownSeat, situation: "a seat that is not there freed") {
      $0.lobby.want(.removeSeat(SeatIndex(-1)), by: $0.owner)
    },
    Case(code: .roomUnknownSeat, situation: "one's own seat freed") {
      $0.lobby.want(.removeSeat(SeatIndex(0)), by: $0.owner)
    },
    Case(
      code: .roomUnknownSeat, situation: "a free seat freed", settings: MatchSettings(seats: 3)
    ) {
      $0.lobby.want(.removeSeat(SeatIndex(2)), by: $0.owner)
    },
    Case(code: .settingsOutOfRange, situation: "a bot of no known level") {
      $0.lobby.want(.addBot(level: "genius"), by: $0.owner)
    },
    Case(code: .roomAlreadyIn, situation: "another room beside this one") {
      $0.lobby.ask(.createRoom(MatchSettings()), by: $0.second)
    },
    Case(code: .roomFull, situation: "a third player of two") { table in
      let guest = table.lobby.open("guest")
      return table.lobby.join(table.code, by: guest)
    },
    Case(code: .roomMatchRunning, situation: "a player who comes during a match") { table in
      let guest = table.lobby.open("guest")
      return table.lobby.join(table.code, by: guest)
    } bring: {
      try $0.begin()
    },
    Case(
      code: .playResigned, situation: "giving up twice", settings: MatchSettings(seats: 3)
    ) {
      $0.lobby.want(.resign, by: $0.second)
    } bring: { table in
      let third = table.lobby.open("third")
      table.lobby.join(table.code, by: third)
      try table.lobby.begin(table.players + [third])
      table.lobby.want(.resign, by: table.second)
    },
    Case(code: .settingsOutOfRange, situation: "too few pairs") {
      $0.lobby.want(.configure(MatchSettings(pairs: 1)), by: $0.owner)
    },
    Case(code: .settingsOutOfRange, situation: "fewer seats than are taken") {
      $0.lobby.want(.configure(MatchSettings(seats: 1)), by: $0.owner)
    },
    Case(code: .settingsOutOfRange, situation: "a commitment of odd length") {
      $0.lobby.want(.ready(entropyCommit: [1, 2, 3]), by: $0.owner)
    },
  ]

  @Test("name the rule and change nothing", arguments: cases)
  func refuses(_ refused: Case) throws {
    var table = try Table(refused.settings)
    try refused.bring(&table)
    let room = try #require(table.lobby.clients[table.owner]?.room?.room)
    let before = table.lobby.journal[room]
    let view = table.lobby.view(of: table.spectator)
    let list = table.lobby.directory.list
    let outputs = try refused.ask(&table)
    #expect(outputs.refusals.map(\.code) == [refused.code])
    #expect(outputs.count == 1, "Nobody else hears of it.")
    #expect(table.lobby.journal[room] == before)
    #expect(table.lobby.view(of: table.spectator) == view)
    #expect(table.lobby.directory.list == list)
  }

  /// Refusals that are not of a room at the table: of rooms as such, matched cards, and of others.
  private static let elsewhere: Set<RefusalCode> = [
    .playMatched, .roomUnknownCode, .roomNotIn, .roomLocked, .roomSeatTaken, .roomTooMany,
    .roomRated, .roomDaily, .roomDailyPlayed, .roomTooManyChanges, .roomShareWithheld,
    .playPointingOff, .playDelayed,
  ]

  @Test("are tried here for every code of play, room and settings, or named as tried elsewhere")
  func complete() {
    let families = ["play/", "room/", "settings/"]
    let codes = RefusalCode.allCases.filter { code in
      families.contains { code.rawValue.hasPrefix($0) }
    }
    #expect(Set(codes).subtracting(Self.elsewhere) == Set(Self.cases.map(\.code)))
  }
}
