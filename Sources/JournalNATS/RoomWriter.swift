// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import JetStream
import Journal
import Lobby
import Wire

/// The rooms that this node owns, each with the records that wait to be stored behind its last one.
///
/// A room has at most one record under way, and no room waits for another. Used on the loop only.
final class RoomWriter {
  private let context: JournalContext
  private let publisher: RecordPublisher
  private let lookup: RoomLookup
  private let results: ResultWriter
  private let places: PlaceTable
  private let spectators: SpectatorStore
  private let rooms: OwnedRooms

  init(
    _ context: JournalContext, rooms: OwnedRooms, results: ResultWriter, places: PlaceTable,
    spectators: SpectatorStore
  ) {
    self.context = context
    self.rooms = rooms
    self.results = results
    self.places = places
    self.spectators = spectators
    publisher = RecordPublisher(context: context)
    lookup = RoomLookup(context: context)
  }

  /// Whether nothing is waiting to be stored.
  var isIdle: Bool { rooms.all.allSatisfy { $0.isIdle && $0.results == 0 } }

  /// The open rooms that this node owns, by their codes in order, and since which record of its log each
  /// is; without those of which a record waits, whose outcome tells whether they are still this node's.
  var owned: [(code: RoomCode, since: UInt64)] { rooms.idle }

  /// Forgets a room that the server has let go, so that it can be claimed again.
  func letGo(_ id: RoomID) {
    if let room = rooms[id], room.isIdle { remove(room) }
  }

  /// Whether a room is open, and this node's.
  func isOpen(_ room: RoomID) -> Bool {
    rooms[room].map { $0.end != nil && !$0.isClosing } ?? false
  }

  /// Finds the open room with a code at this node, or returns nil.
  func room(_ code: RoomCode) -> RoomID? {
    rooms[code].flatMap { isOpen($0.id) ? $0.id : nil }
  }

  /// Stores a step, and calls back once.
  func append(_ step: Batch, _ completion: @escaping (RoomOutcome) -> Void) {
    precondition(!step.entries.isEmpty, "A step of room \(step.room.rawValue) has entries.")
    guard !context.hasStopped else { return completion(.failed(step.room)) }
    if let room = rooms[step.room] {
      guard !room.isClosing, !room.isStranded else { return completion(.failed(step.room)) }
      return add(RoomWork(content: .step(step), completion: completion), to: room)
    }
    if let owner = rooms.owner(ofLost: step.room) {
      return completion(.lost(step.room, to: owner))
    }
    guard step.expectedLastSeq == 0 else { return completion(.failed(step.room)) }
    let room = OwnedRoom(step.room, code: step.code)
    rooms.add(room)
    if let closing = rooms[step.code], closing.isClosing {
      room.isBusy = true
      closing.successors.append(room)
    }
    add(RoomWork(content: .step(step), completion: completion), to: room)
  }

  /// Closes a room once its results are in the archive; best effort, for as long as it is this node's.
  func close(_ id: RoomID, at time: ServerTime) {
    guard let room = rooms[id], !room.isClosing else { return }
    // What its log lacks is given up with it.
    guard !room.isStranded else { return remove(room) }
    room.isClosing = true
    add(RoomWork(content: .closed(time), completion: { _ in }), to: room)
  }

  /// Hands a room over, and calls back once.
  func release(
    _ id: RoomID, to node: NodeID, _ completion: @escaping (RoomOutcome) -> Void
  ) {
    guard !context.hasStopped else { return completion(.failed(id)) }
    guard let room = rooms[id], !room.isClosing, !room.isStranded else {
      return completion(rooms.owner(ofLost: id).map { .lost(id, to: $0) } ?? .failed(id))
    }
    add(RoomWork(content: .release(node), completion: completion), to: room)
  }

  /// This node has claimed a room whose log ends so.
  ///
  /// - Parameters:
  ///   - end: its end.
  ///   - missing: the results of its log.
  func adopt(_ end: RoomEnd, results missing: [WorldRecord.Result]) {
    if let former = rooms[end.room] {
      remove(former)
      drop(former, to: context.node)
    }
    let room = OwnedRoom(end.room, code: end.code, end: end)
    rooms.open(room)
    room.lastResult = missing.last
    places.put(end.code, at: context.node, since: end.sequence)
    for result in missing where !results.isStored(result.matchID) { write(result, of: room) }
  }

  /// The log of a room that is in the table of open rooms says that it closed at `time`.
  func noteClosed(_ code: RoomCode, at time: ServerTime) { places.noteClosed(code, at: time) }

  // MARK: Work

  private func add(_ work: RoomWork, to room: OwnedRoom) {
    room.waiting.append(work)
    processNext(room)
  }

  private func processNext(_ room: OwnedRoom) {
    while !room.isBusy, let work = room.waiting.first {
      switch work.content {
      case .step(let step):
        room.waiting.removeFirst()
        begin(step, work, in: room)
      case .closed(let time):
        // Whoever claims the room would write them: nobody claims a closed one.
        guard room.results == 0 else { return }
        room.waiting.removeFirst()
        guard let end = room.end else { continue }
        store(.closed(at: time), behind: end, in: room, work)
      case .release(let node):
        room.waiting.removeFirst()
        guard let end = room.end else {
          work.completion(.failed(room.id))
          continue
        }
        let time = end.lastEntry?.at ?? .zero
        store(.release(to: node.description, at: time), behind: end, in: room, work)
      }
    }
  }

  private func begin(_ step: Batch, _ work: RoomWork, in room: OwnedRoom) {
    guard step.expectedLastSeq == room.end?.lastSeq ?? 0 else {
      let isThere = room.end?.lastEntry == step.entries.last
      return work.completion(isThere ? .landed(room.id) : .failed(room.id))
    }
    precondition(
      step.entries.first?.seq == step.expectedLastSeq + 1,
      "A step of room \(step.room.rawValue) follows the entry it expects.")
    let encoded = step.entries.map { WireEncoding.proto.encode($0) }
    let stored = WorldRecord.Step(
      step, encoded: encoded,
      sessions: room.end?.sessions(with: step) ?? step.sessions)
    if let end = room.end {
      store(.step(stored), behind: end, in: room, work, as: encoded)
    } else {
      open(step, stored, in: room, work, as: encoded)
    }
  }

  /// Stores a record behind the room's last one.
  private func store(
    _ content: WorldRecord.Room.Content, behind end: RoomEnd, in room: OwnedRoom, _ work: RoomWork,
    as encoded: [[UInt8]] = []
  ) {
    room.isBusy = true
    let bytes = end.next(content, by: context.node).bytes
    publisher.store(PendingAppend(bytes, behind: end.sequence), code: room.code) {
      [self] settled in
      switch settled {
      case .landed(let sequence, _):
        room.isBusy = false
        land(bytes, at: sequence, content, in: room, work, as: encoded)
        processNext(room)
      case .failed:
        room.isBusy = false
        fail(work, in: room)
        processNext(room)
      case .overtaken(let message):
        lookup.owner(of: room.code, unless: message) { [self] owner in
          room.isBusy = false
          lose(room, to: owner, work)
        }
      }
    }
  }

  private func land(
    _ bytes: [UInt8], at sequence: UInt64, _ content: WorldRecord.Room.Content, in room: OwnedRoom,
    _ work: RoomWork, as encoded: [[UInt8]]
  ) {
    switch work.content {
    case .step(let step):
      room.end?.land(bytes, at: sequence, step)
      if case .step(let stored) = content { write(stored.result, of: room) }
      work.completion(landed(step, as: encoded))
    case .closed(let time):
      remove(room)
      places.close(room.code, at: time, by: context.node)
      spectators.forget(room.id)
    case .release(let node):
      remove(room)
      rooms.lose(room.id, to: node)
      places.put(room.code, at: node, since: sequence)
      work.completion(.landed(room.id))
      drop(room, to: node)
    }
  }

  private func landed(_ step: Batch, as encoded: [[UInt8]]) -> RoomOutcome {
    .landed(step.room, as: EncodedEntries(firstSeq: step.expectedLastSeq + 1, bytes: encoded))
  }

  private func fail(_ work: RoomWork, in room: OwnedRoom) {
    switch work.content {
    case .step, .release: work.completion(.failed(room.id))
    case .closed:
      // Its code is to rest, and nobody is to claim it.
      guard !context.hasStopped else { return remove(room) }
      context.connection.call(after: JournalContext.pause) { [self] in
        guard rooms[room.id] === room else { return }
        add(work, to: room)
      }
    }
  }

  private func open(
    _ step: Batch, _ stored: WorldRecord.Step, in room: OwnedRoom, _ work: RoomWork,
    as encoded: [[UInt8]]
  ) {
    room.isBusy = true
    let record = RoomEnd.opening(step, stored, by: context.node)
    let bytes = record.bytes
    let time = step.entries.last?.at ?? .zero
    publisher.store(PendingAppend(bytes, openingAt: time, rest: context.rest), code: room.code) {
      [self] settled in
      switch settled {
      case .landed(let sequence, let former):
        if former > 0 { purge(room.code, before: sequence) }
        opened(record, bytes, at: sequence, step, in: room)
        write(stored.result, of: room)
        room.isBusy = false
        work.completion(landed(step, as: encoded))
        processNext(room)
      case .failed:
        room.isBusy = false
        refuse(room, work, .failed(room.id))
      case .overtaken(let message):
        lookup.first(of: room.code, before: message) { [self] first in
          room.isBusy = false
          guard first?.bytes == bytes, let first else {
            return refuse(room, work, .taken(room.id, by: first?.origin))
          }
          opened(record, bytes, at: first.sequence, step, in: room)
          work.completion(landed(step, as: encoded))
          // The next step learns who has it now.
          processNext(room)
        }
      }
    }
  }

  private func opened(
    _ record: WorldRecord.Room, _ bytes: [UInt8], at sequence: UInt64, _ step: Batch,
    in room: OwnedRoom
  ) {
    room.end = RoomEnd(
      record, code: room.code, bytes: bytes, sequence: sequence, lastEntry: step.entries.last,
      sessions: step.sessions)
    room.since = sequence
    rooms.open(room)
    places.put(room.code, at: context.node, since: sequence)
  }

  /// Removes what is left of a room that had a code and closed long ago.
  private func purge(_ code: RoomCode, before first: UInt64) {
    context.connection.purge(
      context.names.room(code), from: context.names.roomStream(code), before: first
    ) { _ in }
  }

  /// A room is not opened; what waits for it is not stored.
  private func refuse(_ room: OwnedRoom, _ work: RoomWork, _ outcome: RoomOutcome) {
    remove(room)
    work.completion(outcome)
    for work in room.waiting { work.completion(.failed(room.id)) }
    room.waiting = []
  }

  /// Another node's record stands behind the room's last one: neither `work` nor what waits is
  /// stored.
  private func lose(_ room: OwnedRoom, to owner: NodeID?, _ work: RoomWork) {
    remove(room)
    guard let owner, owner != context.node else {
      // Nobody can tell whose it is now.
      work.completion(.failed(room.id))
      for work in room.waiting { work.completion(.failed(room.id)) }
      room.waiting = []
      return
    }
    if rooms[room.id] == nil { rooms.lose(room.id, to: owner) }
    work.completion(.lost(room.id, to: owner))
    drop(room, to: owner)
  }

  /// Answers everything that waits for a room that is another node's.
  private func drop(_ room: OwnedRoom, to node: NodeID) {
    let waiting = room.waiting
    room.waiting = []
    for work in waiting { work.completion(.lost(room.id, to: node)) }
  }

  /// Forgets a room, unless it was claimed anew.
  private func remove(_ room: OwnedRoom) {
    guard rooms.remove(room) else { return }
    for successor in room.successors {
      successor.isBusy = false
      processNext(successor)
    }
    room.successors = []
  }

  /// Writes a result to the archive; the room is not closed before.
  private func write(_ result: WorldRecord.Result?, of room: OwnedRoom) {
    guard var result, let end = room.end else { return }
    result.first = end.first
    room.lastResult = result
    room.results += 1
    results.write(result) { [self] in
      room.results -= 1
      processNext(room)
    }
  }
}
