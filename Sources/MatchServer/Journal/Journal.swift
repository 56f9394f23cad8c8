// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// Where every entry is before anyone sees it.
///
/// An append names the last number it saw and is refused if the log has gone on: the log itself
/// fences a stale writer. All implementations promise: a step lands whole or not at all, only behind
/// the entry it expects, and what an outcome calls landed or kept is there after any crash.
///
/// A journal lives on the loop. One that works elsewhere comes back to the loop before it calls.
public protocol Journal: AnyObject {
  /// Appends records, and calls back once with the outcomes of those that have one, in the same
  /// order; possibly before it returns.
  ///
  /// An outcome may be long in coming, but it comes: until a journal knows, it says nothing.
  func append(_ records: [JournalRecord], _ outcome: @escaping ([JournalOutcome]) -> Void)

  /// Looks for what is asked about matches that have ended, and calls back once; possibly before it
  /// returns.
  func query(_ query: ReplayQuery, _ answer: @escaping (ReplayAnswer) -> Void)

  /// Notes that the server was alive at `time`; what is noted last survives the process, though not
  /// always the machine.
  func beat(at time: ServerTime)

  /// Why nothing could be written when that was last tried; nil where it could.
  var problem: String? { get }

  /// How many bytes it takes on the disk; 0 where it takes none.
  var byteCount: Int { get }
}

extension Journal {
  /// All can be written.
  public var problem: String? { nil }

  /// It is not on a disk.
  public var byteCount: Int { 0 }
}
