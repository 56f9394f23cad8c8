// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Wire

@Suite("Messages that cannot be", .timeLimit(.minutes(1)))
struct MalformedTests {
  @Test(
    "a value that a client cannot send is an error that names it",
    arguments: malformedClientMessages, WireEncoding.allCases)
  func client(_ fault: Fault<WireClientMessage>, _ encoding: WireEncoding) {
    #expect(throws: fault.error) {
      try encoding.decodeClientMessage(encoding.bytes(of: fault.message))
    }
  }

  @Test(
    "a request that cannot be taken has its number all the same", arguments: WireEncoding.allCases)
  func numbers(_ encoding: WireEncoding) {
    for fault in malformedClientMessages {
      let id = encoding.requestID(inClientMessage: encoding.bytes(of: fault.message))
      switch fault.error {
      case .missing(let field) where field.hasSuffix(".id"): #expect(id == nil, "\(field)")
      case .outOfRange(let field, let value, _) where field.hasSuffix(".id"):
        #expect(id == UInt64(value).map { RequestID($0) }, "\(field)")
      case .missing(let field), .outOfRange(let field, _, _), .tooLong(let field, _, _):
        let isRequest = !["hello.", "prove.", "ping.", "react.", "point.", "watching."].contains {
          field.hasPrefix($0)
        }
        #expect(id == (isRequest ? RequestID(1) : nil), "\(field)")
      case .undecodable, .brokenLog: Issue.record("\(fault)")
      }
    }
    #expect(encoding.requestID(inClientMessage: [0xff]) == nil)
  }

  @Test("values that the rules refuse are decoded unchanged", arguments: WireEncoding.allCases)
  func outOfRules(_ encoding: WireEncoding) throws {
    let id = RequestID(1)
    var settings = [MatchSettings(pairs: 300), MatchSettings(pairs: -1), MatchSettings(seats: 200)]
    settings.append(MatchSettings(shuffleEvery: -4))
    settings.append(MatchSettings(turnLimit: .milliseconds(-1), reveal: .seconds(100_000)))
    let choices = settings.flatMap { settings -> [ClientMessage] in
      let configure = IntentRequest(seenSeq: 3, intent: .configure(settings))
      return [.request(id: id, .createRoom(settings)), .request(id: id, .intent(configure))]
    }
    let others: [ClientMessage] = [
      .hello(Hello(agent: "", name: String(repeating: "x", count: 97))),
      .request(id: id, .quickMatch(QuickMatch(mode: .zen, seats: 256, isRated: false))),
      .request(id: id, .intent(IntentRequest(seenSeq: 3, intent: .removeSeat(SeatIndex(200))))),
    ]
    for message in choices + others {
      #expect(try encoding.decodeClientMessage(encoding.encode(message)) == message)
    }
  }

  @Test(
    "a value that the server cannot send is an error that names it",
    arguments: malformedServerMessages, WireEncoding.allCases)
  func server(_ fault: Fault<WireServerMessage>, _ encoding: WireEncoding) {
    #expect(throws: fault.error) {
      try encoding.decodeServerMessage(encoding.bytes(of: fault.message))
    }
  }

  @Test(
    "an impossible entry is an error that names what is wrong",
    arguments: malformedEntries, WireEncoding.allCases)
  func entry(_ fault: Fault<WireEntry>, _ encoding: WireEncoding) {
    var message = WireServerMessage()
    message.entry = fault.message
    #expect(throws: fault.error) {
      try encoding.decodeServerMessage(encoding.bytes(of: message))
    }
  }

  @Test(
    "invalid JSON is an error",
    arguments: [
      "", " ", "{", "null", "5", "[]", "\"hello\"", "{}x", "{\"hello\":", "{'hello':{}}",
      #"{"hello":{"name":5}}"#,
      #"{"hello":{"name":"A"},"ping":{}}"#,
      #"{"hello":{"resumeToken":"%%%"}}"#,
      #"{"hello":{"name":"\ud800"}}"#,
      #"{"leaveRoom":{"id":"-1"}}"#,
      #"{"leaveRoom":{"id":"1e99"}}"#,
      #"{"leaveRoom":{"id":1.5}}"#,
      #"{"leaveRoom":{"id":"18446744073709551616"}}"#,
      #"{"intent":{"id":"1","choose":{"card":4294967296}}}"#,
      #"{"intent":{"id":"1","removeSeat":{"seat":-1}}}"#,
      #"{"createRoom":{"id":"1","settings":{"mode":"MODE_TURBO"}}}"#,
      #"{"createRoom":{"id":"1","settings":{"pairs":99999999999}}}"#,
      #"{"intent":{"id":"1","deal":{},"shuffle":{}}}"#,
    ])
  func json(_ text: String) {
    expectUndecodable(.json, Array(text.utf8))
  }

  @Test(
    "invalid protobuf is an error",
    arguments: [
      // Tags without a value, of a field with number 0, and of no wire type.
      [0x0a], [0x00, 0x00], [0x0f],
      // A length beyond the end; the longest length that can be encoded.
      [0x0a, 0x05, 0x01], [0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
      // A number of eleven bytes.
      [0x42, 0x0b] + [UInt8](repeating: 0xff, count: 11),
      // A name in no UTF-8.
      [0x0a, 0x04, 0x12, 0x02, 0xc3, 0x28],
      // The end of a group without its beginning, and the beginning without its end.
      [0xa4, 0x06], [0xa3, 0x06],
    ] as [[UInt8]])
  func proto(_ bytes: [UInt8]) {
    expectUndecodable(.proto, bytes)
  }

  @Test("text that is no UTF-8 is an error")
  func utf8() {
    let opening = Array(#"{"hello":{"name":""#.utf8)
    let ending = Array(#""}}"#.utf8)
    let texts: [[UInt8]] = [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf5]]
    for bytes in texts {
      expectUndecodable(.json, opening + bytes + ending)
    }
  }

  @Test("nesting without end is an error, or skipped, and never the end of the program")
  func nesting() throws {
    let depth = 200_000
    let objects = String(repeating: #"{"x":"#, count: depth)
    expectUndecodable(.json, Array(objects.utf8))
    expectUndecodable(.json, Array((objects + "1" + String(repeating: "}", count: depth)).utf8))
    let arrays =
      #"{"x":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      + #","hello":{"name":"Ada"}}"#
    let message = try WireEncoding.json.decodeClientMessage(Array(arrays.utf8))
    #expect(message == .hello(Hello(agent: "", name: "Ada")))
    // Groups: a wire type of old, field 100.
    expectUndecodable(.proto, [UInt8](repeating: 0, count: depth).flatMap { _ in [0xa3, 0x06] })
  }

  private func expectUndecodable(
    _ encoding: WireEncoding, _ bytes: [UInt8],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: WireError.self, sourceLocation: sourceLocation) {
      try encoding.decodeClientMessage(bytes)
    }
    guard case .undecodable(encoding, bytes.count, let problem) = error else {
      Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
    #expect(!problem.isEmpty && problem.count <= 80, sourceLocation: sourceLocation)
  }
}

/// A message with one error, and the expected description of it.
struct Fault<Message: Sendable>: Sendable, CustomTestStringConvertible {
  let message: Message
  let error: WireError

  var testDescription: String { "\(error)" }
}
