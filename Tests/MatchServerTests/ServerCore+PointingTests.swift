// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer
import Protocol
import Testing

@Suite("A server core and where its players point", .timeLimit(.minutes(1)))
struct ServerCorePointingTests {
  /// A room whose match is played, with a spectator.
  private struct Table {
    var server = ScriptedServer()
    /// The players' connections by seat.
    var players: [ServerConnectionID] = []
    var spectator = ServerConnectionID(0)

    /// The seat whose turn it is, by what the first player was sent.
    var turn: Int {
      let began = server.entries(players[0]).compactMap { entry in
        if case .turnBegan(let began) = entry.event { began.seat.rawValue } else { nil }
      }
      return began.last ?? 0
    }

    mutating func point(at place: Int?, by seat: Int) {
      server.say(.point(place: place), over: players[seat])
    }

    func pointings(_ connection: ServerConnectionID) -> [ServerMessage] {
      server.received[connection, default: []].filter {
        if case .pointing = $0 { true } else { false }
      }
    }
  }

  private func table(
    mode: MatchSettings.Mode = .memorize, seats: Int = 2, delay: Duration = .zero,
    isPlaying: Bool = true
  ) -> Table {
    var table = Table()
    let settings = MatchSettings(
      pairs: 8, seats: seats, mode: mode, turnLimit: .zero, spectatorDelay: delay)
    let owner = table.server.open("Player 0")
    let code = table.server.create(settings, over: owner)
    table.players = [owner]
    for seat in 1..<seats {
      let player = table.server.open("Player \(seat)")
      table.server.join(code, .player, over: player)
      table.players.append(player)
    }
    table.spectator = table.server.open("Vi")
    table.server.join(code, .spectator, over: table.spectator)
    guard isPlaying else { return table }
    for player in table.players {
      let ready = IntentRequest(seenSeq: 1_000, intent: .ready(entropyCommit: []))
      table.server.say(.request(id: table.server.nextID(), .intent(ready)), over: player)
    }
    table.server.pass(.seconds(30))
    return table
  }

  @Test("the others at the table and live spectators see it, and the player does not")
  func shown() {
    var table = table()
    let turn = table.turn
    table.point(at: 5, by: turn)
    table.point(at: nil, by: turn)
    let actor = ActorNumber(UInt32(turn + 1))
    let expected: [ServerMessage] = [
      .pointing(actor: actor, place: 5), .pointing(actor: actor, place: nil),
    ]
    #expect(table.pointings(table.players[1 - turn]) == expected)
    #expect(table.pointings(table.spectator) == expected)
    #expect(table.pointings(table.players[turn]) == [])
  }

  @Test("nobody sees where a player points in another's turn, not even a partner")
  func othersTurns() {
    var table = table(mode: .teams, seats: 4)
    let turn = table.turn
    for seat in 0..<4 where seat != turn { table.point(at: 5, by: seat) }
    for connection in table.players + [table.spectator] {
      #expect(table.pointings(connection) == [])
    }
    #expect(table.players.allSatisfy { table.server.refusals($0) == [] })
  }

  @Test("nobody sees a place beside the board, or anything before the cards lie")
  func nowhere() {
    var table = table()
    let turn = table.turn
    table.point(at: 99, by: turn)
    #expect(table.pointings(table.spectator) == [])
    var waiting = self.table(isPlaying: false)
    waiting.point(at: 0, by: 0)
    #expect(waiting.pointings(waiting.spectator) == [])
    #expect(waiting.server.refusals(waiting.players[0]) == [])
  }

  @Test("a delayed spectator never sees it")
  func delayed() {
    var table = table(delay: .seconds(30))
    let turn = table.turn
    table.point(at: 5, by: turn)
    table.server.pass(.seconds(60))
    #expect(table.pointings(table.players[1 - turn]).count == 1)
    #expect(table.pointings(table.spectator) == [])
  }

  @Test("where all play together, and without a seat, it is refused")
  func never() {
    var table = table(mode: .zen)
    table.point(at: 5, by: table.turn)
    table.server.say(.point(place: 5), over: table.spectator)
    let stranger = table.server.open("Sam")
    table.server.say(.point(place: 5), over: stranger)
    #expect(table.server.refusals(table.players[table.turn]) == [Refusal(.playPointingOff)])
    #expect(table.server.refusals(table.spectator) == [Refusal(.playNotSeated)])
    #expect(table.server.refusals(stranger) == [Refusal(.roomNotIn)])
  }

  @Test("what is slightly too fast is dropped, what is far too fast is refused")
  func rate() {
    var table = table()
    let turn = table.turn
    for place in 0..<12 { table.point(at: place, by: turn) }
    #expect(table.pointings(table.spectator).count == 10)
    #expect(table.server.refusals(table.players[turn]) == [])
    for _ in 0..<20 { table.point(at: 3, by: turn) }
    #expect(table.pointings(table.spectator).count == 10)
    #expect(
      table.server.refusals(table.players[turn]) == [
        Refusal(.limitTooFast), Refusal(.limitTooFast),
      ])
    #expect(table.server.closed == [])
    table.server.pass(.seconds(1))
    table.point(at: 4, by: turn)
    #expect(table.pointings(table.spectator).count == 11)
  }
}
