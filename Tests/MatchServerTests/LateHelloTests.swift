// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer
import Protocol
import Testing

/// A hello that was held up on the way, while its client has come back over another connection.
@Suite("A late hello", .timeLimit(.minutes(1)))
struct LateHelloTests {
  private func token(_ hall: ScriptedHall, _ link: LinkID) -> [UInt8]? {
    hall.received[link]?.compactMap { message in
      if case .welcome(let welcome) = message { welcome.resumeToken } else { nil }
    }.last
  }

  private func session(_ hall: ScriptedHall, _ link: LinkID) -> String? {
    hall.received[link]?.compactMap { message in
      if case .welcome(let welcome) = message { welcome.sessionID } else { nil }
    }.last
  }

  private func closings(_ hall: ScriptedHall, _ link: LinkID) -> [String] {
    (hall.received[link] ?? []).compactMap { message in
      if case .closing(let closing) = message { closing.code } else { nil }
    }
  }

  @Test("costs the newer connection neither its session nor its token", arguments: [false, true])
  func late(newerIsGone: Bool) throws {
    var hall = ScriptedHall()
    let first = hall.open("Ada")
    let old = try #require(token(hall, first))
    let hello = ClientMessage.hello(Hello(agent: "test", name: "Ada", resumeToken: old))
    let (older, newer, last) = (LinkID(101), LinkID(102), LinkID(103))
    hall.feed(.closed(first))
    hall.feed(.opened(older, .proto))
    hall.feed(.opened(newer, .proto))
    hall.say(hello, over: newer)
    if newerIsGone { hall.feed(.closed(newer)) }
    hall.say(hello, over: older)
    #expect(closings(hall, older) == ["session/taken_over"])
    #expect(session(hall, older) == nil)
    #expect(closings(hall, newer) == [])

    // What the newer one was welcomed with still leads back.
    hall.feed(.closed(older))
    let fresh = try #require(token(hall, newer))
    hall.feed(.opened(last, .proto))
    hall.say(
      .hello(Hello(agent: "test", name: "Ada", resumeToken: fresh)), over: last)
    #expect(session(hall, last) == session(hall, first))
  }

  @Test("over the newest connection is the one that counts")
  func newest() throws {
    var hall = ScriptedHall()
    let first = hall.open("Ada")
    let old = try #require(token(hall, first))
    let newer = LinkID(101)
    hall.feed(.opened(newer, .proto))
    hall.say(.hello(Hello(agent: "test", name: "Ada", resumeToken: old)), over: newer)
    #expect(closings(hall, first) == ["session/taken_over"])
    #expect(session(hall, newer) == session(hall, first))
  }
}
