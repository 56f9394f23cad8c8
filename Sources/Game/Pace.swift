// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The lengths of the match's own doings, the same on every server.
public enum Pace {
  /// From an accepted flip to the face, at the least: half a turn of the card.
  public static let halfFlip = Duration.milliseconds(180)
  /// How long a found pair shows before it leaves.
  public static let matchShows = Duration.seconds(1)
  /// How long one card flies at the deal.
  public static let dealFlight = Duration.milliseconds(500)
  /// From the first card's start to one stagger past the last one's.
  public static let dealSpread = Duration.seconds(2)
  /// How long one card flies back to the deck.
  public static let gatherFlight = Duration.milliseconds(400)
  /// How much later each next card flies back.
  public static let gatherStagger = Duration.milliseconds(20)
  /// How long seats have to reveal what they committed to.
  public static let revealLimit = Duration.seconds(5)
  /// After how long an untapped deck deals itself.
  public static let dealLimit = Duration.seconds(10)
  /// After how long a turn without a limit marks its player away.
  public static let idleLimit = Duration.seconds(600)
  /// After how long a match that nobody plays ends.
  public static let pauseLimit = Duration.seconds(600)
  /// How long a turn lasts in `blitz`.
  public static let blitzTurn = Duration.seconds(10)
  /// How long shuffled cards are on their way; after a shuffle between turns the next one waits.
  public static let shuffle = Duration.milliseconds(500)
  /// How many turns in a row may run out before the player counts as away.
  public static let expiredTurnsUntilAway = 3
  /// After how many full rounds in which nobody found anything new the remaining pairs are void.
  public static let quietRounds = 4
  /// How many turns ahead that is announced.
  public static let stalemateNotice = 2
  /// What an expired turn with no card up costs in `memorize`.
  public static let idleTurnCost = 2

  /// From one card's start to the next's where `count` are dealt: whole microseconds, so that an
  /// entry read back from the journal is the same entry.
  static func stagger(of count: Int) -> Duration {
    .microseconds(dealSpread.wholeMicroseconds / Int64(max(count, 1)))
  }

  /// From the first card's start until the last of `count` lies.
  static func deal(of count: Int) -> Duration {
    stagger(of: count) * max(count - 1, 0) + dealFlight
  }

  /// How long it takes until `count` cards are back in the deck.
  static func gathering(of count: Int) -> Duration {
    gatherStagger * max(count - 1, 0) + gatherFlight
  }
}
