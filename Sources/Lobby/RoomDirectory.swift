// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Protocol

/// All rooms and sessions of a server, as one value.
///
/// It receives requests, the journal's answers and the time, and returns effects. It has no clock,
/// no socket and no randomness but its stream, so equal inputs give equal outputs.
package struct RoomDirectory: Sendable {
  /// What a timer is for.
  enum TimerSubject: Hashable, Sendable {
    case room(RoomID)
    case session(SessionID)
  }

  var rooms = RoomTable()
  var sessions: [SessionID: Session] = [:]
  /// What rooms know of sessions that are not here.
  var absentees = AbsenteeTable()
  var wakes = TimerQueue<TimerSubject>()
  /// Sessions in no room, by when they lost their connection.
  var idle = TimerQueue<SessionID>()
  private(set) var random: RandomStream
  /// Where rooms have their codes from.
  var derivation: CodeDerivation
  /// Where daily deals have their seeds from, under the same key.
  package var dailySeeds: DailySeeds
  let dealer: Dealer
  private let leastLead: Duration
  /// How long the journal took to commit recent batches.
  private var journalTimes = RecentDurations()

  /// An empty directory.
  ///
  /// - Parameters:
  ///   - random: the source of ids, seeds and the key of codes; its own key must be secret.
  ///   - dealer: the source of decks.
  ///   - leastLead: the least time ahead at which rooms announce their own events.
  package init(random: RandomStream, dealer: Dealer, leastLead: Duration) {
    self.random = random
    let key = self.random.bytes(32)
    derivation = CodeDerivation(key: key, hashing: dealer.hashing)
    dailySeeds = DailySeeds(key: key, hashing: dealer.hashing)
    self.dealer = dealer
    self.leastLead = leastLead
  }

  /// What it keeps of another server's rooms; nil unless it relays them.
  var relaying: RelayedRooms?

  /// How long a session without a connection or a room stays in memory.
  package var sessionResidence = LobbyLimits.sessionResidence
  /// When sessions leave memory.
  var unloadPace = UnloadPace()
  /// Tables that quick match avoids for a while.
  var pauses = QuickMatchPauses()

  /// Outages not yet refunded to every match, at most one per match; a restarted server needs them.
  package internal(set) var unsettled: [Outage] = []

  /// The number of calls into rooms.
  private(set) var roomVisits = 0

  /// The number of rooms.
  package var roomCount: Int { rooms.all.count }

  /// The current totals; O(1), because they are updated as rooms change.
  package var counts: LobbyCounts {
    var counts = relaying?.counts ?? rooms.counts
    counts.sessions = sessions.count
    return counts
  }

  /// The latest public rooms, at most `LobbyLimits.roomsListed`, in the order of opening.
  package var list: [RoomSummary] { relaying?.list ?? rooms.list }

  /// When `tick` is to be called next; nil for never.
  package var nextWake: ServerTime? { wakes.next }

  /// A session has connected, or lost its last connection; ignored for unknown sessions.
  package mutating func setConnected(
    _ isConnected: Bool, _ session: SessionID, now: ServerTime
  ) -> [LobbyOutput] {
    guard sessions[session] != nil else { return [] }
    sessions[session]?.disconnectedAt = isConnected ? nil : now
    sessions[session]?.unloadsAt = nil
    sessions[session]?.connection = MeasuredConnection()
    if isConnected { idle.disarm(session) }
    guard let room = sessions[session]?.room else {
      arm(session, now: now)
      return []
    }
    if isRelayed(room) {
      return inRelayed(room, now: now) { $0.setConnected(isConnected, session, &$1) }
    }
    return inRoom(room, now: now) { $0.setConnected(isConnected, session, &$1) }
  }

  /// The operator ended a session: it resigns and leaves its room once the journal permits.
  package mutating func expel(_ session: SessionID, now: ServerTime) -> [LobbyOutput] {
    guard sessions[session] != nil else { return [] }
    sessions[session]?.isExpelled = true
    sessions[session]?.disconnectedAt = now
    guard let room = sessions[session]?.room else {
      arm(session, now: now)
      return []
    }
    if isRelayed(room) {
      return inRelayed(room, now: now) { $0.leave(session, nil, .gone, &$1) }
    }
    return inRoom(room, now: now) { $0.expel(session, &$1) }
  }

  /// A session's latency was measured, by `probe` or the kernel; O(1) for spectators.
  package mutating func measured(
    _ connection: MeasuredConnection, _ probe: MeasuredConnection.Probe?, of session: SessionID,
    now: ServerTime
  ) -> [LobbyOutput] {
    guard let place = sessions.index(forKey: session) else { return [] }
    let room = sessions.change(at: place) { known in
      known.connection = connection
      return known.isWatching ? nil : known.room
    }
    guard let room else { return [] }
    return inRoom(room, now: now) { $0.measured(connection, probe, of: session, &$1) }
  }

  /// Decides a session's request, or repeats the answer to a retry.
  package mutating func handle(
    _ request: RoomRequest, id: RequestID, from session: SessionID, received: ServerTime,
    now: ServerTime
  ) -> [LobbyOutput] {
    guard let place = sessions.index(forKey: session) else {
      preconditionFailure("Session \(session.rawValue) was never opened.")
    }
    guard sessions.change(at: place, { $0.accept(id) }) else {
      return answerAgain(request, id, to: session, now: now)
    }
    if case .intent(let seen) = request {
      guard let room = sessions.change(at: place, { $0.room }) else {
        return refuse(id, of: session, Refusal(.roomNotIn))
      }
      return inRoom(room, now: now) {
        $0.handle(.intent(seen, session, id, received: received), &$1)
      }
    }
    let outputs = releaseRecalled(session, for: request, now: now)
    return outputs + grant(request, id: id, from: session, now: now)
  }

  private mutating func grant(
    _ request: RoomRequest, id: RequestID, from session: SessionID, now: ServerTime
  ) -> [LobbyOutput] {
    guard let known = sessions[session] else { return [] }
    let origin = Origin(session: session, request: id)
    switch request {
    case .createRoom, .quickMatch:
      if let room = rooms.room(openedBy: origin), known.room ?? room == room {
        return lead(known.player, backTo: room, openedBy: origin, now: now)
      }
    case .joinRoom, .leaveRoom, .intent: break
    }
    if case .quickMatch = request, let room = quickRoom(of: session, by: id) {
      return lead(known.player, backTo: room, openedBy: origin, now: now)
    }
    switch request {
    case .createRoom(let settings):
      guard known.room == nil else { return refuse(id, of: session, Refusal(.roomAlreadyIn)) }
      if let day = settings.daily { return openDaily(day, known.player, by: origin, now: now) }
      do throws(Refusal) {
        try settings.validateChoice()
      } catch {
        return refuse(id, of: session, error)
      }
      return createRoom(settings, for: known.player, by: origin, now: now)
    case .quickMatch(let quick):
      guard known.room == nil else { return refuse(id, of: session, Refusal(.roomAlreadyIn)) }
      let settings: MatchSettings
      do throws(Refusal) {
        settings = try quick.settings
      } catch {
        return refuse(id, of: session, error)
      }
      guard !quick.isRated || known.player.id != nil else {
        return refuse(id, of: session, Refusal(.sessionNotProven))
      }
      if let wait = sharePause(of: known.player, isRated: quick.isRated, now: now) {
        let fact = Refusal.Fact("wait_us", "\(wait.wholeMicroseconds)")
        return refuse(id, of: session, Refusal(.roomShareWithheld, [fact]))
      }
      guard let table = table(for: settings, known.player, session, now: now) else {
        return createRoom(settings, for: known.player, by: origin, now: now)
      }
      sessions[session]?.enters(table.id, by: id)
      let join = JoinRoom(code: table.code.rawValue, role: .player)
      return inRoom(table.id, now: now) {
        $0.handle(.join(join, isQuick: true, known.player, session, id), &$1)
      }
    case .joinRoom(let join):
      let code = RoomCode(join.code)
      if relaying != nil { return watch(join, known, by: origin, now: now) }
      guard let room = rooms[code], join.roomID.map({ RoomID($0) == room }) ?? true else {
        return refuse(id, of: session, .unknownCode(code))
      }
      guard known.room == nil || known.room == room else {
        return refuse(id, of: session, Refusal(.roomAlreadyIn))
      }
      sessions[session]?.enters(room, by: id)
      return inRoom(room, now: now) {
        $0.handle(.join(join, isQuick: false, known.player, session, id), &$1)
      }
    case .leaveRoom:
      guard let room = known.room else { return refuse(id, of: session, Refusal(.roomNotIn)) }
      if isRelayed(room) {
        return inRelayed(room, now: now) { $0.leave(session, id, .asked, &$1) }
      }
      return inRoom(room, now: now) { $0.handle(.leave(session, id), &$1) }
    case .intent: preconditionFailure("An intent is for the room that the session is in.")
    }
  }

  /// The journal has recorded a room's pending batch.
  package mutating func landed(_ room: RoomID, now: ServerTime) -> [LobbyOutput] {
    if let place = rooms.place(of: room),
      let since = rooms.change(at: place, { $0.pendingSince })
    {
      journalTimes.append(now - since)
    }
    return inRoom(room, now: now) { $0.landed(&$1) }
  }

  /// The journal has not recorded a room's pending batch, and never will.
  package mutating func failed(_ room: RoomID, now: ServerTime) -> [LobbyOutput] {
    inRoom(room, now: now) { $0.failed(&$1) }
  }

  // MARK: Time

  /// Does everything that is due by `now`.
  package mutating func tick(now: ServerTime) -> [LobbyOutput] {
    var outputs: [LobbyOutput] = []
    while let subject = wakes.popDue(by: now) {
      switch subject {
      case .room(let id) where isRelayed(id):
        outputs += inRelayed(id, now: now) { $0.advance(&$1) }
      case .room(let id): outputs += inRoom(id, now: now) { $0.advance(&$1) }
      case .session(let id):
        guard let session = sessions[id], session.room == nil, let since = session.disconnectedAt
        else { continue }
        if since + session.limit <= now {
          outputs += forget(id)
          continue
        }
        if isUnloading(id, now: now) { outputs.append(.idle(id)) }
        arm(id, now: now)
      }
    }
    return outputs
  }

  /// Whether a session's turn to leave memory has come; if not, it is given one.
  private mutating func isUnloading(_ id: SessionID, now: ServerTime) -> Bool {
    guard let session = sessions[id], let since = session.disconnectedAt,
      since + sessionResidence <= now
    else { return false }
    let turn = session.unloadsAt ?? unloadPace.next(now: now)
    guard turn <= now else {
      sessions[id]?.unloadsAt = turn
      return false
    }
    // Unless it leaves, it is considered again after the same time.
    sessions[id]?.unloadsAt = now + max(sessionResidence, UnloadPace.interval)
    return detached(id) != nil
  }

  // MARK: Inside

  /// A new room's id.
  mutating func drawRoomID() -> RoomID { RoomID(random.identifier()) }

  /// Gives a room something to do, then updates the directory's own tables.
  mutating func inRoom(
    _ id: RoomID, now: ServerTime, _ body: (inout Room, inout DecisionContext) -> Void
  ) -> [LobbyOutput] {
    guard let place = rooms.place(of: id) else { return [] }
    roomVisits += 1
    let (journal, least) = (journalTimes.percentile95 ?? .zero, leastLead)
    var context = DecisionContext(
      now: now, lead: .zero, random: random, dailySeeds: dailySeeds)
    rooms.change(at: place) { room in
      context.lead = room.lead(journal: journal, least: least)
      body(&room, &context)
    }
    for case .joined(let session, _) in context.outputs {
      guard let known = sessions[session] else { continue }
      rooms.change(at: place) { room in
        if known.isExpelled {
          room.expel(session, &context)
        } else if known.disconnectedAt != nil {
          // It disconnected while it waited to be admitted.
          room.setConnected(false, session, &context)
        } else {
          room.measured(known.connection, nil, of: session, &context)
        }
      }
    }
    for player in context.withheld { pauses.begin(.rated(playerID: player), at: now) }
    for answer in context.answers { sessions[answer.origin.session]?.remember(answer) }
    random = context.random
    let lead = rooms.change(at: place) { $0.lead(journal: journal, least: least) }
    let (state, isListChanged) = rooms.update(at: place, lead: lead)
    for output in context.outputs { settle(output, in: id, now: now) }
    var outputs = context.outputs
    if isListChanged { outputs.append(state.summary.map { .listed($0) } ?? .unlisted(state.code)) }
    if state.isClosed {
      remove(id)
      if state.hasEntries { outputs.append(.closed(id, at: now)) }
    } else if let wake = state.nextWake {
      wakes.arm(.room(id), at: wake)
    }
    return outputs
  }

  /// Removes a room from every table.
  @discardableResult
  mutating func remove(_ id: RoomID) -> Room? {
    guard let room = rooms.remove(id) else { return nil }
    wakes.disarm(.room(id))
    absentees.drop(id)
    return room
  }

  /// Schedules a session without room and connection to leave memory, and to be forgotten.
  mutating func arm(_ session: SessionID, now: ServerTime) {
    guard let known = sessions[session], let since = known.disconnectedAt else { return }
    assert(known.room == nil, "Only a session outside all rooms has an expiry.")
    let next = min(known.unloadsAt ?? since + sessionResidence, since + known.limit)
    wakes.arm(.session(session), at: max(now, next))
    idle.arm(session, at: since)
  }

  mutating func refuse(
    _ request: RequestID, of session: SessionID, _ refusal: Refusal
  ) -> [LobbyOutput] {
    sessions[session]?.remember(refusal, of: request)
    return [.refused(session, request, refusal)]
  }
}
