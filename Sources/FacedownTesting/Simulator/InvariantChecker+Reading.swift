// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer
import Protocol

// Back-pressure: what may be sent to slow readers, and that nobody else waits for them.

extension InvariantChecker {
  /// The server learns that this many bytes wait for a reader.
  func noted(_ bytes: Int, waitingFor connection: ServerConnectionID, now: ServerTime) {
    guard let model = connections[connection], !model.isOver else { return }
    model.waiting = bytes
    if bytes > backlog.closeAbove { return overdue.append(connection) }
    if bytes > backlog.mergeAbove { model.isMerging = true }
    if bytes > backlog.refreshAbove, model.session?.place?.role == .spectator,
      model.behindSince == nil
    {
      model.behindSince = now
      model.isDetached = true
    }
    guard bytes < backlog.mergeAbove / 4 else { return }
    model.isMerging = false
    model.behindSince = nil
    model.isDetached = false
  }

  /// Checks a message that is sent over a connection with waiting bytes.
  func checkReading(_ message: ServerMessage, over model: ConnectionModel) {
    switch message {
    case .rooms, .presence, .audience, .pong:
      guard model.isMerging else { return }
      complain(
        .slowReaders,
        "Connection \(model.id.rawValue) is sent \(message.name) while \(model.waiting) bytes wait "
          + "for it.")
    case .entry(let entry):
      guard model.isDetached, model.session?.isEffect(entry) != true else { return }
      complain(
        .slowReaders,
        "Connection \(model.id.rawValue) is a spectator's and is sent an entry while "
          + "\(model.waiting) bytes wait for it.")
    // A fresh base that it has requested itself.
    case .joined: model.isDetached = false
    default: break
    }
  }

  /// The server has handled its input: overdue connections are closed, and all others have the same
  /// entries.
  func turned(now: ServerTime) {
    for id in overdue {
      guard let model = connections[id], !model.isOver else { continue }
      complain(
        .slowReaders,
        "Connection \(id.rawValue) has \(model.waiting) bytes waiting for it but is not closed.")
    }
    overdue = []
    for id in connections.keys.sorted() {
      guard let model = connections[id], !model.isOver, let since = model.behindSince,
        now - since > backlog.refreshWithin + .seconds(1)
      else { continue }
      complain(
        .slowReaders,
        "Connection \(model.id.rawValue) has been behind for \(now - since) without being closed.")
    }
    for id in spoken.keys.sorted() { checkStragglers(in: id) }
    checkLocks()
    checkSuccessions(now: now)
    spoken = [:]
  }

  /// All players in a room have been sent the same entries, and so have all spectators that keep
  /// up; at the node that has sent something, as another one may still take a room for its own that it
  /// has lost.
  private func checkStragglers(in room: String) {
    for role in [Role.player, .spectator] {
      let heard = connections.keys.sorted().compactMap { id -> ConnectionModel? in
        guard let model = connections[id], !model.isOver, model.behindSince == nil,
          model.node == node,
          let session = model.session, session.connection == id, let place = session.place,
          place.room.id == room, place.role == role,
          model.log?.room.id == room
        else { return nil }
        return model
      }
      // A reconnected spectator may have had more than it may be sent again by now.
      guard let latest = spoken[room]?[role],
        let behind = heard.first(where: { $0.log?.lastSeq ?? 0 < latest })
      else { continue }
      complain(
        .oneLog,
        "Connection \(behind.id.rawValue) has \(behind.log?.lastSeq ?? 0) entries of room "
          + "\(room), another has \(latest).")
    }
  }
}
