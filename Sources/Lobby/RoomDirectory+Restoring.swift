// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

extension RoomDirectory {
  /// The contents of a journal whose rooms all had one server.
  package struct Stored: Sendable {
    /// Every open room.
    package var rooms: [StoredRoom]
    /// The key of the codes of new rooms, 32 random bytes; nil if the journal has none.
    package var codeKey: [UInt8]?
    /// When that server was last alive.
    package var lastAlive: ServerTime
    /// Its earlier outages, which some rooms may not have been refunded yet, oldest first.
    package var outages: [Outage]

    /// Rooms as of `lastAlive`.
    package init(
      rooms: [StoredRoom] = [], codeKey: [UInt8]? = nil, lastAlive: ServerTime = .zero,
      outages: [Outage] = []
    ) {
      self.codeKey = codeKey
      self.rooms = rooms
      self.lastAlive = lastAlive
      self.outages = outages
    }
  }

  /// A period without a running server.
  package struct Outage: Hashable, Sendable {
    /// When the server was last alive.
    package var since: ServerTime
    /// When the next process started: later than every entry before the outage, and no later than
    /// any after it.
    package var until: ServerTime

    /// The period from `since` to `until`.
    package init(since: ServerTime, until: ServerTime) {
      self.since = since
      self.until = until
    }
  }

  /// A room that could not be restored, and why.
  package struct Loss: Error, Hashable, Sendable {
    /// The room.
    package var room: RoomID
    /// What is wrong with its journal rows.
    package var problem: StoredRoomError

    /// Room `room` cannot be restored because of `problem`.
    package init(room: RoomID, problem: StoredRoomError) {
      self.room = room
      self.problem = problem
    }
  }

  /// Restores the rooms of a journal, after the sessions they know.
  ///
  /// - Returns: the rooms that could not be restored, and the outputs.
  package mutating func restore(
    _ stored: Stored, now: ServerTime
  ) -> (losses: [Loss], outputs: [LobbyOutput]) {
    if let key = stored.codeKey { useCodes(by: key) }
    var (losses, outputs): ([Loss], [LobbyOutput]) = ([], [])
    for room in stored.rooms {
      do throws(Loss) {
        outputs += try adopt(
          room, aliveUntil: stored.lastAlive, outages: stored.outages, now: now)
        note(stored.outages + [Outage(since: stored.lastAlive, until: now)], of: room.id)
      } catch {
        losses.append(error)
      }
    }
    return (losses, outputs)
  }

  /// Adopts a stored session, before the rooms that know it; it is disconnected as of now.
  package mutating func adopt(_ stored: StoredSession, now: ServerTime) {
    precondition(
      sessions[stored.id] == nil, "Session \(stored.id.rawValue) is here before it is adopted.")
    // Its former rooms are unknown and may have closed, so it counts as used.
    sessions[stored.id] = Session(player: stored.player, highest: stored.highest, isUsed: true)
    sessions[stored.id]?.quickEntry = stored.quickEntry
    sessions[stored.id]?.disconnectedAt = now
    recall(stored.id)
    if sessions[stored.id]?.room == nil { arm(stored.id, now: now) }
  }

  /// Adopts a stored room, beside whatever is here already.
  ///
  /// Its sessions come back to it, unless they have entered another room meanwhile; those that are
  /// not in memory once they are. No timeout has
  /// advanced since its last server was alive, and a match under way has been paused since then; or
  /// since the first outage after its last entry. It goes on when its players are back, or
  /// `LobbyLimits.returnLimit` after the first of them. Latency measurements start anew.
  ///
  /// - Parameters:
  ///   - stored: the room.
  ///   - last: when the server that had it was last alive.
  ///   - outages: earlier outages that it may not have been refunded yet, oldest first.
  ///   - now: the current time.
  /// - Returns: the outputs.
  /// - Throws: `Loss` if it cannot be restored.
  package mutating func adopt(
    _ stored: StoredRoom, aliveUntil last: ServerTime, outages: [Outage] = [], now: ServerTime
  ) throws(Loss) -> [LobbyOutput] {
    precondition(last <= now, "A room's last server was not alive in the future.")
    let folded: FoldedRoom
    do throws(StoredRoomError) {
      folded = try FoldedRoom(stored, dealer: dealer)
      guard rooms[stored.id] == nil, rooms[stored.code] == nil else { throw .alreadyHere }
    } catch {
      throw Loss(room: stored.id, problem: error)
    }
    var outputs = folded.members.flatMap { releaseRecalled($0.session, now: now) }
    let spectators = folded.spectators.filter {
      sessions[$0.session].map { $0.room == nil } ?? true
    }
    let outage = firstOutage(
      of: folded.match.view, among: outages + [Outage(since: last, until: now)])
    var room = Room(
      folded, spectators: spectators, aliveUntil: last,
      pausedSince: outage.map { max($0.since, folded.match.view.at) })
    room.refillAudience(asOf: last, now: now)
    rooms.add(room)
    for (session, absentee) in folded.absentees {
      absentees.add(absentee, for: session)
      if sessions[session] != nil { recall(session) }
    }
    let returning = folded.members.map(\.session) + spectators.map(\.session)
    let known = returning.filter { sessions[$0]?.room == folded.id }
      .map { (session: $0, isConnected: isConnected($0)) }
    outputs += inRoom(folded.id, now: now) { room, context in
      room.resume(after: now - last, &context)
      for (session, isConnected) in known where isConnected {
        room.setConnected(true, session, &context)
      }
    }
    return outputs
  }

  /// The first outage during which a room's match stood still; nil for none.
  private func firstOutage(of view: MatchView, among outages: [Outage]) -> Outage? {
    precondition(
      zip(outages, outages.dropFirst()).allSatisfy { $0.until <= $1.until },
      "The journal's outages are in the order in which they ended.")
    return outages.first { view.at < $0.until }
  }

  /// Keeps the outage that a restored match is to be refunded in `unsettled`.
  private mutating func note(_ outages: [Outage], of room: RoomID) {
    guard let view = rooms[room]?.view, view.isMatchRunning,
      let first = firstOutage(of: view, among: outages), !unsettled.contains(first)
    else { return }
    unsettled.append(first)
    unsettled.sort { $0.until < $1.until }
  }

  /// Whether a session exists and is in no room.
  func isFree(_ session: SessionID) -> Bool {
    sessions[session].map { $0.room == nil } ?? false
  }

  /// A session is in a room again, which keeps it from being forgotten.
  mutating func bring(_ session: SessionID, to room: RoomID) {
    sessions[session]?.room = room
    wakes.disarm(.session(session))
    idle.disarm(session)
  }

  /// Resolves a batch with unknown outcome, now that the journal has been read again.
  package mutating func reread(_ stored: StoredRoom, now: ServerTime) -> [LobbyOutput] {
    do throws(StoredRoomError) {
      let folded = try FoldedRoom(stored, dealer: dealer)
      return inRoom(stored.id, now: now) { $0.reread(folded, &$1) }
    } catch {
      return failed(stored.id, now: now)
    }
  }

  // MARK: Writing back

  /// The open rooms as they are in memory, in the order of their codes; without former members,
  /// whom only the journal knows.
  package var remembered: [StoredRoom] { openRooms.compactMap { rooms[$0]?.remembered } }

  /// A room's log is in the journal again, which has been away for so long: no timeout has advanced
  /// meanwhile, and a match under way goes on when its players are back.
  package mutating func resume(
    _ room: RoomID, after outage: Duration, now: ServerTime
  ) -> [LobbyOutput] {
    inRoom(room, now: now) { $0.resume(after: outage, &$1) }
  }

  /// New rooms have codes, and days their deals, by another key, because the world was begun anew.
  package mutating func useCodes(by key: [UInt8]) {
    derivation.key = key
    dailySeeds.key = key
  }
}

extension Room {
  /// The room as its journal had it; the seals of earlier matches are not kept, and not needed.
  fileprivate var remembered: StoredRoom {
    let committed = log.entries.last { if case .committed = $0.event { true } else { false } }
    let sealed = committed.flatMap { entry in
      match.sealed.map { StoredRoom.Sealed(afterSeq: entry.seq - 1, record: $0) }
    }
    return StoredRoom(
      id: id, code: code, entries: log.entries, sealed: sealed.map { [$0] } ?? [],
      members: members.map { Membership(session: $0.session, actor: $0.actor) },
      spectators: audience.records)
  }
}
