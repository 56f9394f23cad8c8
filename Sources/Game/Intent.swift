// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What a member of a room asks for; the log tells what came of it.
public enum Intent: Hashable, Sendable {
  /// Play by other settings (the owner, while waiting).
  case configure(MatchSettings)
  /// Ready to play; with the commitment to this seat's share of the deal's randomness (32 bytes),
  /// or empty to add none.
  case ready(entropyCommit: [UInt8])
  /// Open the commitment made when readying.
  case reveal(entropy: [UInt8])
  /// Tap the deck.
  case deal
  /// Turn a card.
  case choose(CardID)
  /// Shuffle the cards on the table.
  case shuffle
  /// End this match and open the next, if every present seat wants it.
  case restart
  /// Open the next match after this one has ended.
  case rematch
  /// Seat a bot of a level (the owner, while waiting).
  case addBot(level: String)
  /// Free a seat (the owner, while waiting).
  case removeSeat(SeatIndex)
  /// Give up; the seat ranks last.
  case resign
}
