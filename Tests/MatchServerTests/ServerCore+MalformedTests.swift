// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer
import Protocol
import Testing
import Wire

@Suite("Invalid messages", .timeLimit(.minutes(1)))
struct ServerCoreMalformedTests {
  /// The refusals that a peer in a room gets for `texts`, and its close codes.
  private func answers(
    to texts: [String]
  ) -> (refusals: [(id: RequestID?, refusal: Refusal)], closed: [UInt16]) {
    var server = ScriptedServer()
    let connection = server.open("Ana", .json)
    server.say(.request(id: RequestID(1), .createRoom(MatchSettings())), over: connection, .json)
    for text in texts { server.feed(.received(connection, Array(text.utf8), at: server.now)) }
    let refusals = server.received[connection, default: []].compactMap {
      message -> (id: RequestID?, refusal: Refusal)? in
      if case .refused(let id, let refusal) = message { (id, refusal) } else { nil }
    }
    return (refusals, server.closeCodes(connection))
  }

  @Test(
    "lacking a field they are refused with their number, and the connection stays open",
    arguments: [
      (#"{"intent":{"id":"2","seenSeq":"3","choose":{}}}"#, 2, "choose.card"),
      (#"{"intent":{"id":"2","choose":{"card":64}}}"#, 2, "intent.seen_seq"),
      (#"{"ping":{"t0":"1"}}"#, nil, "ping.id"),
      (#"{"ping":{"id":"1"}}"#, nil, "ping.t0"),
      (#"{"ping":{"id":"1","t0":"1","nonce":"1"}}"#, nil, "ping.held"),
      (#"{"react":{}}"#, nil, "react.reaction"),
      (#"{"leaderboard":{"id":"2"}}"#, 2, "leaderboard.mode"),
      (
        #"{"joinRoom":{"id":"2","code":"ABCDE","role":"ROLE_PLAYER","afterSeq":"1"}}"#, 2,
        "join_room.room_id"
      ),
      (#"{"leaveRoom":{}}"#, nil, "leave_room.id"),
    ] as [(String, UInt64?, String)])
  func missing(text: String, id: UInt64?, field: String) throws {
    let (refusals, closed) = answers(to: [text])
    #expect(closed == [])
    let answer = try #require(refusals.first)
    #expect(refusals.count == 1)
    #expect(answer.id == id.map { RequestID($0) })
    #expect(answer.refusal == Refusal(.requestMalformed, [Refusal.Fact("field", field)]))
  }

  @Test(
    "with a value out of bounds they are refused with the rule it breaks",
    arguments: [
      (
        #"{"intent":{"id":"2","seenSeq":"3","configure":{"settings":{"pairs":300}}}}"#,
        "settings/out_of_range", "pairs"
      ),
      (
        #"{"intent":{"id":"2","seenSeq":"3","configure":{"settings":{"pairs":-1}}}}"#,
        "settings/out_of_range", "pairs"
      ),
      (
        #"{"intent":{"id":"2","seenSeq":"3","configure":{"settings":{"mode":9}}}}"#,
        "settings/out_of_range", "mode"
      ),
      (
        #"{"intent":{"id":"2","seenSeq":"3","removeSeat":{"seat":200}}}"#,
        "room/unknown_seat", nil
      ),
      (
        #"{"ping":{"id":"1","t0":"1","nonce":"1","held":"-1"}}"#,
        "request/malformed", "ping.held"
      ),
      (
        #"{"joinRoom":{"id":"2","role":"ROLE_PLAYER","code":"\#(String(repeating: "A", count: 65))"}}"#,
        "request/malformed", "join_room.code"
      ),
      (
        #"{"replay":{"id":"2","matchId":"\#(String(repeating: "m", count: 65))"}}"#,
        "request/malformed", "replay.match_id"
      ),
    ] as [(String, String, String?)])
  func outOfBounds(text: String, code: String, field: String?) throws {
    let (refusals, closed) = answers(to: [text])
    #expect(closed == [])
    let answer = try #require(refusals.first)
    #expect(answer.refusal.code.rawValue == code)
    #expect(answer.refusal.fact("field") == field)
  }

  @Test("they use up no number: it may be used again by a valid message")
  func number() throws {
    let (refusals, closed) = answers(to: [
      #"{"joinRoom":{"id":"5","code":"ABCDE"}}"#,
      #"{"joinRoom":{"id":"5","code":"ABCDE","role":"ROLE_PLAYER"}}"#,
    ])
    #expect(closed == [])
    #expect(refusals.map(\.id) == [RequestID(5), RequestID(5)])
    #expect(refusals.map(\.refusal.code) == [.requestMalformed, .roomUnknownCode])
  }

  @Test("undecodable bytes end the connection with 1007")
  func undecodable() {
    let (refusals, closed) = answers(to: [#"{"intent":{"id":"2","choose":"#])
    #expect(refusals.isEmpty)
    #expect(closed == [1007])
  }

  @Test("a hello may be corrected; an invalid name ends the connection")
  func hello() throws {
    var server = ScriptedServer()
    let long = String(repeating: "a", count: 129)
    server.feed(.opened(ServerConnectionID(90), .json, address: nil))
    server.say(.hello(Hello(agent: long, name: "Ana")), over: ServerConnectionID(90), .json)
    #expect(server.refusals(ServerConnectionID(90)).map { $0.fact("field") } == ["hello.agent"])
    server.say(.hello(Hello(agent: "a", name: "Ana")), over: ServerConnectionID(90), .json)
    #expect(server.welcome(ServerConnectionID(90)) != nil)
    server.feed(.opened(ServerConnectionID(91), .json, address: nil))
    server.say(.hello(Hello(agent: "a", name: long)), over: ServerConnectionID(91), .json)
    #expect(server.closing(ServerConnectionID(91))?.code == "session/bad_name")
    #expect(server.closeCodes(ServerConnectionID(91)) == [1008])
  }

  @Test("they count against the message rate")
  func tooFast() {
    let (refusals, closed) = answers(
      to: Array(repeating: #"{"leaderboard":{"id":"2"}}"#, count: 80))
    #expect(refusals.contains { $0.refusal.code == .limitTooFast && $0.id == RequestID(2) })
    #expect(closed == [1008])
  }
}
