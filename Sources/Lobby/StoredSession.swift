// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// A session as a journal has it.
///
/// Which room it is in and what it did there is in the room's log. Its refusals are not kept: they
/// changed nothing, so a request that is repeated after a crash is decided again.
public struct StoredSession: Hashable, Sendable {
  /// The session.
  public var id: SessionID
  /// Who it is.
  public var player: Player
  /// No request above this one has left anything in any log.
  public var highest: RequestID

  /// A session with all its parts.
  public init(id: SessionID, player: Player, highest: RequestID = RequestID(0)) {
    self.id = id
    self.player = player
    self.highest = highest
  }
}
