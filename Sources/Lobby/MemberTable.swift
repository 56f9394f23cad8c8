// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game

/// Who is in a room: its players, and apart from them those who watch.
///
/// Rules ask of players alone, of whom there are no more than seats. Finding, adding, changing and
/// removing a spectator costs the same however many watch.
struct MemberTable: Sendable {
  /// Those who have a seat, in the order in which they came.
  private(set) var players: [Member] = []
  /// Those who watch, in no order that means anything.
  private(set) var spectators: [Member] = []
  /// Where each spectator is in `spectators`.
  private var places: [SessionID: Int] = [:]
  /// Spectators in the order in which they lost their connections; some have one again or have left,
  /// though never the first.
  private var absent: Deque<(session: SessionID, since: ServerTime)> = []

  /// Nobody.
  init() {}

  var isEmpty: Bool { players.isEmpty && spectators.isEmpty }

  /// Players and spectators; its cost is that of as many.
  var all: [Member] { players + spectators }

  /// The spectator who has been without a connection for the longest time; nil for none.
  var firstAbsentSpectator: Member? { absent.first.flatMap { self[$0.session] } }

  /// The member that a session is; nil for none.
  subscript(session: SessionID) -> Member? {
    if let place = places[session] { return spectators[place] }
    return players.first { $0.session == session }
  }

  /// Takes a member in, instead of the one that its session was.
  mutating func insert(_ member: Member) {
    remove(member.session)
    switch member.role {
    case .player: players.append(member)
    case .spectator:
      places[member.session] = spectators.count
      spectators.append(member)
      noteAbsence(of: member)
    }
  }

  /// Lets a member go.
  ///
  /// - Returns: who that was; nil for nobody.
  @discardableResult
  mutating func remove(_ session: SessionID) -> Member? {
    if let index = players.firstIndex(where: { $0.session == session }) {
      return players.remove(at: index)
    }
    guard let place = places.removeValue(forKey: session) else { return nil }
    spectators.swapAt(place, spectators.count - 1)
    let removed = spectators.removeLast()
    if place < spectators.count { places[spectators[place].session] = place }
    dropPresent()
    return removed
  }

  /// Changes a member, but not its session or role.
  ///
  /// - Returns: what `body` returns; nil where the session is no member.
  @discardableResult
  mutating func change<Result>(
    _ session: SessionID, _ body: (inout Member) -> Result
  ) -> Result? {
    if let result = changePlayer(session, body) { return result }
    guard let place = places[session] else { return nil }
    let since = spectators[place].disconnectedAt
    let result = body(&spectators[place])
    if spectators[place].disconnectedAt != since {
      noteAbsence(of: spectators[place])
      dropPresent()
    }
    return result
  }

  /// Changes a member that is a player; nobody who watches is looked at.
  @discardableResult
  mutating func changePlayer<Result>(
    _ session: SessionID, _ body: (inout Member) -> Result
  ) -> Result? {
    players.firstIndex { $0.session == session }.map { body(&players[$0]) }
  }

  /// Changes all players.
  mutating func changePlayers(_ body: (inout Member) -> Void) {
    for index in players.indices { body(&players[index]) }
  }

  /// Counts nobody's absence for `outage`, which is over by `now`.
  mutating func forgive(_ outage: Duration, now: ServerTime) {
    for index in players.indices { players[index].forgive(outage, now: now) }
    for index in spectators.indices { spectators[index].forgive(outage, now: now) }
    for index in absent.indices { absent[index].since = min(absent[index].since + outage, now) }
  }

  private mutating func noteAbsence(of member: Member) {
    if let since = member.disconnectedAt { absent.append((member.session, since)) }
  }

  /// Keeps the first of the absent somebody who is.
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
