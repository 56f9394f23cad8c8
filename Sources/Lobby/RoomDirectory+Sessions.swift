// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

// Who a session is, wherever it is.

extension RoomDirectory {
  /// A new session named after `player`; its identifier is new.
  public mutating func open(_ session: SessionID, player: Player) {
    precondition(sessions[session] == nil, "Session \(session.rawValue) was opened twice.")
    sessions[session] = Session(player: player)
  }

  /// Forgets the session that has been without a connection the longest, of those in no room; it makes
  /// room for somebody new.
  ///
  /// - Parameters:
  ///   - now: when.
  ///   - isComing: whether a session is about to have a connection again; such a one is spared.
  /// - Returns: what is to be done; nothing where every session has a connection or a room.
  public mutating func forgetLongestIdle(
    now: ServerTime, unless isComing: (SessionID) -> Bool
  ) -> [LobbyOutput] {
    var spared: [SessionID] = []
    defer { for id in spared { arm(id, now: now) } }
    while case .session(let id)? = idle.popDue(by: now) {
      guard let session = sessions[id], session.room == nil, session.disconnectedAt != nil else {
        continue
      }
      if !isComing(id) { return forget(id) }
      spared.append(id)
    }
    return []
  }

  /// A session comes to its end.
  mutating func forget(_ session: SessionID) -> [LobbyOutput] {
    sessions[session] = nil
    idle.disarm(.session(session))
    wakes.disarm(.session(session))
    return [.forgotten(session)]
  }

  /// Whether a session still lives.
  public func knows(_ session: SessionID) -> Bool { sessions[session] != nil }

  /// Who a session is; nil if it lives no longer.
  public func player(_ session: SessionID) -> Player? { sessions[session]?.player }

  /// Whether a session's request would be decided, and not answered as it was before.
  public func isNew(_ request: RequestID, of session: SessionID) -> Bool {
    sessions[session]?.isNew(request) ?? false
  }

  /// The highest number under which a session has asked for something; nil if it never has.
  ///
  /// After a restart it is that of the last request which left something in a log.
  public func highestRequest(of session: SessionID) -> RequestID? {
    guard let highest = sessions[session]?.highest, highest > RequestID(0) else { return nil }
    return highest
  }

  /// A session's player is somebody who is known better now; in the next room it enters, for seats
  /// have in them who sat down.
  public mutating func know(_ session: SessionID, as player: Player) {
    sessions[session]?.player = player
  }

  /// Who is to see what a session's player feels now.
  ///
  /// Those who watch behind are not: what is felt about a card tells of the card.
  ///
  /// - Parameter session: whose feeling it is.
  /// - Returns: the player's number in the room, and all who see it, the player too.
  /// - Throws: `room/not_in`, or `play/not_seated` for who watches.
  public func reaction(
    of session: SessionID
  ) throws(Refusal) -> (actor: ActorNumber, spectators: [SessionID]) {
    guard let room = sessions[session]?.room.flatMap({ rooms[$0] }),
      let member = room.member(session)
    else { throw Refusal(.roomNotIn) }
    guard let actor = member.actor, room.view.seat(of: actor) != nil else {
      throw Refusal(.playNotSeated)
    }
    return (actor, room.isWatchedLive ? room.listeners : room.listeners(.player))
  }

  /// Whether a session is in the room that a code belongs to.
  public func isIn(_ code: RoomCode, _ session: SessionID) -> Bool {
    codes[code].map { $0 == sessions[session]?.room } ?? false
  }

  /// Whether a session has a connection.
  public func isConnected(_ session: SessionID) -> Bool {
    sessions[session].map { $0.disconnectedAt == nil } ?? false
  }
}
