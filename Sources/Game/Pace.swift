// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The durations of automatic events, the same on every server.
public enum Pace {
  /// The least time from an accepted flip to the face: half a turn of the card.
  public static let halfFlip = Duration.milliseconds(180)
  /// How long a pair is shown before it leaves.
  public static let matchShows = Duration.seconds(1)
  /// How long each card flies in a deal.
  public static let dealFlight = Duration.milliseconds(500)
  /// The time over which the starts of a deal's cards are spread.
  public static let dealSpread = Duration.seconds(2)
  /// How long each card flies back to the deck.
  public static let gatherFlight = Duration.milliseconds(400)
  /// The delay between one gathered card's start and the next's.
  public static let gatherStagger = Duration.milliseconds(20)
  /// How long seats have to reveal their shares.
  public static let revealLimit = Duration.seconds(5)
  /// When an undealt deck is dealt automatically.
  public static let dealLimit = Duration.seconds(10)
  /// When a turn without a limit marks its player as away.
  public static let idleLimit = Duration.seconds(600)
  /// When a match without active players ends.
  public static let pauseLimit = Duration.seconds(600)
  /// How long shuffled cards move; the next turn waits for that after a shuffle between turns.
  public static let shuffle = Duration.milliseconds(500)
  /// How many consecutive expired turns mark a player as away.
  public static let expiredTurnsUntilAway = 3
  /// After how many full rounds without anything new a match is a stalemate.
  public static let quietRounds = 4
  /// How many turns ahead a stalemate is announced.
  public static let stalemateNotice = 2

  /// The stagger for `count` cards, in whole microseconds, so that the journal restores the same
  /// entry.
  static func stagger(of count: Int) -> Duration {
    .microseconds(dealSpread.wholeMicroseconds / Int64(max(count, 1)))
  }

  /// From the first card's start until the last of `count` has been dealt.
  static func deal(of count: Int) -> Duration {
    stagger(of: count) * max(count - 1, 0) + dealFlight
  }

  /// How long it takes to gather `count` cards.
  static func gathering(of count: Int) -> Duration {
    gatherStagger * max(count - 1, 0) + gatherFlight
  }
}
