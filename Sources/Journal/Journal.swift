// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Lobby

/// The write-ahead log: every entry is in it before anyone sees it.
///
/// An append names the last entry number it expects and is refused if the log has moved on, which
/// fences stale writers. All implementations guarantee: a step is stored whole or not at all, only
/// behind the entry it expects; and what an outcome reports as landed or kept survives any crash.
/// `JournalContract` of FacedownTesting has their promises as cases.
///
/// Ratings and bans are folds of what the journal tells: `onResults` and `onBans` are called with
/// all that is stored after the contents a server restored, in the order in which those count after
/// the next restart, whoever stored it. What is not stored is never told.
///
/// A journal is confined to the loop; one that works on another thread returns to the loop before
/// it calls back.
package protocol Journal: AnyObject {
  /// Appends records, and calls back once with the outcomes of the awaited ones, in order; possibly
  /// before it returns.
  ///
  /// An outcome may take long, but it always comes: a journal stays silent until it knows.
  func append(_ records: [JournalRecord], _ outcome: @escaping ([JournalOutcome]) -> Void)

  /// Runs a replay query and calls back once, possibly before it returns.
  func query(_ query: ReplayQuery, _ answer: @escaping (ReplayAnswer) -> Void)

  /// Called with results of matches once they are stored: each result once, in the order in which
  /// they are rated.
  var onResults: ([MatchResult]) -> Void { get set }

  /// Called with changes to the bans once they are stored, in their order, and each before the
  /// outcome of the record that has it.
  var onBans: ([BanChange]) -> Void { get set }

  /// Writes a heartbeat; it survives the process, though not always the machine.
  func beat(at time: ServerTime)

  /// Why the last write failed; nil if it did not.
  var problem: String? { get }

  /// Bytes on disk; 0 in memory.
  var byteCount: Int { get }
}

extension Journal {
  /// Always writable.
  package var problem: String? { nil }

  /// Not on disk.
  package var byteCount: Int { 0 }

  /// Tells what has been stored.
  package func tell(_ changes: JournalChanges) {
    if !changes.results.isEmpty { onResults(changes.results) }
    if !changes.bans.isEmpty { onBans(changes.bans) }
  }
}
