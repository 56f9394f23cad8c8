// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// The checker's model of a relay: its viewers are sent what the journal has, at the time at which
/// spectators may have it, whatever the relay does.
struct RelayModel {
  /// How far the time it tells may be from the run's.
  let slack: () -> Duration
  /// The latest time it has told in each epoch.
  var latest: [UInt64: ServerTime] = [:]
  /// How many entries it has sent to viewers.
  var entries = 0
}

extension InvariantChecker {
  /// A process of a relay starts.
  ///
  /// - Parameters:
  ///   - node: the relay's place among the nodes.
  ///   - slack: how far the time it tells may be from the run's.
  func relayStarted(node: Int, slack: @escaping () -> Duration) {
    relays[node] = RelayModel(slack: slack, entries: relays[node]?.entries ?? 0)
    reset(clock: (.zero, .zero), of: node)
  }

  /// A relay's process is gone, and every session with it.
  func relayCrashed(_ node: Int) {
    for session in sessions.values where session.node == node {
      session.mayHaveEnded = true
      session.leftUntold()
    }
  }

  /// A relay's own spectator in a room is sent a base: what is before it may be missing there, so that
  /// its viewers are sent bases as well.
  func rebased(_ room: RoomModel, at relay: Int) {
    for session in sessions.values where session.node == relay {
      session.sent = session.sent.filter { $0.key.room != room.id }
    }
  }
}
