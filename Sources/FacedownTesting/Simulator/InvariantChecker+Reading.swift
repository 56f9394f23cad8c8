// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer
import Protocol

// What is sent to whom while they do not keep up, and that nobody else has to wait for them.

extension InvariantChecker {
  /// The server learns that so many bytes wait for a reader.
  func told(_ bytes: Int, waitFor connection: ServerConnectionID, now: ServerTime) {
    guard let book = links[connection], !book.isOver else { return }
    book.waiting = bytes
    if bytes > backlog.closeAbove { return overdue.append(connection) }
    if bytes > backlog.mergeAbove { book.isMerging = true }
    if bytes > backlog.refreshAbove, book.session?.place?.role == .spectator,
      book.behindSince == nil
    {
      book.behindSince = now
      book.isDetached = true
    }
    guard bytes < backlog.mergeAbove / 4 else { return }
    book.isMerging = false
    book.behindSince = nil
    book.isDetached = false
  }

  /// A message goes over a connection behind which something waits.
  func checkReading(_ message: ServerMessage, over book: ConnectionModel) {
    switch message {
    case .rooms, .presence, .audience, .pong:
      guard book.isMerging else { return }
      complain(
        .slowReaders,
        "Connection \(book.id.rawValue) is sent \(message.name) while \(book.waiting) bytes wait "
          + "for it.")
    case .entry(let entry):
      guard book.isDetached, book.session?.hasBrought(entry) != true else { return }
      complain(
        .slowReaders,
        "Connection \(book.id.rawValue) watches and is sent an entry while \(book.waiting) bytes "
          + "wait for it.")
    // A fresh start that it has asked for itself.
    case .joined: book.isDetached = false
    default: break
    }
  }

  /// The server is done with what it was told: who must be gone is, and all others have the same.
  func turned(now: ServerTime) {
    for id in overdue {
      guard let book = links[id], !book.isOver else { continue }
      complain(
        .slowReaders,
        "Connection \(id.rawValue) has \(book.waiting) bytes waiting for it and is not let go.")
    }
    overdue = []
    for id in links.keys.sorted() {
      guard let book = links[id], !book.isOver, let since = book.behindSince,
        now - since > backlog.refreshWithin + .seconds(1)
      else { continue }
      complain(
        .slowReaders, "Connection \(book.id.rawValue) has been behind for \(now - since).")
    }
    for id in spoken.keys.sorted() { checkStragglers(in: id) }
    checkLocks()
    spoken = [:]
  }

  /// Everyone who plays has what one of them has, and everyone who watches and keeps up likewise.
  private func checkStragglers(in room: String) {
    for role in [Role.player, .spectator] {
      let heard = links.keys.sorted().compactMap { id -> ConnectionModel? in
        guard let book = links[id], !book.isOver, book.behindSince == nil,
          let session = book.session, session.connection == id, let place = session.place,
          place.room.id == room, place.role == role,
          book.log?.room.id == room
        else { return nil }
        return book
      }
      // Who has come back may have had more than it may be given again by now.
      guard let latest = spoken[room]?[role],
        let behind = heard.first(where: { $0.log?.lastSeq ?? 0 < latest })
      else { continue }
      complain(
        .oneLog,
        "Connection \(behind.id.rawValue) has \(behind.log?.lastSeq ?? 0) entries of room "
          + "\(room), another \(latest).")
    }
  }
}
