// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How long the lobby is patient.
public enum LobbyLimits {
  /// A seat of a running match whose player has no connection is passed over after this.
  public static let connectionLimit = Duration.seconds(120)
  /// Outside a match, who has no connection leaves the room after this.
  public static let absenceLimit = Duration.seconds(60)
  /// Who is not ready while others are, and lets them wait so long, loses the seat.
  public static let readyLimit = Duration.seconds(60)
  /// A room nobody is in closes after this.
  public static let emptyLimit = Duration.seconds(60)
  /// A room whose match is over closes after this long without an entry.
  public static let idleLimit = Duration.seconds(600)
  /// A session without a connection lives this long, and as long as it is in a room.
  public static let sessionLimit = Duration.seconds(600)
  /// One that was never in a room lives this long without a connection: it has nothing to lose.
  public static let unusedSessionLimit = Duration.seconds(60)
  /// A code names no other room for this long after its room has closed.
  public static let codeRest = Duration.seconds(30 * 86_400)
  /// Inputs a room keeps waiting behind its journal; more are refused.
  public static let inputsWaiting = 256
  /// How long a decision may wait for the journal before a room takes no more requests.
  public static let journalTimeout = Duration.seconds(2)
  /// How long a room leaves a journal alone that could not take its own doings.
  public static let journalRetry = Duration.seconds(1)
  /// How long a decision may take to land; what it takes beyond is given back.
  public static let commitAllowance = Duration.milliseconds(250)
  /// How long after an outage a match waits for the rest of its players once one is back.
  public static let returnLimit = Duration.seconds(10)
  /// Refusals kept a session, so that a repeated request gets the same answer.
  public static let refusalsKept = 64
  /// Granted requests kept a session, for the same reason.
  public static let answersKept = 64
  /// Requests to enter a room that are kept a session.
  public static let entriesKept = 8
  /// How often a session may join a room, or change its commitment there, in a burst.
  public static let changesAtOnce = 16
  /// How long after a burst until it may once more.
  public static let changeInterval = Duration.seconds(5)
  /// Quick match does not lead back to a table whose seat one had until this long ago, nor to a
  /// rated one who withheld a share of a deal.
  public static let quickMatchPause = Duration.seconds(300)
  /// So many of these pauses are kept; beyond them the oldest ends early.
  public static let pausesKept = 100_000
  /// The longest tail before the first deal; a longer one is cut short by a base.
  public static let waitingTail = 256
  /// How often everyone is told how many are watching.
  public static let audienceInterval = Duration.seconds(1)
  /// The most entries that somebody who was away catches up with; who missed more goes on from a base.
  ///
  /// An entry is 700 bytes at the most on average, so this keeps a message well below 1 MiB.
  public static let missedLimit = 512
  /// How far a base view trails the present: no animation lasts longer.
  public static let baseTrail = Duration.seconds(10)
}
