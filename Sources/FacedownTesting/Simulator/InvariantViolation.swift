// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// The invariants that every run must keep, whatever faults it has.
package enum Invariant: String, CaseIterable, Hashable, Sendable {
  /// Everyone's log is the journal's, from its base on, without gaps.
  case oneLog = "one log"
  /// One node decides for a room, and nobody takes it from one that is alive.
  case oneOwner = "one owner"
  /// Nothing is sent before it is in the journal.
  case journalFirst = "journal first"
  /// A request has at most one effect, and the same answer every time.
  case once = "exactly once"
  /// Everybody gets an answer, and every match proceeds.
  case liveness = "liveness"
  /// The log follows the rules, and scores follow from it.
  case rules = "rules"
  /// Nobody learns a face, a seed or anything delayed before its time.
  case secrets = "no leaks"
  /// The server's time never goes back.
  case time = "monotonic time"
  /// Lag refunds stay within their bounds.
  case credit = "bounded lag refunds"
  /// Only the newest connection of a session counts, and only its tokens resume it.
  case fencing = "the newest connection wins"
  /// A slow reader costs bounded memory and delays nobody.
  case slowReaders = "bounded queues"
  /// A client reports every entry once and in order, announces each new base, and accuses no honest
  /// server.
  case reportedOnce = "reported once"
  /// A resuming client is sent exactly what it missed, from any entry that its session was sent.
  case nothingMissed = "nothing missed"
  /// A base trails what is shown by ten seconds: it includes nothing that still moves, and its tail
  /// nothing older.
  case trailingBase = "trailing base"
  /// Time in which nobody could play is refunded, once and no more.
  case refundedPauses = "refunded pauses"
  /// A session that has left, was kicked or banned, or may not watch is not in the room, and a
  /// draining server starts nothing.
  case admission = "admission"
  /// Results of rated matches are never lost.
  case ratings = "durable ratings"
  /// The same seed gives the same run.
  case replay = "determinism"
}

/// A violated invariant: which, how, and when.
package struct InvariantViolation: Error, Hashable, Sendable, CustomStringConvertible {
  /// The invariant.
  package var invariant: Invariant
  /// How, in a sentence.
  package var sentence: String
  /// Time since the start of the run.
  package var after: Duration

  /// `invariant` was violated as `sentence` says, `after` the start of the run.
  package init(invariant: Invariant, sentence: String, after: Duration) {
    self.invariant = invariant
    self.sentence = sentence
    self.after = after
  }

  /// Invariant, time and sentence in one line.
  package var description: String {
    "\(invariant.rawValue), after \(after.wholeMilliseconds) ms: \(sentence)"
  }
}
