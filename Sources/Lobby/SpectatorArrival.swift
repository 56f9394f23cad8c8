// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// A session waiting to watch until the journal has recorded it.
struct SpectatorArrival: Sendable {
  /// The request to watch.
  var request: RequestID
  /// False if it has left again meanwhile.
  var isWanted = true
  /// Records of it that the journal has not acknowledged.
  var unanswered = 0
  /// Later requests of the same session, answered after the first.
  var repeats: [(request: RequestID, afterSeq: UInt64?)] = []
}
