// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Journal
package import Lobby
import Wire

/// An in-memory journal that keeps what a disk would, and fails on command.
///
/// Its contents outlive the server that wrote them: the next server starts from `contents`.
package final class FaultyJournal: CombinedJournal {
  /// How every append fails, until another fault is set.
  package enum Fault: Hashable, Sendable {
    case none
    /// Nothing lands: the disk is full or read-only.
    case full
    /// Everything lands, but the journal cannot confirm it and has to be read again.
    case unclearLanded
    /// Nothing lands, and the journal cannot say so.
    case unclearLost
    /// Appends wait until the fault is changed.
    case stalled
  }

  /// The current fault; setting it settles waiting appends.
  package var fault = Fault.none {
    didSet { if fault != .stalled { work() } }
  }
  /// Called with the results of matches that are stored.
  package var onResults: ([MatchResult]) -> Void = { _ in }
  /// Called with changes to the bans that are stored.
  package var onBans: ([BanChange]) -> Void = { _ in }
  /// What has been stored and not told yet.
  private var changes = JournalChanges()
  /// The last heartbeat.
  package private(set) var lastBeat: ServerTime?
  private var rooms: [RoomID: StoredRoom] = [:]
  private var order: [RoomID] = []
  private var codes = RoomCodeTable()
  /// The key of room codes, for all servers.
  private let codeKey = [UInt8](repeating: 11, count: 32)
  private var replayCache = ReplayCache()
  private var outages: [RoomDirectory.Outage] = []
  private var profiles = ProfileTable()
  private var bans: [BanTarget: Ban] = [:]
  private var sessions = SessionTable()
  /// Appends and reads that wait, in their order.
  private var waiting: [() -> Void] = []
  /// Whether sessions cannot be read.
  package var isUnreadable = false

  /// An empty journal without faults.
  package init() {}

  /// What a server that starts from this journal reads.
  package var contents: JournalContents {
    var contents = JournalContents()
    contents.lobby.rooms = order.compactMap { rooms[$0] }
    let known = Set(contents.lobby.rooms.flatMap(\.sessions))
    contents.sessions = sessions.all.filter { known.contains($0.record.id) }
    let last = contents.lobby.rooms.compactMap { $0.entries.last?.at }.max() ?? .zero
    contents.lobby.lastAlive = lastBeat ?? last
    contents.lobby.outages = outages
    contents.lobby.codeKey = codeKey
    contents.profiles = profiles
    contents.bans = bans.values.sorted { $0.since < $1.since }
    contents.lastStamp = max(last, lastBeat ?? .zero, outages.last?.until ?? .zero)
    return contents
  }

  /// An open room as stored, or nil.
  package func room(_ id: RoomID) -> StoredRoom? { rooms[id] }

  /// Every session as stored, by id.
  package var registered: [RegisteredSession] { sessions.all }

  /// Writes, or fails as `fault` says; calls back before it returns, unless it stalls.
  package func write(
    _ records: [JournalRecord], _ outcome: @escaping ([JournalOutcome]) -> Void
  ) {
    waiting.append { [unowned self] in
      let outcomes = records.compactMap { write($0) }
      tell(changes)
      changes = JournalChanges()
      outcome(outcomes)
    }
    if fault != .stalled { work() }
  }

  /// Reads a session behind all earlier writes; calls back before it returns, unless it stalls.
  package func get(_ session: SessionID, _ answer: @escaping (RegistryAnswer) -> Void) {
    waiting.append { [unowned self] in
      answer(isUnreadable ? .unavailable : .found(sessions[session]))
    }
    if fault != .stalled { work() }
  }

  /// Searches the latest matches, whatever the fault; calls back before it returns.
  package func query(_ query: ReplayQuery, _ answer: @escaping (ReplayAnswer) -> Void) {
    answer(replayCache.answer(query))
  }

  /// Why nothing can be written; nil if it can.
  package var problem: String? { fault == .full ? "it is full" : nil }

  /// Nothing is on a disk.
  package var byteCount: Int { 0 }

  /// Stores a heartbeat, whatever the fault.
  package func beat(at time: ServerTime) { lastBeat = time }

  /// Drops waiting appends and reads, as a crash does.
  package func crash() { waiting = [] }

  private func work() {
    let due = waiting
    waiting = []
    for item in due { item() }
  }

  private func write(_ record: JournalRecord) -> JournalOutcome? {
    switch record {
    case .room(let record): return write(record).map { .room($0) }
    case .registry(let record): return write(record).map { .registry($0) }
    case .outages(let outages):
      self.outages = outages
      return nil
    }
  }

  private func write(_ record: RoomRecord) -> RoomOutcome? {
    switch record {
    case .step(let step):
      if fault == .full { return .failed(step.room) }
      let follows = step.expectedLastSeq == rooms[step.room]?.entries.last?.seq ?? 0
      if rooms[step.room] == nil, follows, let first = step.entries.first,
        codes.isTaken(step.code, at: first.at)
      {
        return .taken(step.room)
      }
      if follows, fault != .unclearLost { keep(step) }
      if follows, fault == .none { return .landed(step.room, as: EncodedEntries(of: step)) }
      return rooms[step.room].map { .reread($0) } ?? .failed(step.room)
    case .spectator(let spectator, let room):
      let isThere = fault != .full && fault != .unclearLost && rooms[room] != nil
      if isThere {
        rooms[room]?.spectators.removeAll { $0.session == spectator.session }
        rooms[room]?.spectators.append(spectator)
      }
      return record.outcome(isThere: isThere)
    case .spectatorLeft(let session, let room):
      rooms[room]?.spectators.removeAll { $0.session == session }
      return nil
    case .closed(let room, let time):
      rooms[room] = nil
      codes.close(room, at: time)
      replayCache.close(room)
      order.removeAll { $0 == room }
      return nil
    }
  }

  private func write(_ record: RegistryRecord) -> RegistryOutcome? {
    switch record {
    case .session(let record, let former, let id):
      switch fault {
      case .full: return .notKept(id)
      case .unclearLost: return .unclear(id)
      case .none, .unclearLanded, .stalled:
        guard let revision = sessions.put(record, expecting: former) else {
          return .conflict(id, sessions[record.id])
        }
        return fault == .unclearLanded ? .unclear(id) : .kept(id, revision)
      }
    case .forgotten(let session):
      sessions.forget(session)
      return nil
    case .ban(let change, let id):
      if fault == .full || fault == .unclearLost { return .notNoted(id) }
      switch change {
      case .set(let ban): bans[ban.target] = ban
      case .lift(let target): bans[target] = nil
      }
      changes.bans.append(change)
      return .noted(id)
    }
  }

  private func keep(_ batch: Batch) {
    if rooms[batch.room]?.append(batch) == nil {
      order.append(batch.room)
      codes.open(batch.room, as: batch.code)
      rooms[batch.room] = StoredRoom(openedBy: batch)
    }
    if let result = batch.result {
      profiles.fold(result)
      changes.results.append(result)
    }
    replayCache.note(batch)
    for origin in batch.requests { sessions.raise(origin.session, to: origin.request) }
  }
}

extension EncodedEntries {
  /// A step's entries as a journal on disk stores them.
  fileprivate init(of step: Batch) {
    self.init(
      firstSeq: step.expectedLastSeq + 1,
      bytes: step.entries.map { WireEncoding.proto.encode($0) })
  }
}
