// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing
import Wire

@Suite("What is said about a malformed message", .timeLimit(.minutes(1)))
struct WireErrorTests {
  private static let errors: [WireError] = [
    .undecodable(.json, bytes: 12, problem: "truncated"),
    .missing(field: "flipped.seat"),
    .outOfRange(field: "flipped.seat", value: "9", allowed: "0...7"),
    .tooLong(field: "hello.name", count: 97, limit: 96),
    .brokenLog(seq: 4, next: 6),
    .outOfRange(field: "match_settings.mode", value: "9", allowed: "a case of the schema"),
  ]

  @Test("an error is a sentence that says what to do", arguments: errors)
  func sentences(_ error: WireError) {
    #expect(error.description.hasSuffix("."))
    #expect(error.description.contains("send "))
  }

  @Test("an error's facts are in the sender's refusal")
  func refusals() {
    let expected: [Refusal] = [
      Refusal(
        .requestMalformed, [Refusal.Fact("bytes", "12"), Refusal.Fact("problem", "truncated")]),
      Refusal(.requestMalformed, [Refusal.Fact("field", "flipped.seat")]),
      Refusal(
        .requestMalformed,
        [
          Refusal.Fact("field", "flipped.seat"), Refusal.Fact("value", "9"),
          Refusal.Fact("allowed", "0...7"),
        ]),
      Refusal(
        .requestMalformed,
        [
          Refusal.Fact("field", "hello.name"), Refusal.Fact("count", "97"),
          Refusal.Fact("limit", "96"),
        ]),
      Refusal(.requestMalformed, [Refusal.Fact("seq", "4"), Refusal.Fact("next", "6")]),
      .outOfRange("mode", value: "9", allowed: "a case of the schema"),
    ]
    #expect(Self.errors.map(\.refusal) == expected)
  }

  @Test("a code of a later server survives, with its facts", arguments: WireEncoding.allCases)
  func unknownCode(_ encoding: WireEncoding) throws {
    let text = #"{"refused":{"id":"3","code":"play/some_day","facts":{"day":"Friday"}}}"#
    let message = try WireEncoding.json.decodeServerMessage(Array(text.utf8))
    guard case .refused(RequestID(3), let refusal) = message else {
      Issue.record("\(message)")
      return
    }
    #expect(refusal.code == .unrecognized)
    #expect(refusal.fact(Refusal.unrecognizedCode) == "play/some_day")
    #expect(refusal.fact("day") == "Friday")
    #expect(String(decoding: WireEncoding.json.encode(message), as: UTF8.self) == text)
    #expect(try encoding.decodeServerMessage(encoding.encode(message)) == message)
  }

  @Test(
    "a peer cannot set the fact that holds an unknown code",
    arguments: ["play/some_day", "play/stale", "refusal/unrecognized"], WireEncoding.allCases)
  func forgedCode(code: String, _ encoding: WireEncoding) throws {
    let text = #"{"refused":{"code":"\#(code)","facts":{"unrecognized_code":"room/full"}}}"#
    let message = try WireEncoding.json.decodeServerMessage(Array(text.utf8))
    guard case .refused(nil, let refusal) = message else {
      Issue.record("\(message)")
      return
    }
    #expect(refusal.fact(Refusal.unrecognizedCode) == (code == "play/some_day" ? code : nil))
    #expect(try encoding.decodeServerMessage(encoding.encode(message)) == message)
  }
}
