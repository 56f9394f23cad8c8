// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Wire

@Suite("Messages of other versions", .timeLimit(.minutes(1)))
struct CompatibilityTests {
  @Test(
    "a field that is not in the schema is skipped in JSON",
    arguments: [
      #""future":1"#, #""future":"x""#, #""future":null"#, #""future":[[],[{"a":[true]}]]"#,
      #""future":{"a":{"b":{}},"c":"}"}"#, #""fünftes":-1.5e3"#,
    ])
  func unknownFieldJSON(_ field: String) throws {
    for text in [
      #"{\#(field),"hello":{"name":"Ada"}}"#, #"{"hello":{"name":"Ada",\#(field)}}"#,
    ] {
      #expect(
        try WireEncoding.json.decodeClientMessage(Array(text.utf8))
          == .hello(Hello(agent: "", name: "Ada")))
    }
  }

  @Test(
    "a field that is not in the schema is skipped in the binary form",
    arguments: [
      // Field 1000 as a number, 8 bytes, text, a group and 4 bytes.
      [0xc0, 0x3e, 0x05], [0xc1, 0x3e, 1, 2, 3, 4, 5, 6, 7, 8], [0xc2, 0x3e, 0x02, 0x68, 0x69],
      [0xc3, 0x3e, 0xc0, 0x3e, 0x05, 0xc4, 0x3e], [0xc5, 0x3e, 1, 2, 3, 4],
    ] as [[UInt8]])
  func unknownFieldBinary(_ field: [UInt8]) throws {
    let message = ClientMessage.request(id: RequestID(300), .leaveRoom)
    let bytes = WireEncoding.proto.encode(message)
    #expect(try WireEncoding.proto.decodeClientMessage(bytes + field) == message)
    #expect(try WireEncoding.proto.decodeClientMessage(field + bytes) == message)
    // Within the message: its length, the second byte, grows.
    var inner = bytes + field
    inner[1] += UInt8(field.count)
    #expect(try WireEncoding.proto.decodeClientMessage(inner) == message)
  }

  @Test("an event that is not in the schema keeps its number and changes nothing")
  func unknownEvent() throws {
    let expected = ServerMessage.entry(
      Entry(seq: 1, at: ServerTime(microseconds: 5), event: .unrecognized))
    let text = #"{"entry":{"seq":"1","at":"5","thunder":{"seat":1}}}"#
    #expect(try WireEncoding.json.decodeServerMessage(Array(text.utf8)) == expected)
    // Field 99 of the entry, a message of two bytes.
    let bytes: [UInt8] = [0x2a, 0x09, 0x08, 0x01, 0x10, 0x05, 0x9a, 0x06, 0x02, 0x08, 0x01]
    #expect(try WireEncoding.proto.decodeServerMessage(bytes) == expected)
    var view = MatchView()
    view.apply(Entry(seq: 1, at: ServerTime(microseconds: 5), event: .unrecognized))
    #expect(view.seq == 1)
  }

  @Test("an unknown message is distinguished from an unreadable one")
  func unknownMessage() throws {
    for text in ["{}", #"{"sing":{"id":"4"}}"#] {
      #expect(
        try WireEncoding.json.decodeClientMessage(Array(text.utf8))
          == .unsupported(id: nil, name: ""))
      #expect(try WireEncoding.json.decodeServerMessage(Array(text.utf8)) == .unrecognized)
    }
    for bytes in [[], [0xba, 0x06, 0x00]] as [[UInt8]] {
      #expect(
        try WireEncoding.proto.decodeClientMessage(bytes) == .unsupported(id: nil, name: ""))
      #expect(try WireEncoding.proto.decodeServerMessage(bytes) == .unrecognized)
    }
    let unsupported = ClientMessage.unsupported(id: RequestID(4), name: "sing")
    #expect(WireEncoding.proto.encode(unsupported).isEmpty)
  }

  @Test("a server that knows moves does not expect them of a client that does not say so")
  func helloWithoutMoves() throws {
    let hello = ClientMessage.hello(Hello(agent: "", name: "Ada"))
    #expect(
      try WireEncoding.json.decodeClientMessage(Array(#"{"hello":{"name":"Ada"}}"#.utf8)) == hello)
    // What clients sent before there were moves: the name, field 2 of hello.
    let bytes: [UInt8] = [0x0a, 0x05, 0x12, 0x03, 0x41, 0x64, 0x61]
    #expect(try WireEncoding.proto.decodeClientMessage(bytes) == hello)
    #expect(WireEncoding.proto.encode(hello) == bytes)
  }

  @Test("an intent that is not in the schema keeps its number, to be refused by it")
  func unknownIntent() throws {
    let text = #"{"intent":{"id":"9","seenSeq":"3","juggle":{}}}"#
    #expect(
      try WireEncoding.json.decodeClientMessage(Array(text.utf8))
        == .unsupported(id: RequestID(9), name: "intent"))
  }

  @Test("of a seat's presence this version reads whether it is connected")
  func presence() throws {
    let text =
      #"{"presence":{"seats":[{"seat":0,"connected":true,"link":"LINK_FAIR","lagMs":80}]}}"#
    #expect(
      try WireEncoding.json.decodeServerMessage(Array(text.utf8))
        == .presence([SeatPresence(seat: SeatIndex(0), isConnected: true)]))
    try expectInSchema(text)
  }

  /// Expects that decoding skips nothing of the text: each of its names is in the schema.
  private func expectInSchema(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let message = try WireEncoding.json.message(WireServerMessage.self, from: Array(text.utf8))
    #expect(
      String(decoding: WireEncoding.json.bytes(of: message), as: UTF8.self) == text,
      sourceLocation: sourceLocation)
  }

  @Test("equivalent forms of JSON are decoded alike")
  func jsonLiberties() throws {
    let expected = ClientMessage.request(
      id: RequestID(2),
      .joinRoom(
        JoinRoom(code: "A", role: .player, roomID: "r", afterSeq: 0)))
    for text in [
      #"{"joinRoom":{"id":"2","code":"A","role":"ROLE_PLAYER","roomId":"r","afterSeq":"0"}}"#,
      #"{"joinRoom":{"id":2,"code":"A","role":1,"roomId":"r","afterSeq":0}}"#,
      #"{"join_room":{"id":"2","code":"\u0041","role":"ROLE_PLAYER","room_id":"r","after_seq":0}}"#,
      """
      { "joinRoom" : { "afterSeq" : 0, "roomId" : "r", "role" : "ROLE_PLAYER",
        "code" : "A", "id" : 2.0 }, "hello" : null }
      """,
    ] {
      #expect(try WireEncoding.json.decodeClientMessage(Array(text.utf8)) == expected)
    }
  }
}
