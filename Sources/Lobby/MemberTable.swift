// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game

/// The members of a room: players and spectators, kept apart.
///
/// Players are at most as many as seats and are searched linearly. Finding, adding, changing and
/// removing a spectator takes constant time.
struct MemberTable: Sendable {
  /// In the order in which they came.
  private(set) var players: [Member] = []
  /// In no particular order.
  private(set) var spectators: [Member] = []
  /// The index of each spectator in `spectators`.
  private var places: [SessionID: Int] = [:]
  /// Spectators in the order in which they lost their connections.
  ///
  /// Some have reconnected or left since, but never the first.
  private var absent: Deque<(session: SessionID, since: ServerTime)> = []

  /// An empty table.
  init() {}

  var isEmpty: Bool { players.isEmpty && spectators.isEmpty }

  /// Players and spectators; O(n).
  var all: [Member] { players + spectators }

  /// The spectator who has been disconnected longest; nil if none is.
  var firstAbsentSpectator: Member? { absent.first.flatMap { self[$0.session] } }

  /// A session's member; nil if it has none.
  subscript(session: SessionID) -> Member? {
    if let place = places[session] { return spectators[place] }
    return players.first { $0.session == session }
  }

  /// Adds a member, replacing the one its session had.
  mutating func insert(_ member: Member) {
    assert(
      (member.role == .player) == (member.actor != nil),
      "Players have a number in the log, spectators have none.")
    remove(member.session)
    switch member.role {
    case .player: players.append(member)
    case .spectator:
      places[member.session] = spectators.count
      spectators.append(member)
      noteAbsence(of: member)
      assert(places.count == spectators.count, "Every spectator has exactly one index.")
    }
  }

  /// Removes a session's member.
  ///
  /// - Returns: the member; nil if the session had none.
  @discardableResult
  mutating func remove(_ session: SessionID) -> Member? {
    if let index = players.firstIndex(where: { $0.session == session }) {
      return players.remove(at: index)
    }
    guard let place = places.removeValue(forKey: session) else { return nil }
    spectators.swapAt(place, spectators.count - 1)
    let removed = spectators.removeLast()
    if place < spectators.count { places[spectators[place].session] = place }
    assert(places.count == spectators.count, "Every spectator has exactly one index.")
    dropPresent()
    return removed
  }

  /// Changes a member, except for its session and role.
  ///
  /// - Returns: the result of `body`; nil if the session is not a member.
  @discardableResult
  mutating func change<Result>(
    _ session: SessionID, _ body: (inout Member) -> Result
  ) -> Result? {
    if let result = changePlayer(session, body) { return result }
    guard let place = places[session] else { return nil }
    let since = spectators[place].disconnectedAt
    let result = body(&spectators[place])
    precondition(
      spectators[place].session == session && spectators[place].role == .spectator,
      "A change leaves a member's session and role alone.")
    if spectators[place].disconnectedAt != since {
      noteAbsence(of: spectators[place])
      dropPresent()
    }
    return result
  }

  /// Changes a player without searching the spectators.
  @discardableResult
  mutating func changePlayer<Result>(
    _ session: SessionID, _ body: (inout Member) -> Result
  ) -> Result? {
    players.firstIndex { $0.session == session }.map { body(&players[$0]) }
  }

  mutating func changePlayers(_ body: (inout Member) -> Void) {
    for index in players.indices { body(&players[index]) }
  }

  /// Does not count `outage`, which ended by `now`, as anyone's absence.
  mutating func forgive(_ outage: Duration, now: ServerTime) {
    for index in players.indices { players[index].forgive(outage, now: now) }
    for index in spectators.indices { spectators[index].forgive(outage, now: now) }
    for index in absent.indices { absent[index].since = min(absent[index].since + outage, now) }
  }

  private mutating func noteAbsence(of member: Member) {
    if let since = member.disconnectedAt { absent.append((member.session, since)) }
  }

  /// Restores the invariant that the first of `absent` is still disconnected.
  private mutating func dropPresent() {
    while let first = absent.first, self[first.session]?.disconnectedAt != first.since {
      absent.removeFirst()
    }
  }
}

extension Member {
  fileprivate mutating func forgive(_ outage: Duration, now: ServerTime) {
    disconnectedAt = disconnectedAt.map { min($0 + outage, now) }
  }
}
