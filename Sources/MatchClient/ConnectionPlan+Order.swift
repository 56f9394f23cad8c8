// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension ConnectionPlan {
  /// An action for the caller to perform.
  package enum Order: Hashable, Sendable {
    /// Begin to connect.
    case dial(ConnectionNumber, DialTarget)
    /// Close a connection, open or not, and ignore it from now on.
    case hangUp(ConnectionNumber)
    /// What is adopted next leads to another server than the last: nothing that was measured of its
    /// clock holds there.
    case changeServer
    /// Use this connection from now on, and no other.
    case adopt(ConnectionNumber)
    /// Measure the clock over this connection, which was opened ahead of a move; send nothing else.
    case measure(ConnectionNumber)
    /// Use this connection, which was measured, and its clock from now on, and no other.
    case adoptMeasured(ConnectionNumber)
    /// A move is not followed; said once until the client is at rest again.
    case notFollowed(MoveProblem)
    /// The connection is lost or silent; the next attempt begins at this time, or has begun.
    case interrupted(retryAt: LocalTime)
    /// The silent connection has answered after all.
    case restored
    /// Give up; nothing is dialled any more.
    case giveUp
  }
}
