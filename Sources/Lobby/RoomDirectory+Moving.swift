// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Protocol

// Rooms that other nodes of the world take over.

extension RoomDirectory {
  /// Whether a room with this code is here.
  package func has(_ code: RoomCode) -> Bool { room(of: code) != nil }

  /// The open room with a code; nil if it is not here.
  package func room(of code: RoomCode) -> RoomID? { relaying?[code] ?? rooms[code] }

  /// Whether a client resumes a room after an entry that the room has not got here.
  package func isBehind(_ join: JoinRoom) -> Bool {
    guard let id = rooms[RoomCode(join.code)], let room = rooms[id], join.roomID == id.rawValue
    else { return false }
    return join.afterSeq.map { $0 > room.log.lastSeq } ?? false
  }

  /// The code of a room; nil if it is not here.
  package func code(of room: RoomID) -> RoomCode? { rooms[room]?.code }

  /// The players in a room; empty if it is not here.
  package func players(in room: RoomID) -> [SessionID] { rooms[room]?.members.map(\.session) ?? [] }

  /// The players and spectators in a room; empty if it is not here.
  ///
  /// Visits everyone.
  package func everyone(in room: RoomID) -> [SessionID] {
    players(in: room) + (rooms[room]?.audience.sessions ?? [])
  }

  /// Whether a session is in a room, or about to enter one.
  package func isInRoom(_ session: SessionID) -> Bool { sessions[session]?.room != nil }

  /// The open rooms, in the order of their codes.
  package var openRooms: [RoomID] {
    rooms.codes.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
  }

  /// Hands a room over to another node as soon as nothing of it waits for the journal.
  package mutating func handOver(_ room: RoomID, now: ServerTime) -> [LobbyOutput] {
    inRoom(room, now: now) { $0.handOver(&$1) }
  }

  /// The journal has not recorded that a room is handed over: it goes on here.
  package mutating func keep(_ room: RoomID, now: ServerTime) -> [LobbyOutput] {
    inRoom(room, now: now) { $0.keep(&$1) }
  }

  /// Another node decides for a room: it leaves this directory with all that waits in it.
  ///
  /// Requests without an answer are not answered here: their clients repeat them at the other node.
  package mutating func lose(_ id: RoomID, now: ServerTime) -> [LobbyOutput] {
    guard let room = remove(id) else { return [] }
    var outputs: [LobbyOutput] = []
    if room.state?.summary != nil { outputs.append(.unlisted(room.code)) }
    var (members, entering): ([SessionID], [Origin]) = ([], [])
    for session in room.everyone + room.audience.everyone {
      let request = sessions[session]?.entering.last
      if room.role(of: session) == nil, let request, sessions[session]?.room == id {
        entering.append(Origin(session: session, request: request))
      } else {
        members.append(session)
      }
      guard sessions[session]?.room == id else { continue }
      sessions[session]?.leaves()
      arm(session, now: now)
    }
    outputs.append(.moved(id, room.code, members: members, entering: entering))
    return outputs
  }

  /// A room is not opened, because its code is that of one opened by the request `opener`.
  ///
  /// - Returns: the code, if that is this room's request: the request may be decided again, once the
  ///   other room is found. Else nil, and nothing has changed.
  package mutating func openedBefore(
    _ id: RoomID, by opener: Origin, now: ServerTime
  ) -> RoomCode? {
    guard rooms[id]?.pending.first?.origin == opener, let room = remove(id) else { return nil }
    sessions[opener.session]?.leaves()
    sessions[opener.session]?.giveBack(opener.request)
    arm(opener.session, now: now)
    return room.code
  }

  /// The code that a repeated request to open a room tried first; nil for any other request.
  ///
  /// Nothing is known of the request here, so another node may have the room.
  package func codeTried(
    by id: RequestID, of session: SessionID, for settings: MatchSettings
  ) -> RoomCode? {
    guard let known = sessions[session], !known.isNew(id), known.room == nil, known.leaving != id,
      known.refusal(of: id) == nil, known.answer(to: id) == nil
    else { return nil }
    let origin = Origin(session: session, request: id)
    let code = derivation.codes(for: settings.audience, of: origin).first
    return code.flatMap { rooms[$0] == nil ? $0 : nil }
  }

  /// The room with a code, if it is here and nothing of it waits for the journal.
  package func resting(_ code: RoomCode) -> RoomID? {
    guard let id = rooms[code], let room = rooms[id] else { return nil }
    return room.pending.isEmpty && room.handover == nil ? id : nil
  }

  /// Whether an intent, or leaving, is answered here if it is repeated: it was, by a refusal or in a
  /// room that is still here.
  package func hasAnswer(to id: RequestID, of session: SessionID) -> Bool {
    guard let known = sessions[session] else { return false }
    return known.refusal(of: id) != nil || known.leaving == id
      || known.answer(to: id).map { rooms[$0.room] != nil } ?? false
  }

  /// Refuses a new request to enter a room that is not here, of a session that plays in one that is.
  package mutating func refuseEntering(
    by id: RequestID, of session: SessionID
  ) -> [LobbyOutput] {
    let isNew = sessions[session]?.accept(id)
    precondition(isNew == true, "A repeated request of a player here is answered as before.")
    return refuse(id, of: session, Refusal(.roomAlreadyIn))
  }

  /// A request that was counted is to be decided again.
  package mutating func giveBack(_ id: RequestID, of session: SessionID) {
    sessions[session]?.giveBack(id)
  }

  /// A session that is here has been read as another node has stored it.
  package mutating func renew(_ stored: StoredSession) {
    sessions[stored.id]?.player = stored.player
    sessions[stored.id]?.raise(to: stored.highest)
    sessions[stored.id]?.quickEntry = stored.quickEntry
  }

  /// Gives a session that has been read what the rooms here know of it.
  mutating func recall(_ session: SessionID) {
    for absentee in absentees.take(session) {
      for answer in absentee.answers { sessions[session]?.remember(answer) }
      // Not to the request to enter: repeated, it leads back to the room.
      if let last = absentee.answers.map(\.origin.request).max() {
        sessions[session]?.raise(to: last)
      }
      guard let role = rooms[absentee.room]?.role(of: session), isFree(session) else { continue }
      bring(session, to: absentee.room)
      if let request = absentee.entering { sessions[session]?.enters(absentee.room, by: request) }
      sessions[session]?.isWatching = role == .spectator
      sessions[session]?.isRecalled = role == .spectator
    }
  }
}
