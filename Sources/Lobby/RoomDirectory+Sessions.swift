// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

// Who a session is, wherever it is.

extension RoomDirectory {
  /// A new session named after `player`; its identifier is new.
  public mutating func open(_ session: SessionID, player: Player) {
    precondition(sessions[session] == nil, "Session \(session.rawValue) was opened twice.")
    sessions[session] = Session(player: player)
  }

  /// Whether a session still lives.
  public func knows(_ session: SessionID) -> Bool { sessions[session] != nil }

  /// Who a session is; nil if it lives no longer.
  public func player(_ session: SessionID) -> Player? { sessions[session]?.player }

  /// A session's player is somebody who is known better now; in the next room it enters, for seats
  /// have in them who sat down.
  public mutating func know(_ session: SessionID, as player: Player) {
    sessions[session]?.player = player
  }

  /// Whether a session has a connection.
  public func isConnected(_ session: SessionID) -> Bool {
    sessions[session].map { $0.disconnectedAt == nil } ?? false
  }
}
