// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// Knowledge of the rooms here about sessions that are not in memory.
///
/// A room that was claimed from another node comes without its sessions: each is read from the
/// registry when it says hello, and then finds its room and its answers here.
struct AbsenteeTable: Sendable {
  /// What one room knows of a session.
  struct Absentee: Sendable {
    /// The room.
    var room: RoomID
    /// The request by which it entered, as far as the log names it.
    var entering: RequestID?
    /// The answers to its requests, oldest first.
    var answers: [Answer] = []
  }

  private var absentees: [SessionID: [Absentee]] = [:]
  /// The sessions that each room knows.
  private var sessions: [RoomID: Set<SessionID>] = [:]

  /// Adds what a room knows of a session.
  mutating func add(_ absentee: Absentee, for session: SessionID) {
    absentees[session, default: []].append(absentee)
    sessions[absentee.room, default: []].insert(session)
  }

  /// Takes what the rooms know of a session that is in memory from now on.
  mutating func take(_ session: SessionID) -> [Absentee] {
    let taken = absentees.removeValue(forKey: session) ?? []
    for absentee in taken { sessions[absentee.room]?.remove(session) }
    return taken
  }

  /// Forgets a room that is closed, or another node's.
  mutating func drop(_ room: RoomID) {
    for session in sessions.removeValue(forKey: room) ?? [] {
      absentees[session]?.removeAll { $0.room == room }
      if absentees[session]?.isEmpty == true { absentees[session] = nil }
    }
  }
}

extension FoldedRoom {
  /// The room's knowledge of its sessions, by session, in the order of the log.
  var absentees: [(session: SessionID, known: AbsenteeTable.Absentee)] {
    var order: [SessionID] = []
    var known: [SessionID: AbsenteeTable.Absentee] = [:]
    func change(_ session: SessionID, _ body: (inout AbsenteeTable.Absentee) -> Void) {
      if known[session] == nil { order.append(session) }
      body(&known[session, default: AbsenteeTable.Absentee(room: id)])
    }
    for answer in answers { change(answer.origin.session) { $0.answers.append(answer) } }
    for (member, request) in zip(members, entering) {
      change(member.session) { $0.entering = request }
    }
    for spectator in spectators { change(spectator.session) { _ in } }
    return order.compactMap { session in known[session].map { (session, $0) } }
  }
}
