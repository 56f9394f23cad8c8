// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// What every run is held against, whatever faults it has.
public enum Invariant: String, CaseIterable, Hashable, Sendable {
  /// Everyone's log is the journal's, from its base on, without gaps.
  case oneLog = "one log"
  /// Nothing is shown that is not in the journal at that moment.
  case journalFirst = "journal first"
  /// A request has one effect at most, and the same answer every time.
  case once = "exactly once"
  /// Everybody gets an answer, and every match goes on.
  case nobodyWaits = "nobody waits for ever"
  /// The log keeps the rules, and the scores are what they come to.
  case rules = "the rules"
  /// Nobody learns a face, a seed or anything held back before its time.
  case secrets = "no leak"
  /// The server's time never falls.
  case time = "one time"
  /// What is given back for lag stays within its bounds.
  case credit = "bounded credit"
  /// The newest connection of a session is the only one that counts, and only its tokens open it.
  case fencing = "the newest connection wins"
  /// Who reads slowly costs bounded memory and delays nobody.
  case slowReaders = "bounded queues"
  /// A client tells its user of every entry once and in order, says when it starts from another base,
  /// and accuses no honest server.
  case told = "told once"
  /// Who comes back is sent exactly what it missed, from any entry that its session was sent.
  case nothingMissed = "nothing missed"
  /// A base trails what is shown by ten seconds: nothing that still moves is in it, and nothing older
  /// comes behind it.
  case trailingBase = "trailing base"
  /// Time in which nobody could go on is given back, once and no more.
  case timeGivenBack = "time given back"
  /// Who has left, was shown out or may not watch is not in the room, and nobody begins anything with
  /// a server that is about to stop.
  case admission = "nobody who may not"
  /// What rated matches have come to is never lost.
  case ratings = "kept ratings"
  /// The same seed gives the same run.
  case replay = "replays exactly"
}

/// A promise that a run broke: which, how, and when.
public struct InvariantViolation: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which.
  public var promise: Invariant
  /// How, in a sentence.
  public var sentence: String
  /// How long after the run began.
  public var after: Duration

  /// `promise` was broken as `sentence` says, so long after the run began.
  public init(promise: Invariant, sentence: String, after: Duration) {
    self.promise = promise
    self.sentence = sentence
    self.after = after
  }

  /// The promise, the sentence and the time in one line.
  public var description: String {
    "\(promise.rawValue), after \(after.wholeMilliseconds) ms: \(sentence)"
  }
}
