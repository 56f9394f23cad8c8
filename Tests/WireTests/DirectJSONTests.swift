// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Wire

@Suite("JSON written directly", .timeLimit(.minutes(1)))
struct DirectJSONTests {
  /// Whether it was written directly; it must be the same bytes then.
  private func isDirect(_ message: ServerMessage) -> Bool {
    let wire = WireServerMessage(message)
    guard let bytes = DirectJSON.bytes(of: wire) else { return false }
    let general = String(decoding: WireEncoding.json.bytes(of: wire), as: UTF8.self)
    #expect(String(decoding: bytes, as: UTF8.self) == general)
    return true
  }

  @Test("is the same bytes for every sample of a message")
  func samples() {
    for sample in serverSamples { _ = isDirect(sample.message) }
    let entries = entrySamples.map { ServerMessage.entry($0.message) }.count(where: isDirect)
    #expect(entries > 0)
  }

  @Test("is the same bytes for the entries of random logs", arguments: UInt64(1)...20)
  func randomLogs(seed: UInt64) {
    var log = RandomLog(seed: seed)
    var direct = 0
    for _ in 0..<200 where isDirect(.entry(log.next())) { direct += 1 }
    #expect(direct > 0)
  }

  @Test("is the same bytes for extreme numbers, all settings and texts that need escaping")
  func extremes() {
    for number in [Int64.min, -1, 0, 9, 10, 99, 100, .max] {
      let time = ServerTime(microseconds: number)
      let id = UInt64(bitPattern: number)
      let began = Event.TurnBegan(seat: SeatIndex(Int(number)), deadline: time)
      let cause = Cause(actor: ActorNumber(.max), request: RequestID(id))
      #expect(isDirect(.entry(Entry(seq: id, at: time, cause: cause, event: .turnBegan(began)))))
    }
    for mode in MatchSettings.Mode.allCases {
      for shuffle in MatchSettings.Shuffle.allCases {
        for audience in MatchSettings.Audience.allCases {
          var settings = MatchSettings(mode: mode, shuffle: shuffle, audience: audience)
          settings.daily = Day("2026-11-29")
          let event = Event.configured(settings, theme: "sea")
          #expect(isDirect(.entry(Entry(seq: 1, at: .zero, event: event))))
        }
      }
    }
    for theme in ["a\"b", "a\\b", "a\nb", "caf\u{e9}", "\u{7f}", "<&>/'"] {
      let entry = Entry(seq: 1, at: .zero, event: .configured(MatchSettings(), theme: theme))
      _ = isDirect(.entry(entry))
      let bytes = WireEncoding.json.encode(.entry(entry))
      #expect((try? WireEncoding.json.decodeServerMessage(bytes)) == .entry(entry))
    }
  }

  /// Whether it was parsed directly; it must be the same message then.
  private func isParsed(_ bytes: [UInt8]) -> Bool {
    guard let message = DirectJSONParser.message(from: bytes) else { return false }
    let general = try? WireEncoding.json.message(WireClientMessage.self, from: bytes)
    #expect(message == general, "\(String(decoding: bytes, as: UTF8.self))")
    return true
  }

  @Test("is parsed to the same message, samples of clients' messages and damaged ones")
  func parsing() {
    let originals = clientSamples.map { WireEncoding.json.encode($0.message) }
    #expect(originals.count(where: isParsed) > 3)
    var damage = Damage(seed: 1)
    var parsed = 0
    for original in originals where isParsed(original) {
      for _ in 0..<3_000 where isParsed(damage.damaged(original, others: originals)) { parsed += 1 }
    }
    #expect(parsed > 0)
  }

  @Test(
    "is parsed only if nothing is unusual",
    arguments: [
      (#"{"intent":{"id":"1","shownAt":"-5"}}"#, true), (#"{"intent":{}}"#, true),
      (#"{"intent":{"shownAt":"5","id":"1"}}"#, false), (#"{"intent":{"id":"01"}}"#, false),
      (#"{"intent":{"id":"-1"}}"#, false), (#"{"intent":{"shownAt":"-0"}}"#, false),
      (#"{"intent":{"id":"18446744073709551615"}}"#, true),
      (#"{"intent":{"id":"18446744073709551616"}}"#, false),
      (#"{"intent":{"shownAt":"-9223372036854775808"}}"#, true), (#"{"intent":{"id":1}}"#, false),
      (#"{"intent":{"id":"1"}} "#, false), (#"{"intent":{"id":"1"},}"#, false),
      (#"{"intent":{,"id":"1"}}"#, false), (#"{"intent":{"id":""}}"#, false),
      (#"{"intent":{"id":"1"#, false),
      (#"{"intent":{"id":"1","id":"1"}}"#, false), (#"{"intent":{"id":"1"}}"#, true), ("{}", false),
      (#"{"intent":{"id":"1","deal":{},"shuffle":{}}}"#, false), ("", false),
      (#"{"intent":{"choose":{"card":4294967295}}}"#, true),
      (#"{"intent":{"choose":{"card":4294967296}}}"#, false),
      (#"{"intent":{"configure":{"settings":{"theme":"a\u0041"}}}}"#, false),
      (#"{"intent":{"configure":{"settings":{"mode":"MODE_UNSPECIFIED"}}}}"#, false),
      (#"{"intent":{"configure":{"settings":{"rated":true,"theme":""}}}}"#, true),
      (#"{"intent":{"configure":{"settings":{"daily":"2026-11-29"}}}}"#, true),
    ])
  func strictness(text: String, isDirect: Bool) {
    #expect(isParsed(Array(text.utf8)) == isDirect)
  }

  @Test("is left to swift-protobuf for any other message")
  func others() {
    #expect(!isDirect(.audience(count: 3)))
    #expect(!isDirect(.entry(Entry(seq: 1, at: .zero, event: .unrecognized))))
  }
}
