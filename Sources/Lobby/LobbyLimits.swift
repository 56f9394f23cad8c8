// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Timeouts, rate limits and table sizes of the lobby.
package enum LobbyLimits {
  /// In a running match, the seat of a player without a connection is skipped after this.
  package static let disconnectionLimit = Duration.seconds(120)
  /// Outside a match, a member without a connection leaves the room after this.
  package static let absenceLimit = Duration.seconds(60)
  /// A player who is not ready, and keeps others waiting for this long, loses the seat.
  package static let readyLimit = Duration.seconds(60)
  /// An empty room closes after this.
  package static let emptyLimit = Duration.seconds(60)
  /// A room whose match has ended closes after this long without an entry.
  package static let idleLimit = Duration.seconds(600)
  /// How long a session without a connection or a room is kept, in memory or in the journal.
  package static let sessionKeptFor = Duration.seconds(600)
  /// The same for a session that was never in a room, and so has nothing to lose.
  package static let unusedSessionKeptFor = Duration.seconds(60)
  /// How long a session without a connection or a room stays in memory, if it was ever in a room;
  /// then it is only in the journal.
  ///
  /// Longer than most clients take to reconnect, so that few sessions are written and read for
  /// nothing; a tenth of `sessionKeptFor`, so that memory holds a tenth of those who have left.
  package static let sessionResidence = Duration.seconds(60)
  /// How many sessions leave memory per second: each is a row of the journal, and no match should
  /// wait for ten thousand of them.
  package static let sessionsUnloadedPerSecond = 128
  /// How many codes are tried for a new room; with a million of all 31^5 taken, all of them are with
  /// a chance of (10^6 / 31^5)^8, some two in a trillion.
  package static let codeAttempts = 8
  /// A closed room's code is not reused for this long.
  package static let codeRest = Duration.seconds(30 * 86_400)
  /// Inputs that a room queues while it waits for its journal; more are refused.
  package static let inputsWaiting = 256
  /// Inputs decided together, in one batch, after they have waited for the journal; the loop does
  /// nothing else meanwhile.
  package static let stepsPerBatch = 32
  /// How long a decision may wait for the journal before the room refuses further requests.
  package static let journalTimeout = Duration.seconds(2)
  /// How long a room waits before it retries its own decision after the journal rejected one.
  package static let journalRetry = Duration.seconds(1)
  /// How long a decision may take to land; any longer delay is refunded to the players.
  package static let commitAllowance = Duration.milliseconds(250)
  /// After an outage, how long a match waits for the other players once one is back.
  package static let returnLimit = Duration.seconds(10)
  /// Refusals remembered per session, for answering retries.
  package static let refusalsKept = 64
  /// Answers remembered per session, for answering retries.
  package static let answersKept = 64
  /// Requests to enter a room that are remembered per session.
  package static let entriesKept = 8
  /// How often a session may join a room, or change its commitment there, in a burst.
  package static let changesAtOnce = 16
  /// After a burst, one more is allowed per this interval.
  package static let changeInterval = Duration.seconds(5)
  /// How long quick match avoids a table the player has just left, and rated tables for a player
  /// who withheld a share of a deal.
  package static let quickMatchPause = Duration.seconds(300)
  /// Quick match pauses kept; beyond that the oldest ends early.
  package static let pausesKept = 100_000
  /// The longest tail before the first deal; a longer one is cut by a newer base.
  package static let waitingTail = 256
  /// How often the number of spectators is announced at most.
  package static let audienceInterval = Duration.seconds(1)
  /// The most viewers that a relay may count for itself.
  package static let viewersOfRelay = 1_000_000
  /// The highest number of spectators announced, whatever relays count.
  package static let mostViewers = 1_000_000_000
  /// How long a relay follows a room that nobody watches any more.
  package static let followedFor = Duration.seconds(10)
  /// How long a relay waits for a room's owner before it refuses those who want to watch.
  package static let ownerTimeout = Duration.seconds(5)
  /// How long a relay remembers that a room could not be followed, and why.
  package static let refusalKeptFor = Duration.seconds(2)
  /// How many such rooms are remembered; beyond that, all are forgotten.
  package static let roomsRefusedKept = 1_024
  /// Number of rooms in the public list as a whole: nobody reads more, and a client may refuse a
  /// message of more than 4,096.
  package static let roomsListed = 1_000
  /// The most entries a returning member is sent; beyond that it starts from a base.
  ///
  /// An entry takes 700 bytes on average at most, so the message stays well below 1 MiB.
  package static let missedLimit = 512
  /// How far a base view trails the present; longer than any animation.
  package static let baseTrail = Duration.seconds(10)
}
