// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game

/// A session that watches a room.
struct Spectator: Hashable, Sendable {
  let session: SessionID
  /// The entry its first base stood at: it was sent every later entry.
  var firstSeq: UInt64 = 0
  /// Whether it is sent entries as they land.
  ///
  /// False from the loss of its connection until it has asked for what it missed.
  var isListening = false
  /// When its session lost its connection; nil while connected.
  var disconnectedAt: ServerTime?
  /// How many watch through it, if it is a relay and has counted them.
  var counted: Int?

  /// As how many spectators it counts.
  var viewers: Int { counted ?? 1 }
  /// What the journal records of it.
  var record: SpectatorRecord { SpectatorRecord(session: session, firstSeq: firstSeq) }
}

/// The spectators of a room; finding, adding, changing and removing one takes constant time.
struct SpectatorTable: Sendable {
  /// In no particular order.
  private(set) var all: [Spectator] = []
  /// As how many they count, viewers of relays included; kept up to date, so that it costs nothing.
  private(set) var viewers = 0
  /// The index of each spectator in `all`.
  private var places: [SessionID: Int] = [:]
  /// Spectators in the order in which they lost their connections.
  ///
  /// Some have reconnected or left since, but never the first.
  private var absent: Deque<(session: SessionID, since: ServerTime)> = []

  /// The spectator who has been disconnected longest; nil if none is.
  var firstAbsent: Spectator? { absent.first.flatMap { self[$0.session] } }

  /// A session's spectator; nil if it does not watch.
  subscript(session: SessionID) -> Spectator? { places[session].map { all[$0] } }

  /// Adds a spectator, replacing the one its session had.
  mutating func insert(_ spectator: Spectator) {
    remove(spectator.session)
    places[spectator.session] = all.count
    all.append(spectator)
    viewers += spectator.viewers
    noteAbsence(of: spectator)
    assert(places.count == all.count, "Every spectator has exactly one index.")
  }

  /// Removes a session's spectator.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  mutating func remove(_ session: SessionID) -> Bool {
    guard let place = places.removeValue(forKey: session) else { return false }
    all.swapAt(place, all.count - 1)
    viewers -= all.removeLast().viewers
    if place < all.count { places[all[place].session] = place }
    assert(places.count == all.count, "Every spectator has exactly one index.")
    dropPresent()
    return true
  }

  /// Changes a spectator, if the session watches.
  mutating func change(_ session: SessionID, _ body: (inout Spectator) -> Void) {
    guard let place = places[session] else { return }
    let (since, former) = (all[place].disconnectedAt, all[place].viewers)
    body(&all[place])
    viewers += all[place].viewers - former
    assert(viewers >= 0, "A spectator counts as nobody at least.")
    precondition(all[place].session == session, "A change leaves the session alone.")
    if all[place].disconnectedAt != since {
      noteAbsence(of: all[place])
      dropPresent()
    }
  }

  /// Does not count `outage`, which ended by `now`, as anyone's absence.
  mutating func forgive(_ outage: Duration, now: ServerTime) {
    for index in all.indices {
      all[index].disconnectedAt = all[index].disconnectedAt.map { min($0 + outage, now) }
    }
    for index in absent.indices { absent[index].since = min(absent[index].since + outage, now) }
  }

  private mutating func noteAbsence(of spectator: Spectator) {
    if let since = spectator.disconnectedAt { absent.append((spectator.session, since)) }
  }

  /// Restores the invariant that the first of `absent` is still disconnected.
  private mutating func dropPresent() {
    while let first = absent.first, self[first.session]?.disconnectedAt != first.since {
      absent.removeFirst()
    }
  }
}
