// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// One line of a room's log: what happened, when, and by whom.
///
/// The log is the match: views, screens, scores and replays are folds of it. An entry is final when
/// it is made, even where `at` lies a little ahead so that all screens show it together.
public struct Entry: Hashable, Sendable {
  /// The entry's number, from 1 without gaps over the life of the room.
  public var seq: UInt64
  /// When it takes effect on every screen; never falls from one entry to the next.
  public var at: ServerTime
  /// The request that made it, nil for the server's own.
  public var cause: Cause?
  /// What happened.
  public var event: Event

  /// An entry with all its parts.
  public init(seq: UInt64, at: ServerTime, cause: Cause? = nil, event: Event) {
    self.seq = seq
    self.at = at
    self.cause = cause
    self.event = event
  }

  /// When a viewer may first be shown the entry's effect: a flip at its reveal, all else at `at`.
  public var shownAt: ServerTime {
    if case .flipped(let flip) = event { return max(at, flip.revealAt) }
    return at
  }
}
