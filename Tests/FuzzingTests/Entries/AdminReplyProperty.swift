// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

@testable import MatchServer

/// What the reader of the admin socket's lines promises: each is a request or is refused in a
/// sentence, is the same when it is written again, and is noted without anything that could control
/// a terminal.
enum AdminReplyProperty {
  static func examine(_ bytes: [UInt8]) throws(InvariantViolation) -> Verdict {
    let call: AdminMessage
    do throws(AdminRefusal) {
      call = try AdminWire.call(bytes)
    } catch {
      try holdSentence(error.description)
      return .refused
    }
    let line = AdminWire.line(call)
    try hold(line.count { $0 == 10 } == 1, "A request is written on more than one line: \(call)")
    try hold(
      (try? AdminWire.call(Array(line.dropLast()))) == call,
      "A request is another when it is written: \(call)")
    for text in call.arguments.values { try holdHarmless(text) }
    let request: AdminRequest
    do throws(AdminRefusal) {
      request = try call.request()
    } catch {
      try holdSentence(error.description)
      return .refused
    }
    switch request {
    case .announce(let text), .kick(_, let text), .ban(_, _, let text): try holdHarmless(text)
    case .rooms, .sessions, .bans, .unban, .drain, .cancelDrain, .status, .reload, .backup: break
    }
    return .read
  }
}
