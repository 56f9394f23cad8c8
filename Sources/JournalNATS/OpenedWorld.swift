// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import JetStream
import Journal

/// A world as it was found by a node that starts.
struct OpenedWorld {
  var connection: NATSConnection
  var names: WorldNames
  var marks = StreamMarks()
  /// What the operator accepts though it is not to be relied on.
  var problems: [String] = []
  var index = ReplayIndex()
  /// The numbers of the last result and the last change to the bans that are in the contents.
  var lastResult: UInt64 = 0
  var lastBan: UInt64 = 0
  var contents = JournalContents()
}
