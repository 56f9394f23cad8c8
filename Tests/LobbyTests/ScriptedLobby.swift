// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Protocol
import Testing

@testable import Lobby

/// A lobby driven by a script on a manual clock, with a journal that lands at once or waits, and
/// clients that fold what they receive.
struct ScriptedLobby {
  static let start = ServerTime(microseconds: 1_000_000_000)
  static let lead = Duration.milliseconds(60)

  /// A session's knowledge of the room it is in.
  struct Client {
    var room: Joined?
    var log = MatchLog()
    var lastRequest = RequestID(0)
    var isConnected = true
    /// Whether entries must wait for the answer to a resume.
    var isResuming = false
  }

  var directory: RoomDirectory
  private(set) var now = Self.start
  private(set) var clients: [SessionID: Client] = [:]
  /// Batches that have neither landed nor failed, oldest first.
  private(set) var pending: [Batch] = []
  /// What has landed.
  var kept = ScriptedJournal()
  /// The outages not yet refunded to matches.
  private(set) var outages: [RoomDirectory.Outage] = []
  /// Spectators whose records the journal has not acknowledged, oldest first.
  private(set) var expected: [(room: RoomID, record: SpectatorRecord)] = []
  private var listeners = Listeners()
  /// Whether these wait until the script acknowledges them.
  var areSpectatorsWaiting = false
  /// Whether batches wait until the script lands or fails them.
  var isJournalWaiting = false

  init(key: UInt8 = 1) {
    directory = RoomDirectory(
      random: RandomStream(key: [key], hashing: .toy), dealer: .fair(.toy),
      leastLead: Self.lead)
    _ = directory.restore(RoomDirectory.Stored(codeKey: kept.codeKey), now: now)
  }

  /// The entries in the journal, by room.
  var journal: [RoomID: [Entry]] { kept.entries }

  /// The rooms as stored in the journal.
  var stored: [RoomID: StoredRoom] { kept.rooms }

  // MARK: Actions of a script

  /// A new session, of a guest or of the player with this `id`.
  mutating func open(_ name: String, id: String? = nil) -> SessionID {
    let session = SessionID(name)
    directory.open(session, player: Player(name: name, id: id))
    clients[session] = Client()
    return session
  }

  /// Restores the rows of removed spectators, as if the process had died before deleting them.
  mutating func remember(_ spectators: [SpectatorRecord], in room: RoomID) {
    kept.rooms[room]?.spectators = spectators
  }

  /// Sends a request under the session's next id, or under `id`.
  @discardableResult
  mutating func ask(
    _ request: RoomRequest, by session: SessionID, id: RequestID? = nil, received: ServerTime? = nil
  ) -> [LobbyOutput] {
    let last = clients[session]?.lastRequest ?? RequestID(0)
    let id = id ?? RequestID(last.rawValue + 1)
    clients[session]?.lastRequest = max(last, id)
    switch request {
    case .joinRoom, .quickMatch: clients[session]?.isResuming = true
    case .createRoom, .leaveRoom, .intent: break
    }
    return deliver(
      directory.handle(request, id: id, from: session, received: received ?? now, now: now))
  }

  /// Sends an intent, with the last entry received as the last one seen.
  @discardableResult
  mutating func want(
    _ intent: Intent, by session: SessionID, received: ServerTime? = nil,
    times: PressTimes = PressTimes()
  ) -> [LobbyOutput] {
    let seen = clients[session]?.log.latest.seq ?? 0
    return ask(
      .intent(
        IntentRequest(
          seenSeq: seen, shownAt: times.shownAt, pressedAt: times.pressedAt, intent: intent)),
      by: session, received: received)
  }

  /// A session's connection was measured.
  @discardableResult
  mutating func measured(
    _ connection: MeasuredConnection, probe: MeasuredConnection.Probe? = nil, of session: SessionID
  ) -> [LobbyOutput] {
    deliver(directory.measured(connection, probe, of: session, now: now))
  }

  /// Opens a room and returns its code.
  mutating func create(
    _ settings: MatchSettings = MatchSettings(), by session: SessionID
  ) throws -> RoomCode {
    ask(.createRoom(settings), by: session)
    return try #require(clients[session]?.room?.roomCode)
  }

  @discardableResult
  mutating func join(
    _ code: RoomCode, as role: Role = .player, room: RoomID? = nil, after seq: UInt64? = nil,
    by session: SessionID
  ) -> [LobbyOutput] {
    let join = JoinRoom(
      code: code.rawValue, role: role, roomID: room?.rawValue, afterSeq: seq)
    return ask(.joinRoom(join), by: session)
  }

  /// A session connects or disconnects.
  @discardableResult
  mutating func setConnected(_ isConnected: Bool, _ session: SessionID) -> [LobbyOutput] {
    clients[session]?.isConnected = isConnected
    if isConnected { clients[session]?.isResuming = true }
    return deliver(directory.setConnected(isConnected, session, now: now))
  }

  /// The operator ends a session.
  @discardableResult
  mutating func expel(_ session: SessionID) -> [LobbyOutput] {
    clients[session]?.isConnected = false
    return deliver(directory.expel(session, now: now))
  }

  /// Lets the oldest batch land, or be refused if its code is taken.
  @discardableResult
  mutating func land() -> [LobbyOutput] { write(pending.removeFirst()) }

  /// The journal acknowledges the record of the spectator that has waited longest.
  @discardableResult
  mutating func landSpectator(isKept: Bool = true) -> [LobbyOutput] {
    let (room, record) = expected.removeFirst()
    return keep(record, of: room, isKept: isKept)
  }

  /// Lets the oldest batch fail.
  @discardableResult
  mutating func fail() -> [LobbyOutput] {
    let room = pending.removeFirst().room
    return deliver(directory.failed(room, now: now))
  }

  /// The outcome of the oldest batch is unknown, so the journal reads the room again.
  @discardableResult
  mutating func reread(landing: Bool) -> [LobbyOutput] {
    let batch = pending[0]
    if landing { kept.append(batch) }
    guard let found = stored[batch.room] else {
      pending.removeFirst()
      return deliver(directory.failed(batch.room, now: now))
    }
    return reread(found)
  }

  /// The journal has read `room`, the room of the oldest batch.
  @discardableResult
  mutating func reread(_ room: StoredRoom) -> [LobbyOutput] {
    pending.removeFirst()
    return deliver(directory.reread(room, now: now))
  }

  /// Advances the clock to `time`, ticking whenever the directory is due.
  @discardableResult
  mutating func advance(to time: ServerTime) -> [LobbyOutput] {
    var outputs: [LobbyOutput] = []
    while let wake = directory.nextWake, wake <= time {
      now = max(now, wake)
      outputs += deliver(directory.tick(now: now))
    }
    now = max(now, time)
    return outputs
  }

  @discardableResult
  mutating func advance(by duration: Duration) -> [LobbyOutput] {
    advance(to: now + duration)
  }

  /// Everyone in a room readies, the deck is tapped, and time passes to the first turn.
  mutating func begin(_ sessions: [SessionID]) throws {
    for session in sessions { want(.ready(entropyCommit: []), by: session) }
    want(.deal, by: try #require(sessions.first))
    advance(to: try #require(view(of: sessions[0]).deal?.playableAt))
  }

  /// The server is down for `duration` and returns with everything that has landed; all are
  /// disconnected.
  @discardableResult
  mutating func suffer(outage duration: Duration) -> [LobbyOutput] {
    for session in clients.keys.sorted(by: { $0.rawValue < $1.rawValue })
    where clients[session]?.isConnected == true {
      setConnected(false, session)
    }
    now = now + duration
    let ids = directory.rooms.all.map(\.id).sorted { $0.rawValue < $1.rawValue }
    return deliver(
      ids.flatMap { id in directory.inRoom(id, now: now) { $0.resume(after: duration, &$1) } })
  }

  /// A session reconnects and resumes its room.
  @discardableResult
  mutating func comeBack(_ session: SessionID) throws -> [LobbyOutput] {
    let room = try #require(clients[session]?.room)
    let outputs = setConnected(true, session)
    return outputs + join(room.roomCode, as: room.role, after: view(of: session).seq, by: session)
  }

  /// The server crashes, and another one is restored from the journal; all are disconnected.
  ///
  /// - Parameters:
  ///   - key: the seed of the next server's randomness.
  ///   - landing: the number of pending batches that have reached the journal.
  ///   - outage: how long no server is running.
  ///   - unnoticed: the time from the last heartbeat to the crash.
  /// - Returns: rooms that could not be restored.
  mutating func crash(
    key: UInt8, landing: Int = 0, outage: Duration = .zero, unnoticed: Duration = .zero
  ) -> [RoomDirectory.Loss] {
    for batch in pending.prefix(landing) { kept.append(batch) }
    pending = []
    expected = []
    let stored = RoomDirectory.Stored(
      rooms: stored.values.sorted { $0.id.rawValue < $1.id.rawValue },
      codeKey: kept.codeKey, lastAlive: now - unnoticed, outages: outages)
    let sessions = clients.keys.sorted { $0.rawValue < $1.rawValue }.compactMap { session in
      directory.player(session).map {
        StoredSession(id: session, player: $0, highest: kept.highest[session] ?? RequestID(0))
      }
    }
    now = now + outage
    directory = RoomDirectory(
      random: RandomStream(key: [key], hashing: .toy), dealer: .fair(.toy),
      leastLead: Self.lead)
    for session in clients.keys { clients[session]?.isConnected = false }
    for session in sessions { directory.adopt(session, now: now) }
    let (losses, outputs) = directory.restore(stored, now: now)
    outages = directory.unsettled
    deliver(outputs)
    return losses
  }

  /// Adopts a room that another server had, beside those that are here.
  @discardableResult
  mutating func adopt(
    _ room: StoredRoom, aliveUntil last: ServerTime, outages: [RoomDirectory.Outage] = []
  ) throws(RoomDirectory.Loss) -> [LobbyOutput] {
    let outputs = try directory.adopt(room, aliveUntil: last, outages: outages, now: now)
    kept.add(room)
    return deliver(outputs)
  }

  /// A room's log is in the journal again.
  mutating func resume(_ room: RoomID, after outage: Duration) {
    deliver(directory.resume(room, after: outage, now: now))
  }

  // MARK: Inside

  /// Appends a batch to the journal, unless its code is taken.
  private mutating func write(_ batch: Batch) -> [LobbyOutput] {
    if kept.isCodeTaken(by: batch) { return deliver(directory.taken(batch.room, now: now)) }
    kept.append(batch)
    return deliver(directory.landed(batch.room, now: now))
  }

  /// Passes the directory's outputs to clients and journal; returns them and all that followed.
  @discardableResult
  private mutating func deliver(_ outputs: [LobbyOutput]) -> [LobbyOutput] {
    let outputs = outputs.compactMap { listeners.resolve($0) }
    var all = outputs
    for output in outputs {
      switch output {
      case .append(let batch):
        precondition(
          !pending.contains { $0.room == batch.room },
          "A room has at most one batch in the journal.")
        if isJournalWaiting {
          pending.append(batch)
        } else {
          all += write(batch)
        }
      case .watch(let room, let record):
        expected.append((room, record))
        if !areSpectatorsWaiting { all += landSpectator() }
      case .unwatch(let room, let session):
        kept.rooms[room]?.spectators.removeAll { $0.session == session }
      case .joined(let session, let joined): enter(joined, session)
      case .entries(let entries, let sessions, _):
        for session in sessions where clients[session]?.isResuming == false {
          for entry in entries { clients[session]?.log.append(entry) }
        }
      case .refused(let session, _, _): clients[session]?.isResuming = false
      case .left(let session, _, _):
        clients[session]?.room = nil
        clients[session]?.isResuming = false
      case .closed(let room, _): kept.close(room)
      case .presence, .audience, .listening, .suspected, .listed, .unlisted, .idle, .forgotten,
        .release, .moved, .follow, .unfollow, .watching:
        break
      }
    }
    return all
  }

  private mutating func keep(_ record: SpectatorRecord, of room: RoomID, isKept: Bool)
    -> [LobbyOutput]
  {
    if isKept {
      kept.rooms[room]?.spectators.removeAll { $0.session == record.session }
      kept.rooms[room]?.spectators.append(record)
    }
    return deliver(directory.watches(record.session, room, isKept: isKept, now: now))
  }

  private mutating func enter(_ joined: Joined, _ session: SessionID) {
    clients[session]?.room = joined
    clients[session]?.isResuming = false
    if let base = joined.base { clients[session]?.log = MatchLog(base: base) }
    for entry in joined.tail { clients[session]?.log.append(entry) }
  }
}
