// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Protocol

// Rooms that another server decides: they are followed while somebody watches them here.

extension RoomDirectory {
  /// Makes an empty directory one that relays another server's rooms, `limit` at most, and decides
  /// nothing itself.
  package mutating func relay(atMost limit: Int) {
    precondition(rooms.all.isEmpty && sessions.isEmpty, "Only an empty directory begins to relay.")
    relaying = RelayedRooms(limit: limit)
  }

  /// Changes the most rooms followed at once; those above it are kept.
  package mutating func limitRelayed(to limit: Int) { relaying?.limit = limit }

  /// The number of rooms followed.
  package var relayedCount: Int { relaying?.count ?? 0 }

  /// The owner's time is ahead of the directory's by this much now.
  package mutating func ownerIsAhead(by ahead: Duration) { relaying?.ahead = ahead }

  /// Something has come from the owner of a room; ignored if the room is followed no more.
  package mutating func followed(
    _ event: RelayedRoomEvent, in room: RoomID, now: ServerTime
  ) -> [LobbyOutput] {
    let ahead = relaying?.ahead ?? .zero
    return inRelayed(room, now: now) { $0.take(event, ahead: ahead, &$1) }
  }

  /// The topic of those who watch a room here: its name at its owner; nil before that is known.
  package func audience(of room: RoomID) -> RoomID? { relaying?[room]?.room }

  /// The owner's public list has changed.
  ///
  /// - Parameters:
  ///   - update: the rooms that are new or have changed, and those that are gone.
  ///   - isWhole: whether it names every room, so that all others are gone.
  /// - Returns: the outputs.
  package mutating func listed(_ update: RoomsUpdate, isWhole: Bool) -> [LobbyOutput] {
    relaying?.list(update, isWhole: isWhole) ?? []
  }

  // MARK: Inside

  /// Whether a room is another server's.
  func isRelayed(_ room: RoomID) -> Bool { relaying?[room] != nil }

  /// Lets a session watch a room, which is followed from now on.
  mutating func watch(
    _ join: JoinRoom, _ known: Session, by origin: Origin, now: ServerTime
  ) -> [LobbyOutput] {
    precondition(join.role == .spectator, "A relay is asked for rooms to watch only.")
    let code = RoomCode(join.code)
    if let room = relaying?[code] {
      guard known.room == nil || known.room == room else {
        return refuse(origin.request, of: origin.session, Refusal(.roomAlreadyIn))
      }
      return watch(join, in: room, by: origin, now: now)
    }
    guard known.room == nil else {
      return refuse(origin.request, of: origin.session, Refusal(.roomAlreadyIn))
    }
    if let refusal = relaying?.refusal(of: code, now: now) {
      return refuse(origin.request, of: origin.session, refusal)
    }
    guard relayedCount < relaying?.limit ?? 0 else {
      return refuse(origin.request, of: origin.session, Refusal(.roomTooMany))
    }
    let id = drawRoomID()
    relaying?.add(RelayedRoom(id: id, code: code))
    return watch(join, in: id, by: origin, now: now) + [.follow(id, code)]
  }

  private mutating func watch(
    _ join: JoinRoom, in room: RoomID, by origin: Origin, now: ServerTime
  ) -> [LobbyOutput] {
    sessions[origin.session]?.enters(room, by: origin.request)
    let ahead = relaying?.ahead ?? .zero
    return inRelayed(room, now: now) { $0.join(join, by: origin, ahead: ahead, &$1) }
  }

  /// Answers a repeated request to watch; nil if it was none, or is no longer known.
  mutating func watchAgain(
    _ known: Session, _ request: RequestID, by session: SessionID, now: ServerTime
  ) -> [LobbyOutput]? {
    guard let room = known.room.flatMap({ relaying?[$0] }),
      known.entering.contains(request)
    else { return nil }
    if room.isArriving(session) { return [] }
    guard room.contains(session) else { return nil }
    let join = JoinRoom(code: room.code.rawValue, role: .spectator)
    return watch(
      join, in: room.id, by: Origin(session: session, request: request), now: now)
  }

  /// Gives a relayed room something to do, then updates the directory's own tables.
  mutating func inRelayed(
    _ id: RoomID, now: ServerTime,
    _ body: (inout RelayedRoom, inout DecisionContext) -> Void
  ) -> [LobbyOutput] {
    guard isRelayed(id) else { return [] }
    var context = DecisionContext(
      now: now, lead: .zero, random: random, dailySeeds: dailySeeds)
    relaying?.change(id) { body(&$0, &context) }
    for case .joined(let session, _) in context.outputs {
      guard let known = sessions[session], known.disconnectedAt != nil else { continue }
      // It disconnected while it waited for the owner.
      relaying?.change(id) { room in
        if known.isExpelled {
          room.leave(session, nil, .gone, &context)
        } else {
          room.setConnected(false, session, &context)
        }
      }
    }
    for output in context.outputs { settle(output, in: id, now: now) }
    var outputs = context.outputs
    guard let room = relaying?.update(id) else { return outputs }
    if let count = relaying?.change(id, { $0.takeCount(now: now) }) ?? nil {
      outputs.append(.watching(id, count))
    }
    if room.isClosed {
      relaying?.remove(room, now: now)
      wakes.disarm(.room(id))
      outputs.append(.unfollow(id))
    } else if let wake = room.nextWake {
      wakes.arm(.room(id), at: wake)
    }
    return outputs
  }
}
