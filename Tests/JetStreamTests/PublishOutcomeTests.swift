// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import JetStream

@Suite("What a server answers", .timeLimit(.minutes(1)))
struct PublishOutcomeTests {
  private static func answered(_ text: String) -> RequestOutcome {
    .answered(Message(subject: "inbox", bytes: Array(text.utf8)))
  }

  @Test("is stored under the number it names")
  func stored() {
    let outcome = PublishOutcome(Self.answered(#"{"stream":"ROOMS","seq":12}"#))
    #expect(outcome == .stored(12))
  }

  @Test("is a refusal with the number of the last message, if it tells it")
  func refused() {
    let text =
      #"{"error":{"code":400,"err_code":10071,"description":"wrong last sequence: 5"},"seq":0}"#
    guard case .refused(let refusal) = PublishOutcome(Self.answered(text)) else {
      Issue.record("It is no refusal.")
      return
    }
    #expect(refusal.code == 10071 && refusal.status == 400 && refusal.isFenced)
    #expect(refusal.lastSequence == 5)
    let unknown = StreamRefusal(code: 10164, status: 400, text: "wrong last sequence")
    #expect(unknown.isFenced && unknown.lastSequence == nil)
    let full = StreamRefusal(code: 10077, status: 503, text: "maximum bytes exceeded: 5")
    #expect(!full.isFenced && full.lastSequence == nil)
  }

  @Test(
    "is a refusal if every server refuses it, and unclear if only the leader could not store it",
    arguments: [
      (10077, "maximum bytes exceeded", true), (10077, "maximum messages exceeded", true),
      (10077, "maximum messages per subject exceeded", true), (10077, "store is closed", false),
      (10077, "write 5.blk: no space left on device", false), (10077, "", false),
      (10023, "insufficient resources", false),
      (10063, "expected stream sequence does not match", false),
      (10054, "message size exceeds maximum allowed", true), (10109, "sealed", true), (0, "", true),
    ])
  func certain(code: Int, text: String, isCertain: Bool) {
    let outcome = PublishOutcome(
      Self.answered(
        #"{"error":{"code":503,"err_code":\#(code),"description":"\#(text)"},"seq":0}"#))
    let refusal = StreamRefusal(code: code, status: 503, text: text)
    #expect(outcome == (isCertain ? .refused(refusal) : .unclear))
  }

  @Test(
    "is unclear if it cannot be read",
    arguments: ["", "{}", "[]", #"{"seq":0}"#, #"{"seq":-1}"#, #"{"seq":"12"}"#, "\u{0}"])
  func unreadable(text: String) {
    #expect(PublishOutcome(Self.answered(text)) == .unclear)
  }

  @Test("is no message if nobody takes it, and unclear if nobody answers")
  func unanswered() {
    #expect(PublishOutcome(.noResponders) == .noResponders)
    #expect(PublishOutcome(.unclear) == .unclear)
  }

  @Test("has headers as lines behind the version")
  func headers() {
    let text = "NATS/1.0\r\nKV-Operation: DEL\r\nno header\r\nA:b:c\r\nA: second\r\n\r\n"
    #expect(
      HeaderText.headers(in: Array(text.utf8)) == ["KV-Operation": "DEL", "A": "b:c"])
    #expect(HeaderText.headers(in: []).isEmpty)
  }

  @Test("tells a key's value, or that it was deleted")
  func keys() {
    let stored = StoredMessage(subject: "$KV.BANS.a.b", sequence: 3, bytes: [1])
    #expect(KeyEntry(stored, in: "BANS") == KeyEntry(key: "a.b", value: [1], revision: 3))
    for operation in ["DEL", "PURGE"] {
      var deleted = stored
      deleted.headers = ["KV-Operation": operation]
      #expect(KeyEntry(deleted, in: "BANS") == KeyEntry(key: "a.b", value: nil, revision: 3))
    }
    #expect(KeyEntry(stored, in: "OTHER") == nil)
  }
}
