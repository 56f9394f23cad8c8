// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Lobby

/// One decision of a room on its way into the journal.
public struct JournalStep: Hashable, Sendable {
  /// The room.
  public var room: RoomID
  /// Its entries and sealed record, with the number they follow.
  public var batch: Batch

  /// `batch` of `room`.
  public init(room: RoomID, batch: Batch) {
    self.room = room
    self.batch = batch
  }
}

/// What became of a step.
public struct JournalOutcome: Hashable, Sendable {
  /// The room.
  public var room: RoomID
  /// Whether its batch is in the journal, whole; otherwise nothing of it is.
  public var hasLanded: Bool

  /// The batch of `room` has landed, or has not.
  public init(room: RoomID, hasLanded: Bool) {
    self.room = room
    self.hasLanded = hasLanded
  }
}

/// Where every entry is before anyone sees it.
///
/// An append names the last number it saw and is refused if the log has gone on: the log itself
/// fences a stale writer. All implementations promise: a batch lands whole or not at all, and only
/// behind the entry it expects.
///
/// A journal lives on the loop. One that works elsewhere comes back to the loop before it calls.
public protocol Journal: AnyObject {
  /// Appends steps of different rooms, and calls back once for all of them with their outcomes in
  /// the same order; possibly before it returns.
  func append(_ steps: [JournalStep], _ outcome: @escaping ([JournalOutcome]) -> Void)
}
