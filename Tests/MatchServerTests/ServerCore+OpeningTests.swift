// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import MatchServer
import Protocol
import Testing

@Suite("Opening a room whose code is taken", .timeLimit(.minutes(1)))
struct ServerCoreOpeningTests {
  private func steps(_ server: ScriptedServer) -> [Batch] {
    server.outputs.flatMap { output -> [Batch] in
      guard case .append(let records) = output else { return [] }
      return records.compactMap { if case .step(let step) = $0 { step } else { nil } }
    }
  }

  @Test("leads to another code, and the request is answered once")
  func taken() throws {
    var server = ScriptedServer()
    let ana = server.open("Ana")
    server.isJournalWaiting = true
    let id = server.nextID()
    server.say(.request(id: id, .createRoom(MatchSettings())), over: ana)
    let first = try #require(steps(server).last)
    server.feed(.journalled([.taken(first.room)]))
    let second = try #require(steps(server).last)
    #expect(second.room == first.room && second.entries == first.entries)
    #expect(second.code != first.code)
    #expect(server.joined(ana) == nil && !server.server.isFlushed)
    server.feed(.journalled([.landed(first.room)]))
    #expect(server.joined(ana)?.code == second.code.rawValue)
    #expect(server.joined(ana)?.id == id)
    #expect(server.refusals(ana) == [] && server.server.isFlushed)
  }
}
