// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

// Rooms that other nodes of the world take over.

extension RoomDirectory {
  /// Whether a room with this code is here.
  package func has(_ code: RoomCode) -> Bool { codes[code] != nil }

  /// The open room with a code; nil if it is not here.
  package func room(of code: RoomCode) -> RoomID? { codes[code] }

  /// The code of a room; nil if it is not here.
  package func code(of room: RoomID) -> RoomCode? { rooms[room]?.code }

  /// The players in a room; empty if it is not here.
  package func players(in room: RoomID) -> [SessionID] { rooms[room]?.members.map(\.session) ?? [] }

  /// Whether a session is in a room, or about to enter one.
  package func isInRoom(_ session: SessionID) -> Bool { sessions[session]?.room != nil }

  /// The open rooms, in the order of their codes.
  package var openRooms: [RoomID] {
    codes.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
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
    let (players, spectators) = (room.everyone, room.audience.everyone)
    for session in players + spectators where sessions[session]?.room == id {
      sessions[session]?.leaves()
      arm(session, now: now)
    }
    outputs.append(.moved(id, room.code, players: players, spectators: spectators))
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
    return code.flatMap { codes[$0] == nil ? $0 : nil }
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
