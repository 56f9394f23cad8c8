// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol

// Readers that do not keep up: what is done about them costs nobody else anything.

extension ServerCore {
  /// So many bytes wait for a link's reader.
  mutating func waiting(
    _ bytes: Int, for link: LinkID, now: ServerTime, _ out: inout Outbox
  ) {
    guard let known = links[link], !known.isDismissed else { return }
    let isWatching = known.session.map { directory.isWatching($0) } ?? false
    let step = links[link]?.outlet.waiting(bytes, isWatching: isWatching) ?? .none
    if links[link]?.outlet.isMerging == true, !known.outlet.isMerging {
      book.count(.readersMerged)
    }
    follow(step, link, known.session, now: now, &out)
  }

  /// Closes links that had time enough to catch up.
  mutating func closeBehind(now: ServerTime, _ out: inout Outbox) {
    while let first = behind.first, first.deadline <= now {
      behind.removeFirst()
      let step = links[first.link]?.outlet.timeIsUp() ?? .none
      follow(step, first.link, nil, now: now, &out)
    }
  }

  private mutating func follow(
    _ step: OutboundBuffer.Step, _ link: LinkID, _ session: SessionID?, now: ServerTime,
    _ out: inout Outbox
  ) {
    switch step {
    case .none: break
    case .flush: sendLatest(to: link, now: now, &out)
    case .detach:
      if let session { directory.setListening(false, session) }
      behind.append((link, now + limits.backlog.refreshWithin))
    case .refresh:
      book.count(.readersRefreshed)
      behind.removeAll { $0.link == link }
      sendLatest(to: link, now: now, &out)
      if let session { deliver(directory.refresh(session, now: now), &out) }
    case .close:
      book.count(.readersClosed)
      behind.removeAll { $0.link == link }
      close(
        link, code: .slowBehind, reason: "Your connection reads too slowly to keep up.",
        closeCode: 1008, retryAfter: .seconds(5), &out)
    }
  }

  private mutating func sendLatest(to link: LinkID, now: ServerTime, _ out: inout Outbox) {
    for message in links[link]?.outlet.takeLatest() ?? [] {
      guard case .pong(var pong) = message else {
        send(message, to: [link], &out)
        continue
      }
      // It leaves only now: the time it has waited here is no part of the line.
      pong.t2 = now
      links[link]?.meter.sent(nonce: pong.nonce, at: now)
      send(.pong(pong), to: [link], &out)
    }
  }
}
