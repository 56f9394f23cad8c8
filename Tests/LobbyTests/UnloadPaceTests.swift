// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Lobby

@Suite("Sessions that leave memory", .timeLimit(.minutes(1)))
struct UnloadPaceTests {
  @Test("leave it some at a time, a second apart")
  func pace() {
    let now = ServerTime(microseconds: 1_000_000_000)
    var pace = UnloadPace()
    let most = LobbyLimits.sessionsUnloadedPerSecond
    let turns = (0..<2 * most + 1).map { _ in pace.next(now: now) - now }
    #expect(turns.count { $0 == .zero } == most && turns.count { $0 == .seconds(1) } == most)
    #expect(turns.last == .seconds(2))
    #expect(pace.next(now: now + .seconds(9)) == now + .seconds(9), "Nobody waits any more.")
  }

  @Test("are reported once they are idle for so long, and again if they are still here")
  func reports() throws {
    var lobby = ScriptedLobby()
    let ada = lobby.open("ada")
    _ = try lobby.create(MatchSettings(seats: 1), by: ada)
    lobby.ask(.leaveRoom, by: ada)
    lobby.advance(by: LobbyLimits.emptyLimit)
    lobby.setConnected(false, ada)
    var outputs = lobby.advance(by: .seconds(59))
    #expect(!outputs.contains(.idle(ada)))
    outputs = lobby.advance(by: .seconds(1))
    #expect(outputs.contains(.idle(ada)))
    let detached = try #require(lobby.directory.detached(ada))
    #expect(detached.stored.highest == RequestID(2))
    outputs = lobby.advance(by: .seconds(60))
    #expect(outputs.contains(.idle(ada)))
    lobby.directory.unload(ada)
    #expect(!lobby.directory.knows(ada))
    outputs = lobby.advance(by: .seconds(900))
    #expect(outputs == [] && lobby.directory.nextWake == nil, "The journal has it.")
  }

  @Test("come back in time, and stay")
  func stays() throws {
    var lobby = ScriptedLobby()
    let ada = lobby.open("ada")
    _ = try lobby.create(MatchSettings(seats: 1), by: ada)
    lobby.ask(.leaveRoom, by: ada)
    lobby.setConnected(false, ada)
    lobby.advance(by: .seconds(30))
    #expect(lobby.directory.detached(ada) == nil, "Its room may have to answer it again.")
    lobby.setConnected(true, ada)
    let outputs = lobby.advance(by: .seconds(900))
    #expect(!outputs.contains(.idle(ada)) && lobby.directory.detached(ada) == nil)
  }
}
