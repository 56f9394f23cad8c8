// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

extension RoomDirectory {
  /// What the directory goes on from after a stop: what a journal has.
  public struct Stored: Sendable {
    /// Every room that was open.
    public var rooms: [StoredRoom]
    /// Every session that lived.
    public var sessions: [StoredSession]
    /// Codes of rooms that have closed, in the order of their closing.
    public var retiredCodes: [RetiredCode]
    /// When the server was last alive.
    public var lastAlive: ServerTime
    /// Outages before that which rooms may not have been given back, oldest first.
    public var outages: [Outage]

    /// Rooms and sessions as of `lastAlive`.
    public init(
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

  /// A stretch in which no server was there.
  public struct Outage: Hashable, Sendable {
    /// When one was last alive.
    public var since: ServerTime
    /// When the next one began: later than every entry written before, and no later than any
    /// written after.
    public var until: ServerTime

    /// The stretch from `since` to `until`.
    public init(since: ServerTime, until: ServerTime) {
      self.since = since
      self.until = until
    }
  }

  /// A room that cannot be gone on with, and why.
  public struct Loss: Error, Hashable, Sendable {
    /// The room.
    public var room: RoomID
    /// What is wrong with what the journal has of it.
    public var problem: StoredRoomError
  }

  /// Goes on where a journal ends; only in an empty directory.
  ///
  /// Nobody is connected since the server was last alive; `resume(after:now:)` is to be called next.
  /// What lines and lags were like is not kept: they are measured anew.
  ///
  /// A match whose log does not go on behind an outage has stood still since that began: its players
  /// were not back before the next one.
  ///
  /// - Returns: what cannot be gone on with; its codes stay taken.
  public mutating func restore(_ stored: Stored, now: ServerTime) -> [Loss] {
    precondition(rooms.isEmpty && sessions.isEmpty, "A directory is restored before it is used.")
    for session in stored.sessions {
      // Where it has been is not kept: it may have been in a room that is closed by now.
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
      standsStillSince: first.map { max($0.since, last) })
    room.refeed(asOf: stored.lastAlive, now: now)
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
    // Only lists the room and sees to it that it is looked at in time.
    _ = inRoom(folded.id, now: now) { _, _ in }
  }

  /// The journal was read again, because it could not say what became of a room's pending batch.
  public mutating func reread(_ stored: StoredRoom, now: ServerTime) -> [LobbyOutput] {
    do throws(StoredRoomError) {
      let folded = try FoldedRoom(stored, dealer: dealer)
      return inRoom(stored.id, now: now) { $0.reread(folded, &$1) }
    } catch {
      return failed(stored.id, now: now)
    }
  }
}
