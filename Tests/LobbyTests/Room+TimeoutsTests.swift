// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Lobby

@Suite("The ready timeout", .timeLimit(.minutes(1)))
struct RoomTimeoutsTests {
  private func table(
    _ names: [String], _ settings: MatchSettings = MatchSettings(seats: 3)
  ) throws -> (lobby: ScriptedLobby, players: [SessionID], code: RoomCode) {
    var lobby = ScriptedLobby()
    let players = names.map { lobby.open($0) }
    let code = try lobby.create(settings, by: players[0])
    for player in players.dropFirst() { lobby.join(code, by: player) }
    return (lobby, players, code)
  }

  @Test("expires a minute after somebody got ready, for everyone who is not")
  func ends() throws {
    var (lobby, players, _) = try table(["ada", "bob", "cy"])
    lobby.want(.ready(entropyCommit: []), by: players[1])
    lobby.advance(by: .seconds(60) - .microseconds(1))
    #expect(lobby.view(of: players[1]).takenSeats.count == 3)
    let outputs = lobby.advance(by: .microseconds(1))
    #expect(outputs.departures == [players[0]: .unready, players[2]: .unready])
    let view = lobby.view(of: players[1])
    #expect(view.takenSeats == [SeatIndex(1)] && view.seats[1].isReady)
    #expect(view.owner == ActorNumber(2))
  }

  @Test("never expires while nobody is ready, nor once the match begins")
  func lasts() throws {
    var (lobby, players, _) = try table(["ada", "bob", "cy"])
    lobby.advance(by: .seconds(500))
    #expect(lobby.view(of: players[0]).takenSeats.count == 3)
    for player in players { lobby.want(.ready(entropyCommit: []), by: player) }
    #expect(lobby.view(of: players[0]).phase != .waiting)
    lobby.advance(by: .seconds(61))
    #expect(lobby.view(of: players[0]).takenSeats.count == 3)
  }

  @Test("counts from when the last of the others got ready, or the unready sat down")
  func begins() throws {
    var (lobby, players, code) = try table(["ada", "bob"])
    lobby.want(.ready(entropyCommit: []), by: players[0])
    lobby.advance(by: .seconds(50))
    let cy = lobby.open("cy")
    lobby.join(code, by: cy)
    lobby.want(.ready(entropyCommit: []), by: cy)
    lobby.advance(by: .seconds(59))
    #expect(lobby.view(of: players[0]).takenSeats.count == 3)
    let outputs = lobby.advance(by: .seconds(1))
    #expect(outputs.departures == [players[1]: .unready])
    lobby.advance(by: .seconds(50))
    lobby.join(code, by: players[1])
    lobby.advance(by: .seconds(59))
    #expect(lobby.view(of: cy).takenSeats.count == 3, "Who has just sat down has a minute.")
    #expect(lobby.advance(by: .seconds(1)).departures == [players[1]: .unready])
  }

  @Test("is not extended by players who come and go, nor by repeating ready")
  func notDrawnOut() throws {
    var (lobby, players, code) = try table(["ada", "bob"])
    let cy = lobby.open("cy")
    lobby.want(.ready(entropyCommit: []), by: players[0])
    var departures: [SessionID: LeaveReason] = [:]
    for number in 1...6 {
      departures.merge(lobby.advance(by: .seconds(10)).departures) { $1 }
      #expect(departures.isEmpty == (number < 6))
      lobby.join(code, by: cy)
      lobby.ask(.leaveRoom, by: cy)
      lobby.want(
        .ready(entropyCommit: [UInt8](repeating: UInt8(number), count: 32)), by: players[0])
    }
    #expect(departures == [players[1]: .unready])
  }

  @Test("does not run while the server is away")
  func outage() throws {
    var (lobby, players, _) = try table(["ada", "bob"])
    lobby.want(.ready(entropyCommit: []), by: players[0])
    lobby.advance(by: .seconds(50))
    lobby.suffer(outage: .seconds(300))
    for player in players { _ = try lobby.comeBack(player) }
    lobby.advance(by: .seconds(59))
    #expect(lobby.view(of: players[0]).takenSeats.count == 2)
  }

  @Test("an owner who stays offline in a match passes the room on, and is skipped")
  func ownerAway() throws {
    var (lobby, players, _) = try table(
      ["ada", "bob", "cy"], MatchSettings(seats: 3, turnLimit: .zero))
    try lobby.begin(players)
    lobby.setConnected(false, players[0])
    lobby.advance(by: .seconds(120) - .microseconds(1))
    #expect(lobby.view(of: players[1]).owner == ActorNumber(1))
    lobby.advance(by: .microseconds(1))
    let view = lobby.view(of: players[1])
    #expect(view.owner == ActorNumber(2))
    #expect(view.seats[0].isSkipped && view.seats[0].isTaken)
    // An absent player does not inherit it, and the last one keeps it.
    lobby.setConnected(false, players[1])
    lobby.advance(by: .seconds(120))
    #expect(lobby.view(of: players[2]).owner == ActorNumber(3))
    lobby.setConnected(false, players[2])
    lobby.advance(by: .seconds(120))
    let room = try #require(lobby.journal.keys.first)
    let owners = lobby.journal[room]?.compactMap { entry -> ActorNumber? in
      if case .ownerChanged(let owner) = entry.event { owner } else { nil }
    }
    #expect(owners == [1, 2, 3].map { ActorNumber($0) })
  }

  @Test("the order of turns is drawn once and rotates in rematches of the same seats")
  func rotates() throws {
    var (lobby, players, _) = try table(["ada", "bob", "cy"])
    var orders: [[SeatIndex]] = []
    for _ in 0..<4 {
      try lobby.begin(players)
      orders.append(lobby.view(of: players[0]).turnOrder)
      lobby.want(.resign, by: players[0])
      lobby.want(.resign, by: players[1])
      lobby.want(.rematch, by: players[2])
    }
    for (order, next) in zip(orders, orders.dropFirst()) {
      #expect(next == Array(order[1...] + order[..<1]))
    }
    #expect(orders[0] == orders[3])
    lobby.want(.configure(MatchSettings(seats: 4)), by: players[0])
    #expect(lobby.view(of: players[0]).settings.seats == 4)
  }
}
