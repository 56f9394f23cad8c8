// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// A whole replay.
///
/// A decoded value is consistent: the entries follow the base without gaps, and their times never
/// decrease.
public struct Replay: Hashable, Sendable {
  /// The request it answers.
  public var id: RequestID
  /// The match's id.
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
