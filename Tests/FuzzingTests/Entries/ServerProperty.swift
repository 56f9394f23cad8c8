// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchServer
import Wire

/// Properties of a server with several peers that send anything: it keeps running, every message
/// decodes, and every log is without gaps.
///
/// An input is lines. `+1` connects peer 1, `-1` disconnects it, `1{...}` is a message from it in
/// JSON, `t900` lets as many milliseconds pass, `!` makes the journal fail until the next `!`.
enum ServerProperty {
  private static let peers = UInt64(1)...4

  static func examine(_ bytes: [UInt8]) throws(InvariantViolation) -> Verdict {
    var server = FuzzedServer()
    var isHeard = false
    for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(96) {
      let rest = line.dropFirst()
      switch line.first {
      case UInt8(ascii: "+"):
        if let connection = connection(rest.first) { try server.connect(connection, .json) }
      case UInt8(ascii: "-"):
        if let connection = connection(rest.first) { try server.hangUp(connection) }
      case UInt8(ascii: "!"): server.isJournalFailing.toggle()
      case UInt8(ascii: "t"):
        let duration = Int(String(decoding: rest, as: UTF8.self)) ?? 0
        try server.wait(.milliseconds(min(max(duration, 0), 600_000)))
      default:
        guard let connection = connection(line.first) else { continue }
        isHeard = true
        try server.say(Array(rest), over: connection)
      }
    }
    server.isJournalFailing = false
    try server.wait(.seconds(3600))
    return isHeard ? .read : .refused
  }

  private static func connection(_ digit: UInt8?) -> ServerConnectionID? {
    guard let digit, digit >= 0x30 else { return nil }
    let number = UInt64(digit - 0x30)
    return peers.contains(number) ? ServerConnectionID(number) : nil
  }
}
