// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// The metrics of a node's world.
struct WorldFigures: Hashable, Sendable {
  /// Other nodes that are alive.
  var living = 0
  /// Other nodes that are gone.
  var gone = 0
  /// By how much the node's clock is ahead of the world's.
  var clockError = Duration.zero
  /// Whether the node has the journal.
  var hasJournal = true
  /// Whether what the journal acknowledges is on disks.
  var isSynced = true
  /// Rooms that wait to be claimed.
  var claims = 0
  /// Rooms that are being handed over.
  var handovers = 0
}

extension World {
  /// The figures at a moment.
  func figures(at now: ServerTime) -> WorldFigures {
    let nodes = known
    return WorldFigures(
      living: nodes.count { !$0.isGone }, gone: nodes.count { $0.isGone }, clockError: clockError,
      hasJournal: !isJournalAway(at: now), claims: claimCount, handovers: handoverCount)
  }
}
