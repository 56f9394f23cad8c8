// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer
import Protocol
import Testing
import Wire

@Suite("A server shuts down", .timeLimit(.minutes(1)))
struct ShutdownModeTests {
  private func closings(_ server: ScriptedServer, _ connection: ServerConnectionID) -> [Closing] {
    (server.received[connection] ?? []).compactMap {
      if case .closing(let closing) = $0 { closing } else { nil }
    }
  }

  private func refusals(_ server: ScriptedServer, _ connection: ServerConnectionID) -> [RefusalCode]
  {
    (server.received[connection] ?? []).compactMap {
      if case .refused(_, let refusal) = $0 { refusal.code } else { nil }
    }
  }

  private func closes(_ server: ScriptedServer) -> [ServerConnectionID: UInt16] {
    server.outputs.reduce(into: [:]) { all, output in
      if case .close(let connection, let code, _) = output { all[connection] = code }
    }
  }

  @Test(
    "tells every client once whether and when to reconnect, then closes",
    arguments: [
      (ShutdownMode.restarting(retryAfter: .seconds(1)), "server/restarting", 1001),
      (.stopping, "server/stopping", 1001),
    ] as [(ShutdownMode, String, UInt16)])
  func tells(farewell: ShutdownMode, code: String, closeCode: UInt16) throws {
    var server = ScriptedServer()
    let (ada, eve) = (server.open("Ada"), server.open("Eve", .json))
    let room = server.create(MatchSettings(), over: ada)
    server.join(room, .spectator, over: eve, .json)
    let silent = ServerConnectionID(99)
    server.feed(.opened(silent, .proto))
    server.feed(.leave(farewell))
    server.feed(.leave(farewell))
    for connection in [ada, eve, silent] {
      let told = try #require(closings(server, connection).first)
      #expect(closings(server, connection).count == 1)
      #expect(told.code == code)
      let wait: Duration? = farewell == .stopping ? nil : .seconds(1)
      #expect(told.retryAfter == wait)
      #expect(closes(server)[connection] == closeCode)
    }
    #expect(server.server.nextWake == nil, "Nothing is left to do.")
  }

  @Test("after pending journal writes have landed and their answers were sent")
  func flushes() throws {
    var server = ScriptedServer()
    let ada = server.open("Ada")
    _ = server.create(MatchSettings(seats: 2), over: ada)
    server.isJournalWaiting = true
    let id = server.nextID()
    let ready = IntentRequest(seenSeq: server.seq(ada), intent: .ready(entropyCommit: []))
    server.say(.request(id: id, .intent(ready)), over: ada)
    server.feed(.leave(.restarting(retryAfter: .seconds(1))))
    #expect(closings(server, ada).isEmpty)
    #expect(!server.server.isFlushed)
    server.land()
    #expect(server.server.isFlushed)
    let last = try #require(server.received[ada]).suffix(2)
    guard case .entry(let entry) = last.first, case .closing = last.last else {
      Issue.record("\(last)")
      return
    }
    #expect(entry.cause?.request == id)
  }

  @Test("within a second, whatever the journal does")
  func limit() {
    var server = ScriptedServer()
    let ada = server.open("Ada")
    server.isJournalWaiting = true
    _ = server.create(MatchSettings(), over: ada)
    server.feed(.leave(.stopping))
    server.pass(.milliseconds(999))
    #expect(closings(server, ada).isEmpty)
    server.pass(.milliseconds(1))
    #expect(closings(server, ada).count == 1)
  }

  @Test("and meanwhile opens no rooms, and accepts no clients and no requests it would lose")
  func drains() {
    var server = ScriptedServer()
    let (ada, bob) = (server.open("Ada"), server.open("Bob"))
    server.isJournalWaiting = true
    _ = server.create(MatchSettings(), over: ada)
    server.feed(.leave(.restarting(retryAfter: .seconds(1))))
    let outputs = server.outputs.count
    server.say(.request(id: server.nextID(), .createRoom(MatchSettings())), over: bob)
    #expect(refusals(server, bob) == [.serverRestarting])
    server.say(.request(id: server.nextID(), .leaveRoom), over: bob)
    server.say(.listRooms(watch: true), over: bob)
    #expect(server.outputs.count == outputs + 1)
    let late = server.open("Eve")
    #expect(closings(server, late).first?.code == "server/restarting")
    #expect(closings(server, bob).isEmpty)
  }
}
