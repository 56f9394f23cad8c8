// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Lobby

@Suite("Seats of a room", .timeLimit(.minutes(1)))
struct RoomSeatsTests {
  private func table(
    _ settings: MatchSettings = MatchSettings(), players: Int
  ) throws -> (lobby: ScriptedLobby, players: [SessionID], code: RoomCode) {
    var lobby = ScriptedLobby()
    let sessions = (0..<players).map { lobby.open("player \($0)") }
    let code = try lobby.create(settings, by: sessions[0])
    for session in sessions.dropFirst() { lobby.join(code, by: session) }
    return (lobby, sessions, code)
  }

  @Test("fill from the first, and a free one in between is taken first")
  func fills() throws {
    var (lobby, players, code) = try table(MatchSettings(seats: 3), players: 3)
    #expect(try players.map { try lobby.seat(of: $0) } == (0..<3).map(SeatIndex.init))
    lobby.ask(.leaveRoom, by: players[1])
    let eve = lobby.open("eve")
    lobby.join(code, by: eve)
    #expect(try lobby.seat(of: eve) == SeatIndex(1))
    #expect(lobby.clients[eve]?.room?.actor == ActorNumber(4))
  }

  @Test("are refused when all are taken, and while a match is under way")
  func full() throws {
    var (lobby, players, code) = try table(players: 2)
    let eve = lobby.open("eve")
    let full = try #require(lobby.join(code, by: eve).refusals.first)
    #expect(full.code == .roomFull)
    #expect(full.fact("seats") == "2")
    try lobby.begin(players)
    #expect(lobby.join(code, by: eve).refusals.map(\.code) == [.roomMatchRunning])
    lobby.want(.resign, by: players[0])
    lobby.ask(.leaveRoom, by: players[0])
    #expect(lobby.join(code, by: eve).refusals.isEmpty, "After the end a free seat may be taken.")
  }

  @Test("are for spectators to watch, unless the room is locked")
  func spectators() throws {
    var lobby = ScriptedLobby()
    let (ada, bob, eve) = (lobby.open("ada"), lobby.open("bob"), lobby.open("eve"))
    let locked = try lobby.create(MatchSettings(audience: .locked), by: ada)
    let refused = lobby.join(locked, as: .spectator, by: eve)
    #expect(refused.refusals.map(\.code) == [.roomLocked])
    #expect(refused.count == 1, "Nothing is journalled for a refused spectator.")
    let open = try lobby.create(MatchSettings(audience: .unlisted), by: bob)
    let outputs = lobby.join(open, as: .spectator, by: eve)
    #expect(outputs.contains(.audience(1, to: [bob, eve])))
    #expect(lobby.want(.deal, by: eve).refusals.map(\.code) == [.playNotSeated])
    lobby.ask(.leaveRoom, by: eve)
    #expect(lobby.advance(by: .seconds(1)).contains(.audience(0, to: [bob])))
    #expect(lobby.join(locked, by: eve).refusals.isEmpty, "A locked room may be played in.")
  }

  @Test("pass the owner's role to the earliest member when the owner leaves")
  func handOver() throws {
    var (lobby, players, code) = try table(MatchSettings(seats: 3), players: 3)
    // The second leaves and returns: now it is the latest member, though in an earlier seat.
    lobby.ask(.leaveRoom, by: players[1])
    lobby.join(code, by: players[1])
    lobby.ask(.leaveRoom, by: players[0])
    #expect(lobby.view(of: players[2]).owner == lobby.clients[players[2]]?.room?.actor)
    lobby.ask(.leaveRoom, by: players[2])
    #expect(lobby.view(of: players[1]).owner == lobby.clients[players[1]]?.room?.actor)
    let room = try #require(lobby.clients[players[1]]?.room?.room)
    lobby.ask(.leaveRoom, by: players[1])
    #expect(lobby.journal[room]?.last?.event == .ownerChanged(nil))
  }

  @Test("left in a match of two end it, the leaver last; in a match of three the rest play on")
  func leavesMidMatch() throws {
    for players in [2, 3] {
      var (lobby, sessions, _) = try table(MatchSettings(seats: players), players: players)
      try lobby.begin(sessions)
      let leaver = try lobby.onTurn(sessions)
      let seat = try lobby.seat(of: leaver)
      let outputs = lobby.ask(.leaveRoom, by: leaver)
      #expect(outputs.departures == [leaver: .asked])
      let rest = try #require(sessions.first { $0 != leaver })
      let view = lobby.view(of: rest)
      #expect(!view.seats[seat.rawValue].isTaken)
      #expect(view.seats[seat.rawValue].hasResigned)
      #expect(view.phase == (players == 2 ? .ended : .playing))
      if players == 2 {
        #expect(view.standings.last?.seat == seat)
        #expect(view.standings.last?.player.name == leaver.rawValue)
      } else {
        #expect(view.turn?.seat != seat)
      }
    }
  }

  @Test("are left sixty seconds after the connection, outside a match")
  func absentWaiting() throws {
    var (lobby, players, _) = try table(players: 2)
    lobby.setConnected(false, players[0])
    lobby.advance(by: .seconds(59))
    #expect(lobby.view(of: players[1]).takenSeats.count == 2)
    let outputs = lobby.advance(by: .seconds(1))
    #expect(outputs.departures == [players[0]: .gone])
    let view = lobby.view(of: players[1])
    #expect(view.takenSeats == [SeatIndex(1)])
    #expect(view.owner == ActorNumber(2))
  }

  @Test("are kept by players who return in time")
  func comesBack() throws {
    var (lobby, players, code) = try table(players: 2)
    lobby.setConnected(false, players[0])
    lobby.advance(by: .seconds(59))
    lobby.setConnected(true, players[0])
    lobby.join(code, after: lobby.view(of: players[0]).seq, by: players[0])
    lobby.advance(by: .seconds(600))
    #expect(lobby.view(of: players[1]).takenSeats.count == 2)
  }

  @Test("are passed over in a match two minutes after the connection, until their player acts")
  func absentPlaying() throws {
    var (lobby, players, code) = try table(MatchSettings(turnLimit: .zero), players: 2)
    try lobby.begin(players)
    let away = try lobby.onTurn(players)
    let other = try #require(players.first { $0 != away })
    let seat = try lobby.seat(of: away)
    lobby.setConnected(false, away)
    lobby.advance(by: .seconds(120) - .microseconds(1))
    #expect(lobby.view(of: other).turn?.seat == seat)
    lobby.advance(by: .microseconds(1))
    #expect(lobby.view(of: other).seats[seat.rawValue].isSkipped)
    #expect(try lobby.onTurn([other, away]) == other)
    lobby.setConnected(true, away)
    lobby.join(code, after: lobby.view(of: away).seq, by: away)
    #expect(lobby.view(of: other).seats[seat.rawValue].isSkipped, "Being there is not acting.")
    lobby.want(.restart, by: away)
    #expect(!lobby.view(of: other).seats[seat.rawValue].isSkipped)
    #expect(lobby.view(of: other).seats[seat.rawValue].hasConsented)
  }

  @Test("are freed at once when the operator ends the session")
  func expelled() throws {
    var (lobby, players, _) = try table(MatchSettings(seats: 3, turnLimit: .zero), players: 3)
    let outputs = lobby.expel(players[2])
    #expect(outputs.departures == [players[2]: .gone])
    #expect(lobby.view(of: players[0]).takenSeats == [SeatIndex(0), SeatIndex(1)])
    lobby.want(.configure(MatchSettings(seats: 2, turnLimit: .zero)), by: players[0])
    try lobby.begin(Array(players.prefix(2)))
    lobby.expel(players[0])
    let view = lobby.view(of: players[1])
    #expect(view.phase == .ended && view.endReason == .resigned)
    #expect(view.owner == ActorNumber(2))
    #expect(view.takenSeats == [SeatIndex(1)])
  }

  @Test("refuse an absent player's action when the return cannot be journalled, and block nobody")
  func returnFails() throws {
    var (lobby, players, _) = try table(MatchSettings(turnLimit: .seconds(5)), players: 2)
    try lobby.begin(players)
    lobby.advance(by: .seconds(60))
    let skipped = try #require(
      players.first { player in
        let seat = try? lobby.seat(of: player)
        return seat.map { lobby.view(of: player).seats[$0.rawValue].isSkipped } ?? false
      })
    lobby.isJournalWaiting = true
    #expect(lobby.want(.restart, by: skipped).count == 1)
    let outputs = lobby.fail()
    #expect(outputs.refusals.map(\.code) == [.journalUnavailable])
    #expect(lobby.pending.isEmpty)
  }

  @Test("left by all end the match, then the room")
  func everybodyGone() throws {
    var (lobby, players, _) = try table(players: 2)
    try lobby.begin(players)
    for player in players { lobby.setConnected(false, player) }
    let outputs = lobby.advance(by: .seconds(1200))
    #expect(outputs.departures == [players[0]: .gone, players[1]: .gone])
    let room = try #require(lobby.journal.keys.first)
    let reasons = lobby.journal[room]?.compactMap { entry -> Event.Ended.Reason? in
      if case .ended(let ended) = entry.event { ended.reason } else { nil }
    }
    #expect(reasons == [.abandoned])
    #expect(lobby.directory.roomCount == 0)
    #expect(lobby.directory.list.isEmpty)
  }

  @Test("show the presence of players as it changes")
  func presence() throws {
    var (lobby, players, _) = try table(players: 2)
    let outputs = lobby.setConnected(false, players[1])
    #expect(
      outputs.contains(
        .presence(
          [
            SeatPresence(seat: SeatIndex(0), isConnected: true),
            SeatPresence(seat: SeatIndex(1), isConnected: false),
          ], to: [players[0]])))
  }
}
