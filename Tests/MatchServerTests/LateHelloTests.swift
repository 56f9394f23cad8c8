// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer
import Protocol
import Testing
import Wire

/// A hello that was delayed in transit, while its client has reconnected over another connection.
@Suite("A late hello", .timeLimit(.minutes(1)))
struct LateHelloTests {
  private func token(_ server: ScriptedServer, _ connection: ServerConnectionID) -> [UInt8]? {
    server.received[connection]?.compactMap { message in
      if case .welcome(let welcome) = message { welcome.resumeToken } else { nil }
    }.last
  }

  private func session(_ server: ScriptedServer, _ connection: ServerConnectionID) -> String? {
    server.received[connection]?.compactMap { message in
      if case .welcome(let welcome) = message { welcome.sessionID } else { nil }
    }.last
  }

  private func closings(_ server: ScriptedServer, _ connection: ServerConnectionID) -> [String] {
    (server.received[connection] ?? []).compactMap { message in
      if case .closing(let closing) = message { closing.code } else { nil }
    }
  }

  @Test("does not displace a newer connection", arguments: [false, true])
  func late(newerIsGone: Bool) throws {
    var server = ScriptedServer()
    let first = server.open("Ada")
    let old = try #require(token(server, first))
    let hello = ClientMessage.hello(Hello(agent: "test", name: "Ada", resumeToken: old))
    let (older, newer, last) = (
      ServerConnectionID(101), ServerConnectionID(102), ServerConnectionID(103)
    )
    server.feed(.closed(first))
    server.feed(.opened(older, .proto))
    server.feed(.opened(newer, .proto))
    server.say(hello, over: newer)
    if newerIsGone { server.feed(.closed(newer)) }
    server.say(hello, over: older)
    #expect(closings(server, older) == ["session/taken_over"])
    #expect(session(server, older) == nil)
    #expect(closings(server, newer) == [])

    // The newer connection's token still resumes the session.
    server.feed(.closed(older))
    let fresh = try #require(token(server, newer))
    server.feed(.opened(last, .proto))
    server.say(
      .hello(Hello(agent: "test", name: "Ada", resumeToken: fresh)), over: last)
    #expect(session(server, last) == session(server, first))
  }

  @Test("over the newest connection wins")
  func newest() throws {
    var server = ScriptedServer()
    let first = server.open("Ada")
    let old = try #require(token(server, first))
    let newer = ServerConnectionID(101)
    server.feed(.opened(newer, .proto))
    server.say(.hello(Hello(agent: "test", name: "Ada", resumeToken: old)), over: newer)
    #expect(closings(server, first) == ["session/taken_over"])
    #expect(session(server, newer) == session(server, first))
  }
}
