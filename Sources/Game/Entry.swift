// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// One entry of a room's log: what happened, when, and by which request.
///
/// The log is the match: views, screens, scores and replays are folds of it. An entry is final when
/// it is made, even if `at` lies slightly ahead so that all screens show it together.
public struct Entry: Hashable, Sendable {
  /// The entry's number, from 1 without gaps over the life of the room.
  public var seq: UInt64
  /// When it takes effect on every screen; never decreases.
  public var at: ServerTime
  /// The request that caused it; nil if it was automatic.
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

  /// When its effect may first be shown: a flip at its reveal, everything else at `at`.
  public var shownAt: ServerTime {
    if case .flipped(let flip) = event { return max(at, flip.revealAt) }
    return at
  }
}
