// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

extension RoomDirectory {
  /// The journal's contents, from which a directory is restored.
  package struct Stored: Sendable {
    /// Every open room.
    package var rooms: [StoredRoom]
    /// Every live session.
    package var sessions: [StoredSession]
    /// Codes of closed rooms, in the order of closing.
    package var retiredCodes: [RetiredCode]
    /// When the server was last alive.
    package var lastAlive: ServerTime
    /// Earlier outages that some rooms may not have been refunded yet, oldest first.
    package var outages: [Outage]

    /// Rooms and sessions as of `lastAlive`.
    package init(
      rooms: [StoredRoom] = [], sessions: [StoredSession] = [], retiredCodes: [RetiredCode] = [],
      lastAlive: ServerTime = .zero, outages: [Outage] = []
    ) {
      self.retiredCodes = retiredCodes
      self.rooms = rooms
      self.sessions = sessions
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
  }

  /// Restores the journal's contents into an empty directory.
  ///
  /// Call `resume(after:now:)` next.
  ///
  /// All sessions are disconnected since the server was last alive. Latency measurements start
  /// anew.
  ///
  /// A match without any entry since an earlier outage has been paused since that outage began.
  ///
  /// - Returns: the rooms that could not be restored; their codes stay reserved.
  package mutating func restore(_ stored: Stored, now: ServerTime) -> [Loss] {
    precondition(rooms.isEmpty && sessions.isEmpty, "A directory is restored before it is used.")
    for session in stored.sessions {
      // Its former rooms are unknown and may have closed, so it counts as used.
      sessions[session.id] = Session(
        player: session.player, highest: session.highest, isUsed: true)
      sessions[session.id]?.disconnectedAt = stored.lastAlive
    }
    for retiredCode in stored.retiredCodes { retired.retire(retiredCode.code, at: retiredCode.at) }
    let seated = Set(stored.rooms.flatMap { $0.members.map(\.session) })
    var losses: [Loss] = []
    for room in stored.rooms {
      do throws(StoredRoomError) {
        restore(try FoldedRoom(room, dealer: dealer), as: stored, seated: seated, now: now)
      } catch {
        losses.append(Loss(room: room.id, problem: error))
        reserved.insert(room.code)
      }
    }
    for session in stored.sessions where sessions[session.id]?.room == nil {
      arm(session.id, now: now)
    }
    return losses
  }

  private mutating func restore(
    _ folded: FoldedRoom, as stored: Stored, seated: Set<SessionID>, now: ServerTime
  ) {
    let last = folded.match.view.at
    let outages = stored.outages + [Outage(since: stored.lastAlive, until: now)]
    precondition(
      zip(outages, outages.dropFirst()).allSatisfy { $0.until <= $1.until },
      "The journal's outages are in the order in which they ended.")
    let first = outages.first { last < $0.until }
    if let first, folded.match.view.isMatchRunning, !unsettled.contains(first) {
      unsettled.append(first)
      unsettled.sort { $0.until < $1.until }
    }
    let spectators = returning(folded.spectators, seated: seated)
    var room = Room(
      folded, spectators: spectators, aliveUntil: stored.lastAlive,
      pausedSince: first.map { max($0.since, last) })
    room.refillAudience(asOf: stored.lastAlive, now: now)
    rooms[folded.id] = room
    codes[folded.code] = folded.id
    for answer in folded.answers { sessions[answer.origin.session]?.remember(answer) }
    for (member, request) in zip(folded.members, folded.entering) {
      sessions[member.session]?.room = folded.id
      if let request { sessions[member.session]?.enters(folded.id, by: request) }
    }
    for spectator in spectators {
      sessions[spectator.session]?.room = folded.id
      sessions[spectator.session]?.isWatching = true
      sessions[spectator.session]?.isRecalled = true
    }
    // Only lists the room and arms its timer.
    _ = inRoom(folded.id, now: now) { _, _ in }
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
}
