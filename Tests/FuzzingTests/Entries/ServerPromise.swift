// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchServer
import Protocol

/// What a server promises to several peers who say anything at all: it goes on, every answer can be
/// read, and every log is without gaps.
///
/// An input is lines. `+1` lets peer 1 come, `-1` lets it go, `1{...}` is what it says in JSON, `t900`
/// lets as many milliseconds pass, `!` lets the journal fail until the next one.
enum ServerPromise {
  private static let peers = UInt64(1)...4

  static func examine(_ bytes: [UInt8]) throws(BrokenPromise) -> Verdict {
    var server = FuzzedServer()
    var isHeard = false
    for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(96) {
      let rest = line.dropFirst()
      switch line.first {
      case UInt8(ascii: "+"):
        if let link = link(rest.first) { try server.connect(link, .json) }
      case UInt8(ascii: "-"):
        if let link = link(rest.first) { try server.hangUp(link) }
      case UInt8(ascii: "!"): server.isJournalFailing.toggle()
      case UInt8(ascii: "t"):
        let duration = Int(String(decoding: rest, as: UTF8.self)) ?? 0
        try server.wait(.milliseconds(min(max(duration, 0), 600_000)))
      default:
        guard let link = link(line.first) else { continue }
        isHeard = true
        try server.say(Array(rest), over: link)
      }
    }
    server.isJournalFailing = false
    try server.wait(.seconds(3600))
    return isHeard ? .read : .refused
  }

  private static func link(_ digit: UInt8?) -> LinkID? {
    guard let digit, digit >= 0x30 else { return nil }
    let number = UInt64(digit - 0x30)
    return peers.contains(number) ? LinkID(number) : nil
  }
}
