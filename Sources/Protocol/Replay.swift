// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// A match from beginning to end.
///
/// What was received fits together: the entries have no gaps, their times never fall, and they go on
/// from the base.
public struct Replay: Hashable, Sendable {
  /// The request it answers.
  public var id: RequestID
  /// Names the match.
  public var matchID: String
  /// The room just before it opened.
  public var base: MatchView
  /// Its entries.
  public var entries: [Entry]

  /// The answer to request `id`.
  public init(id: RequestID, matchID: String, base: MatchView, entries: [Entry]) {
    self.id = id
    self.matchID = matchID
    self.base = base
    self.entries = entries
  }
}
