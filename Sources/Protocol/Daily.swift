// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// What a server says of its daily deals: today's, the last one that is over, and one player's streak.
package struct Daily: Hashable, Sendable {
  /// The request it answers.
  package var id: RequestID
  /// Today's deal.
  package var today: DailyBoard
  /// The deal of the last day whose seed is revealed.
  package var last: DailyBoard
  /// The commitment to tomorrow's seed.
  package var nextCommitment: [UInt8]
  /// Days in a row on which the player has finished the deal, today or yesterday the last; 0 for
  /// none, and for guests.
  package var streak: Int
  /// The player's longest streak.
  package var longestStreak: Int

  /// The answer to request `id`.
  package init(
    id: RequestID, today: DailyBoard, last: DailyBoard, nextCommitment: [UInt8], streak: Int = 0,
    longestStreak: Int = 0
  ) {
    self.id = id
    self.today = today
    self.last = last
    self.nextCommitment = nextCommitment
    self.streak = streak
    self.longestStreak = longestStreak
  }
}

/// The results of one day's deal.
package struct DailyBoard: Hashable, Sendable {
  /// A player's result.
  package struct Row: Hashable, Sendable {
    /// The rank; equal results share it.
    package var rank: Int
    /// The player.
    package var player: Player
    /// The result.
    package var result: DailyResult

    /// A row with all its parts.
    package init(rank: Int, player: Player, result: DailyResult) {
      self.rank = rank
      self.player = player
      self.result = result
    }
  }

  /// The day.
  package var day: Day
  /// The commitment to its seed.
  package var commitment: [UInt8]
  /// Its seed; nil until it is revealed, ``revealDelay`` after the day.
  package var seed: [UInt8]?
  /// How many players have finished it.
  package var players: Int
  /// The best, at most ``mostRows``.
  package var rows: [Row]
  /// The row of the player asked for; nil if they have not finished it.
  package var own: Row?
  /// Whether that player has used their attempt.
  package var isPlayed: Bool

  /// The most rows of a board.
  package static let mostRows = 50
  /// How long after its day a match may end and still count; only then is the seed revealed.
  package static let revealDelay = Duration.seconds(1800)

  /// A board with all its parts.
  package init(
    day: Day, commitment: [UInt8], seed: [UInt8]? = nil, players: Int = 0, rows: [Row] = [],
    own: Row? = nil, isPlayed: Bool = false
  ) {
    precondition(rows.count <= Self.mostRows, "A board has at most \(Self.mostRows) rows.")
    self.day = day
    self.commitment = commitment
    self.seed = seed
    self.players = players
    self.rows = rows
    self.own = own
    self.isPlayed = isPlayed
  }
}

/// How well a player did in a day's deal: fewer turns are better, then less time.
package struct DailyResult: Hashable, Comparable, Sendable {
  /// The turns taken.
  package var turns: Int
  /// The time from the first turn to the last pair, to the millisecond.
  package var duration: Duration

  /// The most turns that are counted, as everybody decodes them.
  package static let mostTurns = 32_767
  /// The longest time that is counted.
  package static let longest = Duration.seconds(86_400)

  /// A result; what is beyond the bounds counts as the most.
  package init(turns: Int, duration: Duration) {
    self.turns = min(max(turns, 0), Self.mostTurns)
    let milliseconds = min(max(duration, .zero), Self.longest).wholeMilliseconds
    self.duration = .milliseconds(milliseconds)
  }

  /// Whether `left` is better.
  package static func < (left: Self, right: Self) -> Bool {
    (left.turns, left.duration) < (right.turns, right.duration)
  }
}
