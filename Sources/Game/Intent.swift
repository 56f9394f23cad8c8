// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A request of a room's member; the log has the outcome.
public enum Intent: Hashable, Sendable {
  /// Change the settings (the owner, while waiting).
  case configure(MatchSettings)
  /// Get ready, with the commitment to this seat's share of the randomness (32 bytes), or empty to
  /// add none.
  case ready(entropyCommit: [UInt8])
  /// Reveal the share committed to.
  case reveal(entropy: [UInt8])
  /// Start the deal.
  case deal
  /// Turn a card.
  case choose(CardID)
  /// Shuffle the cards on the table.
  case shuffle
  /// End this match and open the next, if every active seat agrees.
  case restart
  /// Open the next match after this one has ended.
  case rematch
  /// Seat one of the server's bots (the owner, while waiting).
  case addBot(level: String)
  /// Free a seat (the owner, between matches).
  case removeSeat(SeatIndex)
  /// Resign; the seat ranks last.
  case resign
}
