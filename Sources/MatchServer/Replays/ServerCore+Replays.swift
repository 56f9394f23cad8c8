// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol

// Matches that have ended. They are the journal's, and it may take its time: the server core only asks it.

extension ServerCore {
  /// Inquiries that the journal may have before it at a time, of all links together.
  static let mostInquiries = 64

  /// Passes on what a session asks about matches that have ended; one question of a link at a time.
  mutating func inquire(
    _ subject: ReplayInquiry.Subject, _ id: RequestID, from session: SessionID,
    over link: LinkID, now: ServerTime, _ out: inout Outbox
  ) {
    guard let encoding = links[link]?.encoding else { return }
    guard inquirers.count < Self.mostInquiries, inquirers.insert(link).inserted else {
      return send(.refused(id: id, Refusal(.limitTooFast)), to: [link], &out)
    }
    out.append(
      .inquire(
        ReplayInquiry(
          link: link, id: id, encoding: encoding, session: session,
          playerID: directory.player(session)?.id, now: now, subject: subject)))
  }

  /// The journal has answered a link.
  ///
  /// A link's number is never used again, so whoever has gone meanwhile gets nothing.
  mutating func found(_ answer: ReplayAnswer, for inquiry: ReplayInquiry, _ out: inout Outbox) {
    let link = inquiry.link
    inquirers.remove(link)
    guard let known = links[link], !known.isDismissed, known.session == inquiry.session else {
      return
    }
    let code: RefusalCode
    switch answer {
    case .message(let bytes):
      return out.append(.send(bytes, known.encoding, to: [link]))
    case .unknown: code = .replayUnknown
    case .tooLong: code = .replayTooLong
    case .unavailable: code = .journalUnavailable
    }
    send(.refused(id: inquiry.id, Refusal(code)), to: [link], &out)
  }
}
