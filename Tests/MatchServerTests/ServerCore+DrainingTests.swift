// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer
import Protocol
import Testing

@Suite("A server core that drains", .timeLimit(.minutes(1)))
struct ServerCoreDrainingTests {
  private func drains(_ server: ScriptedServer) -> Int {
    server.outputs.count { $0 == .drained }
  }

  private func ready(_ server: inout ScriptedServer, _ connection: ServerConnectionID) {
    let intent = Intent.ready(entropyCommit: [])
    server.say(
      .request(
        id: server.nextID(), .intent(IntentRequest(seenSeq: server.seq(connection), intent: intent))
      ),
      over: connection
    )
  }

  @Test("stops within a second when nothing is played, and says so once")
  func empty() {
    var server = ScriptedServer()
    let ada = server.open("Ada")
    _ = server.create(MatchSettings(seats: 2), over: ada)
    #expect(!server.server.isDraining)
    #expect(
      server.ask(.drain(within: nil)).last?.done
        == "No match is running: the server is stopping.")
    #expect(server.server.isDraining && server.ask(.status).first?.status?.draining == true)
    #expect(server.count(ada) { if case .notice = $0 { true } else { false } } == 1)
    server.pass(.seconds(30))
    #expect(drains(server) == 1)
  }

  @Test("starts nothing new: no room, no quick match, no match in an existing room")
  func refuses() {
    var server = ScriptedServer()
    let (ada, bob) = (server.open("Ada"), server.open("Bob"))
    _ = server.create(MatchSettings(seats: 1), over: ada)
    _ = server.ask(.drain(within: nil))
    server.say(.request(id: server.nextID(), .createRoom(MatchSettings())), over: bob)
    server.say(
      .request(
        id: server.nextID(), .quickMatch(QuickMatch(mode: .memorize, seats: 2, isRated: false))),
      over: bob)
    ready(&server, ada)
    #expect(server.refusals(bob).map(\.code) == [.serverDraining, .serverDraining])
    #expect(server.refusals(ada).map(\.code) == [.serverDraining])
    #expect(server.ask(.status, 2).first?.status?.matches == 0)
  }

  @Test("answers repeated requests as before")
  func repeats() {
    var server = ScriptedServer()
    let (ada, bob) = (server.open("Ada"), server.open("Bob"))
    let code = server.create(MatchSettings(seats: 2), over: ada)
    server.join(code, .player, over: bob)
    let ready = ClientMessage.request(
      id: server.nextID(),
      .intent(
        IntentRequest(
          seenSeq: server.seq(ada), intent: .ready(entropyCommit: []))))
    server.say(ready, over: ada)
    let granted = server.entries(ada).last
    #expect(granted?.cause != nil)
    _ = server.ask(.drain(within: nil))
    server.say(ready, over: ada)
    #expect(server.refusals(ada) == [])
    #expect(server.entries(ada).suffix(2) == [granted, granted])
  }

  @Test("lets a running match finish, until its deadline")
  func waits() {
    var server = ScriptedServer()
    let ada = server.open("Ada")
    _ = server.create(MatchSettings(seats: 1), over: ada)
    ready(&server, ada)
    #expect(server.ask(.status).first?.status?.matches == 1)
    let told = server.ask(.drain(within: .seconds(20)), 2).last?.done
    #expect(told?.contains("once the running match is over, at ") == true)
    let notice = "This server starts no new matches and stops once the running ones are over, in "
    #expect(server.count(ada) { $0 == .notice(notice + "20 seconds at the latest.") } == 1)
    server.pass(.seconds(19))
    #expect(drains(server) == 0)
    #expect(server.ask(.status, 3).first?.status?.stops == 1)
    let id = server.nextID()
    server.say(
      .request(id: id, .intent(IntentRequest(seenSeq: server.seq(ada), intent: .deal))), over: ada)
    #expect(!server.refusals(ada).contains { $0.code == .serverDraining })
    server.pass(.seconds(2))
    #expect(drains(server) == 1)
  }

  /// The closing message of a restarting server.
  private func goodbye(_ server: inout ScriptedServer, _ connection: ServerConnectionID) -> Closing?
  {
    server.feed(.leave(.restarting(retryAfter: .seconds(1))))
    for case .closing(let closing) in server.received[connection] ?? [] { return closing }
    return nil
  }

  @Test("tells clients not to retry once it has drained")
  func goodbyeAfterDraining() throws {
    var server = ScriptedServer()
    let ada = server.open("Ada")
    _ = server.create(MatchSettings(seats: 2), over: ada)
    _ = server.ask(.drain(within: nil))
    server.pass(.seconds(2))
    #expect(drains(server) == 1)
    let told = try #require(goodbye(&server, ada))
    #expect(told.code == "server/draining" && told.retryAfter == nil)
    #expect(told.reason.hasPrefix("The server has shut down"))
  }

  @Test("tells clients to retry if the deadline passed before the matches were over")
  func goodbyeInMatch() throws {
    var server = ScriptedServer()
    let ada = server.open("Ada")
    _ = server.create(MatchSettings(seats: 1), over: ada)
    ready(&server, ada)
    _ = server.ask(.drain(within: .seconds(2)))
    server.pass(.seconds(3))
    #expect(drains(server) == 1)
    let told = try #require(goodbye(&server, ada))
    #expect(told.code == "server/restarting" && told.retryAfter == .seconds(1))
  }

  @Test("stops when the last match is over")
  func ends() {
    var server = ScriptedServer()
    let ada = server.open("Ada")
    _ = server.create(MatchSettings(seats: 1), over: ada)
    ready(&server, ada)
    _ = server.ask(.drain(within: nil))
    server.pass(.seconds(3))
    #expect(drains(server) == 0)
    server.say(
      .request(
        id: server.nextID(), .intent(IntentRequest(seenSeq: server.seq(ada), intent: .resign))),
      over: ada)
    server.pass(.seconds(3))
    #expect(server.ask(.status, 2).first?.status?.matches == 0)
    #expect(drains(server) == 1)
  }

  @Test("stops draining on request, and refuses nonsense")
  func cancels() {
    var server = ScriptedServer()
    let ada = server.open("Ada")
    #expect(server.ask(.cancelDrain).last?.refused?.code == .unavailable)
    _ = server.create(MatchSettings(seats: 1), over: ada)
    ready(&server, ada)
    _ = server.ask(.drain(within: .seconds(5)), 2)
    #expect(server.ask(.cancelDrain, 3).last?.done != nil)
    server.pass(.seconds(30))
    #expect(drains(server) == 0 && !server.server.isDraining)
    let bob = server.open("Bob")
    #expect(!server.create(MatchSettings(), over: bob).isEmpty)
    server.feed(.leave(.stopping))
    #expect(server.ask(.drain(within: nil), 4).last?.refused?.code == .unavailable)
  }
}
