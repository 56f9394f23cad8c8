// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Lobby

@Suite("Going on in a room", .timeLimit(.minutes(1)))
struct GoingOnTests {
  private func table() throws -> (ScriptedLobby, RoomCode, [SessionID]) {
    var lobby = ScriptedLobby()
    let players = ["ada", "bob"].map { lobby.open($0) }
    let code = try lobby.create(by: players[0])
    lobby.join(code, by: players[1])
    return (lobby, code, players)
  }

  @Test("is only possible in the same room, even if its code has been reused")
  func otherRoom() throws {
    var (lobby, code, players) = try table()
    let room = try #require(lobby.clients[players[0]]?.room?.room)
    let before = lobby.view(of: players[0])
    let refused = lobby.join(
      code, room: RoomID("former"), after: before.seq, by: players[0])
    #expect(refused.refusals == [.unknownCode(code)])
    #expect(refused.joined.isEmpty)
    let resumed = lobby.join(code, room: room, after: before.seq, by: players[0])
    #expect(resumed.joined.map(\.room) == [room])
    #expect(resumed.joined[0].base == nil)
  }

  @Test("as something else than one is there is refused, and nothing changes by it")
  func otherRole() throws {
    var (lobby, code, players) = try table()
    let eve = lobby.open("eve")
    lobby.join(code, as: .spectator, by: eve)
    let asWatcher = lobby.join(code, as: .spectator, by: players[1])
    #expect(asWatcher.refusals.map(\.code) == [.roomAlreadyIn])
    let asPlayer = lobby.join(code, as: .player, by: eve)
    #expect(asPlayer.refusals.map(\.code) == [.roomAlreadyIn])
    #expect(asWatcher.joined.isEmpty && asPlayer.joined.isEmpty)
    lobby.want(.ready(entropyCommit: []), by: players[1])
    #expect(lobby.view(of: eve).seats[1].isReady, "Both are where they were.")
    lobby.ask(.leaveRoom, by: players[1])
    let watching = lobby.join(code, as: .spectator, by: players[1])
    #expect(watching.joined.map(\.role) == [.spectator], "Who leaves first may.")
  }

  @Test("is not confused by a spectator who changes rooms: each room counts its own")
  func switching() throws {
    var (lobby, code, players) = try table()
    let cy = lobby.open("cy")
    let other = try lobby.create(by: cy)
    let eve = lobby.open("eve")
    lobby.join(code, as: .spectator, by: eve)
    lobby.advance(by: .seconds(2))
    let leaving = lobby.ask(.leaveRoom, by: eve) + lobby.advance(by: .seconds(2))
    #expect(leaving.audiences(players[0]) == [0])
    let entering = lobby.join(other, as: .spectator, by: eve) + lobby.advance(by: .seconds(2))
    #expect(entering.audiences(cy) == [1] && entering.audiences(players[0]).isEmpty)
    #expect(
      entering.contains(
        .presence([SeatPresence(seat: SeatIndex(0), isConnected: true)], to: [eve])))
    #expect(lobby.view(of: eve) == lobby.view(of: cy))
    lobby.want(.ready(entropyCommit: []), by: players[0])
    #expect(lobby.view(of: eve) == lobby.view(of: cy), "Of the former room nothing comes.")
    let gone = lobby.setConnected(false, players[0])
    #expect(
      !gone.contains {
        if case .presence(_, let targets, _) = $0 { targets.contains(eve) } else { false }
      })
    let counts = lobby.directory.list.map { $0.spectators }
    #expect(counts == [0, 1])
  }
}

extension [LobbyOutput] {
  /// The numbers of spectators that a session was sent.
  fileprivate func audiences(_ session: SessionID) -> [Int] {
    compactMap { output in
      if case .audience(let count, let targets, _) = output, targets.contains(session) {
        count
      } else {
        nil
      }
    }
  }
}
