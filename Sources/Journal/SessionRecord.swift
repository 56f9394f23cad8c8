// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Lobby

/// A session as it is restored.
package struct SessionRecord: Hashable, Sendable {
  /// The session.
  package var id: SessionID
  /// Its player.
  package var player: Player
  /// SHA-256 of its one or two resume tokens; the tokens themselves are not stored.
  package var tokenHashes: [[UInt8]]

  /// A session with all its parts.
  package init(id: SessionID, player: Player, tokenHashes: [[UInt8]]) {
    self.id = id
    self.player = player
    self.tokenHashes = tokenHashes
  }
}
