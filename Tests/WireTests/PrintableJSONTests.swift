// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol
import Testing
import Wire

@Suite("JSON that is safe to show", .timeLimit(.minutes(1)))
struct PrintableJSONTests {
  @Test("has the same values, turns no direction and ends no line")
  func json() throws {
    let message = ServerMessage.notice("\u{202e}evE\u{2066} \"\u{2028}\u{9b}\u{e0001} Zoë 🦉")
    let sent = String(decoding: WireEncoding.json.encode(message), as: UTF8.self)
    #expect(sent.unicodeScalars.contains("\u{202e}"), "The wire has it as it is.")
    let shown = sent.printableJSON
    #expect(shown.contains("\\u202eevE\\u2066 \\\"\\u2028\\u009B\u{e0001} Zoë 🦉"))
    #expect(try WireEncoding.json.decodeServerMessage(Array(shown.utf8)) == message)
    #expect(shown.printableJSON == shown)
  }
}
