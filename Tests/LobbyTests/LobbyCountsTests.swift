// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Lobby

extension LobbyCounts {
  /// Counts again, by visiting every room.
  init(of directory: RoomDirectory) {
    self.init()
    sessions = directory.sessions.count
    for room in directory.rooms.all {
      for (index, phase) in MatchView.Phase.allCases.enumerated() where phase == room.view.phase {
        rooms[index] += 1
      }
      players += room.members.count
      spectators += room.audience.sessions.count
      for seat in room.view.seats where seat.isTaken {
        takenSeats += 1
        if seat.botLevel != nil { bots += 1 }
      }
    }
  }
}

@Suite("A census", .timeLimit(.minutes(1)))
struct LobbyCountsTests {
  private var lobby = ScriptedLobby()

  private var counts: LobbyCounts { lobby.directory.counts }

  /// Rooms in a phase.
  private func rooms(_ phase: MatchView.Phase) -> Int? {
    MatchView.Phase.allCases.firstIndex(of: phase).map { counts.rooms[$0] }
  }

  @Test("are zero on an empty server")
  func empty() {
    #expect(counts == LobbyCounts())
    #expect(counts.rooms.count == MatchView.Phase.allCases.count)
  }

  @Test("count players, spectators and the server's bots, and rooms by phase")
  mutating func full() throws {
    let people = ["ada", "bob", "carol", "dan"].map { lobby.open($0) }
    let code = try lobby.create(
      MatchSettings(pairs: 4, seats: 2, mode: .classic, shuffle: .off), by: people[0])
    lobby.want(.addBot(level: "medium"), by: people[0])
    lobby.join(code, as: .spectator, by: people[1])
    lobby.join(code, as: .spectator, by: people[2])
    _ = try lobby.create(MatchSettings(seats: 2), by: people[3])
    #expect(counts.players == 2 && counts.spectators == 2 && counts.bots == 1)
    #expect(counts.takenSeats == 3)
    #expect(counts.sessions == 4)
    #expect(rooms(.waiting) == 2)
    #expect(counts.runningMatches == 0)
    lobby.want(.ready(entropyCommit: []), by: people[0])
    lobby.want(.deal, by: people[0])
    lobby.advance(to: try #require(lobby.view(of: people[0]).deal?.playableAt))
    #expect(rooms(.playing) == 1 && rooms(.waiting) == 1)
    #expect(counts.runningMatches == 1)
    lobby.ask(.leaveRoom, by: people[1])
    #expect(counts.spectators == 1 && counts.sessions == 4)
    lobby.setConnected(false, people[3])
    #expect(counts.players == 2, "Who is away still has the seat.")
    lobby.advance(by: .seconds(3_600))
    #expect(rooms(.waiting) == 0, "The room of the player that never came back has closed.")
    #expect(counts == LobbyCounts(of: lobby.directory))
  }
}
