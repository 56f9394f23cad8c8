// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

@testable import MatchServer

/// Properties of the admin socket's parser: each line is a request or is refused in a sentence,
/// round-trips, and is logged without control characters.
enum AdminLineProperty {
  static func examine(_ bytes: [UInt8]) throws(InvariantViolation) -> Verdict {
    for text in AuditEntry(nil, line: bytes).arguments.values { try holdHarmless(text) }
    let request: AdminRequest
    do throws(AdminRefusal) {
      request = try AdminWire.request(bytes)
    } catch {
      try holdSentence(error.description)
      return .refused
    }
    let line = AdminWire.line(request)
    try hold(
      line.count { $0 == 10 } == 1, "A request is encoded in more than one line: \(request)")
    try hold(
      (try? AdminWire.request(line)) == request, "A request does not round-trip: \(request)")
    switch request {
    case .announce(let text), .kick(_, let text), .ban(_, _, let text): try holdHarmless(text)
    case .rooms, .sessions, .bans, .unban, .drain, .cancelDrain, .status, .reload, .backup, .nodes,
      .world, .refill, .move:
      break
    }
    return .read
  }
}
