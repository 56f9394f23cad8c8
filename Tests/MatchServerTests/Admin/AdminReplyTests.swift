// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import MatchServer

@Suite("A line of an admin answer", .timeLimit(.minutes(1)))
struct AdminReplyTests {
  /// A line of each kind, and its bytes on the wire.
  private static let lines: [(AdminReply, String)] = [
    (
      .room(
        AdminReply.Room(
          code: "ABCDE", mode: "blitz", phase: "waiting", seats: 2, players: [], spectators: 0,
          seconds: 5)),
      #"{"room":{"code":"ABCDE","mode":"blitz","phase":"waiting","players":[],"seats":2,"#
        + #""seconds":5,"spectators":0}}"#
    ),
    (
      .session(
        AdminReply.Session(
          id: "s1", name: "Ada \"A\"/\u{1b}", bot: true, address: nil, key: nil, room: "ABCDE",
          seconds: 61, rtt: 12.345)),
      #"{"session":{"bot":true,"id":"s1","name":"Ada \"A\"/\u001b","room":"ABCDE","rtt":12.345,"#
        + #""seconds":61}}"#
    ),
    (
      .ban(
        AdminReply.Banned(
          key: nil, address: "203.0.113.0/24", since: "2026-11-22T10:15:00Z", until: nil,
          reason: "")),
      #"{"ban":{"address":"203.0.113.0/24","reason":"","since":"2026-11-22T10:15:00Z"}}"#
    ),
    (
      .status(
        AdminReply.Status(
          version: "1", seconds: 2, connections: 3, sessions: 4, rooms: 5, matches: 6, players: 7,
          spectators: 8, bans: 9, draining: true, stops: 10)),
      #"{"status":{"bans":9,"connections":3,"draining":true,"matches":6,"players":7,"rooms":5,"#
        + #""seconds":2,"sessions":4,"spectators":8,"stops":10,"version":"1"}}"#
    ),
    (
      .world(
        AdminReply.World(
          name: "play", form: 1, rest: 720, synced: true, living: 2, gone: 1, rooms: 9,
          problems: ["So."])),
      #"{"world":{"form":1,"gone":1,"living":2,"name":"play","problems":["So."],"rest":720,"#
        + #""rooms":9,"synced":true}}"#
    ),
    (
      .stream(AdminReply.Stream(name: "FD_play_RESULTS", messages: 1, bytes: 2, last: 3)),
      #"{"stream":{"bytes":2,"last":3,"messages":1,"name":"FD_play_RESULTS"}}"#
    ),
    (
      .stream(AdminReply.Stream(name: "FD_play_RESULTS")), #"{"stream":{"name":"FD_play_RESULTS"}}"#
    ),
    (
      .refilled(
        AdminReply.Refilled(code: "K7QF2", entries: 7, written: 5, says: "was written back")),
      #"{"refilled":{"code":"K7QF2","entries":7,"says":"was written back","written":5}}"#
    ),
    (
      .backup(AdminReply.Backup(pages: 1, of: 2, seconds: 0.5)),
      #"{"backup":{"of":2,"pages":1,"seconds":0.5}}"#
    ),
    (
      .effect(AdminReply.Effect(kind: .waits, says: "So.")),
      #"{"effect":{"kind":"waits","says":"So."}}"#
    ),
    (.done("So."), #"{"done":{"says":"So."}}"#),
    (
      .refused(AdminRefusal(.unknownBan, "No.")),
      #"{"refused":{"code":"unknown_ban","says":"No."}}"#
    ),
  ]

  @Test("is an object with one key, and parsed again")
  func wire() {
    for (line, text) in Self.lines {
      let bytes = AdminWire.line(line)
      #expect(String(decoding: bytes, as: UTF8.self) == text + "\n")
      #expect(AdminWire.answer(bytes) == line)
    }
  }

  @Test(
    "is not parsed from anything else",
    arguments: [
      "", "1", "{}", #"{"other":{}}"#, #"{"done":{}}"#, #"{"done":"So."}"#,
      #"{"done":{"says":"So."},"refused":{"code":"limit","says":"No."}}"#,
      #"{"refused":{"code":"unheard_of","says":"No."}}"#, #"{"room":{"code":"ABCDE"}}"#,
    ])
  func malformed(text: String) {
    #expect(AdminWire.answer(Array(text.utf8)) == nil)
  }

  @Test("ends the answer if it is done or refused")
  func last() {
    for (line, _) in Self.lines {
      #expect(line.isLast == (line.done != nil || line.refused != nil))
    }
    #expect(!AdminAnswer().isLast && AdminAnswer.done("So.").isLast)
  }
}
