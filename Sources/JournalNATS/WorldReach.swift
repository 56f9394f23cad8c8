// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import JetStream
import Journal
import Lobby
import Wire

/// A world as commands use it, which put everything into it or read all of it: what a journal does
/// on its loop, as functions that are awaited.
///
/// Unchecked: what is confined to the loop is used there only.
struct WorldReach: @unchecked Sendable {
  /// How often something that the servers did not do is tried.
  private static let mostAttempts = 40

  let connection: NATSConnection
  let names: WorldNames
  /// What each stream had when the world was opened.
  let states: [String: StreamState]
  /// The key of the codes of rooms.
  let codeKey: [UInt8]
  private let deliver: NATSConnection.Deliver
  private let patience: Duration
  private let node: NodeID
  /// How long the codes of closed rooms rest.
  let rest: Duration
  private let publisher: RecordPublisher
  private let results: ResultWriter

  /// Opens a world, whose servers are checked as for a node.
  static func open(
    _ options: NATSJournalOptions, deliver: @escaping NATSConnection.Deliver
  ) async throws(NATSJournalError) -> WorldReach {
    guard NodeID.isName(options.world) else { throw .badName(options.world) }
    let connection: NATSConnection
    do throws(ConnectionError) {
      connection = try NATSConnection(options.connection, deliver: deliver)
    } catch { throw .unusable(error) }
    do throws(NATSJournalError) {
      let opened = try await WorldOpening(options, connection, deliver: deliver).open()
      return WorldReach(opened, options, deliver)
    } catch {
      await waitFor { connection.close($0) }
      throw error
    }
  }

  init(
    _ opened: OpenedWorld, _ options: NATSJournalOptions,
    _ deliver: @escaping NATSConnection.Deliver
  ) {
    connection = opened.connection
    names = opened.names
    states = opened.states
    codeKey = opened.world.codeKey
    self.deliver = deliver
    patience = options.patience
    node = options.node
    rest = opened.world.rest
    let context = JournalContext(
      connection: opened.connection, names: opened.names, node: options.node, marks: opened.marks,
      rest: rest)
    publisher = RecordPublisher(context: context)
    results = ResultWriter(context) { _ in false }
  }

  /// The bucket of the world's own record.
  var worldBucket: String { WorldNames.world(names.world) }

  /// Closes the connection.
  func close() async { await waitFor { connection.close($0) } }

  // MARK: Reading

  /// All messages that a stream has now.
  func messages(
    of stream: String, _ subjects: String
  ) async throws(NATSJournalError) -> [StoredMessage] {
    let reading = StreamReading(connection: connection, patience: patience)
    guard let messages = await reading.messages(of: stream, subjects) else {
      throw .unavailable(stream: stream, problem: "no answer")
    }
    return messages
  }

  /// Tells all messages of a stream through a number, in order.
  func each(
    of stream: String, _ subjects: String, through last: UInt64,
    _ body: (StoredMessage) throws -> Void
  ) async throws {
    let reading = StreamReading(connection: connection, patience: patience)
    guard try await reading.each(of: stream, subjects, through: last, body) else {
      throw NATSJournalError.unavailable(stream: stream, problem: "no answer")
    }
  }

  /// The entries that a bucket has now, without what was deleted.
  func entries(of bucket: String) async throws(NATSJournalError) -> [KeyEntry] {
    var entries: [String: KeyEntry] = [:]
    for message in try await messages(of: "KV_\(bucket)", "$KV.\(bucket).>") {
      guard let entry = KeyEntry(message, in: bucket) else { continue }
      entries[entry.key] = entry
    }
    return entries.values.filter { $0.value != nil }.sorted { $0.key < $1.key }
  }

  /// A key as its leader has it.
  func entry(
    _ key: String, in bucket: String
  ) async throws(NATSJournalError) -> KeyEntry? {
    for _ in 0..<Self.mostAttempts {
      if case .success(let entry) = await waitFor({ connection.get(key, in: bucket, $0) }) {
        return entry
      }
      await pause()
    }
    throw .unavailable(stream: "KV_\(bucket)", problem: "no answer")
  }

  /// What a stream has now.
  func state(of stream: String) async throws(NATSJournalError) -> StreamState {
    for _ in 0..<Self.mostAttempts {
      if case .success(let state) = await waitFor({ connection.state(of: stream, $0) }) {
        return state
      }
      await pause()
    }
    throw .unavailable(stream: stream, problem: "no answer")
  }

  private func last(of code: RoomCode) async throws(NATSJournalError) -> StoredMessage? {
    let stream = names.roomStream(code)
    for _ in 0..<Self.mostAttempts {
      switch await waitFor({ connection.last(of: names.room(code), in: stream, $0) }) {
      case .success(let message): return message
      // A world whose streams are not there is not made for somebody who only looks.
      case .failure(.refused(let refusal)) where refusal.code == StreamRefusal.noStream: return nil
      case .failure: await pause()
      }
    }
    throw .unavailable(stream: stream, problem: "no answer")
  }

  /// The log of the room that has a code now, and its last record, which may be unreadable; nil for
  /// none.
  func log(
    of code: RoomCode
  ) async throws(NATSJournalError) -> (log: RoomLog, last: WorldRecord.Room?)? {
    let stream = names.roomStream(code)
    for _ in 0..<Self.mostAttempts {
      guard let message = try await last(of: code) else { return nil }
      let record = try? WorldRecord.Room(message.bytes)
      let first = min(record?.first ?? message.sequence, message.sequence)
      let found = await waitFor {
        connection.read(
          stream, names.room(code), from: first, through: message.sequence, timeout: patience, $0)
      }
      if case .success(let messages) = found { return (RoomLog(messages, code: code), record) }
      await pause()
    }
    throw .unavailable(stream: stream, problem: "no answer")
  }

  private func pause() async {
    await waitFor { connection.call(after: JournalContext.pause, $0) }
  }

  // MARK: Writing

  /// Puts a key, whatever stands there.
  func put(
    _ key: String, in bucket: String, _ bytes: [UInt8]
  ) async throws(NATSJournalError) {
    for _ in 0..<Self.mostAttempts {
      let outcome = await waitFor {
        connection.publish("$KV.\(bucket).\(key)", bytes, expecting: nil, $0)
      }
      if case .stored = outcome { return }
      await pause()
    }
    throw .unavailable(stream: "KV_\(bucket)", problem: "no answer")
  }

  /// Puts a key in place of a revision, and returns the new one.
  @discardableResult
  func put(
    _ key: String, in bucket: String, _ bytes: [UInt8], expecting revision: UInt64
  ) async throws(NATSJournalError) -> UInt64 {
    for _ in 0..<Self.mostAttempts {
      let outcome = await waitFor {
        connection.put(key, in: bucket, bytes, expecting: revision, $0)
      }
      if case .stored(let number) = outcome { return number }
      // A refusal or a lost answer proves nothing: what stands there does.
      let entry = try await entry(key, in: bucket)
      if let entry, entry.revision != revision {
        guard entry.value == bytes else { throw .disturbed(world: names.world) }
        return entry.revision
      }
      await pause()
    }
    throw .unavailable(stream: "KV_\(bucket)", problem: "no answer")
  }

  /// Writes who watches a room.
  func put(_ record: SpectatorRecord, of room: RoomID) async throws(NATSJournalError) {
    let stored = WorldRecord.Spectator(
      session: record.session.rawValue, firstSeq: record.firstSeq)
    try await put(
      SpectatorStore.key(record.session, room), in: names.spectators, stored.bytes)
  }

  /// Writes where a room is, or that it has closed.
  func put(_ code: RoomCode, _ place: WorldRecord.Place) async throws(NATSJournalError) {
    try await put(WorldNames.token(code.rawValue), in: names.open, place.bytes)
  }

  /// Writes the result of a match, unless it is there.
  func write(_ result: WorldRecord.Result) async {
    await waitFor { (done: @escaping @Sendable () -> Void) in
      deliver { results.write(result) { done() } }
    }
  }

  /// Writes what is missing of a room's log.
  ///
  /// - Returns: the stream's number of its first record, and the number of its records.
  /// - Throws: if another room has its code, or its log is another one.
  func write(
    _ kept: KeptRoom
  ) async throws(NATSJournalError) -> (first: UInt64, records: Int) {
    let code = kept.room.code
    let contents = ImportedRoom(kept).contents
    var end: RoomEnd?
    var there = 0
    if let last = try await last(of: code) {
      guard let record = try? WorldRecord.Room(last.bytes), record.node == node.description,
        record.room == kept.room.id.rawValue, record.number <= UInt64(contents.count),
        record.content == contents[Int(record.number) - 1]
      else { throw .disturbed(world: names.world) }
      there = Int(record.number)
      end = RoomEnd(
        record, code: code, bytes: last.bytes, sequence: last.sequence, lastEntry: nil,
        sessions: [:])
    }
    end = try await append(contents[there...], to: kept.room, behind: end)
    guard let end else { preconditionFailure("A room with entries has records.") }
    return (end.first, contents.count)
  }

  /// Writes records behind the end of a room's log, or as a new one.
  ///
  /// - Parameters:
  ///   - contents: what they say.
  ///   - room: the room.
  ///   - end: the end of its log; nil for none.
  ///   - epoch: the least number of their ownership.
  /// - Returns: the new end.
  /// - Throws: `disturbed` if a record of somebody else stands there.
  func append(
    _ contents: ArraySlice<WorldRecord.Room.Content>, to room: StoredRoom, behind end: RoomEnd?,
    epoch: UInt64 = 1
  ) async throws(NATSJournalError) -> RoomEnd? {
    var end = end
    for content in contents {
      var record =
        end?.next(content, by: node)
        ?? WorldRecord.Room(
          room: room.id.rawValue, node: node.description, epoch: epoch, number: 1, first: nil,
          before: [], content: content)
      record.epoch = max(record.epoch, epoch)
      let bytes = record.bytes
      let pending =
        end.map { PendingAppend(bytes, behind: $0.sequence) }
        ?? PendingAppend(bytes, openingAt: room.entries.first?.at ?? .zero, rest: rest)
      switch await settle(pending, room.code) {
      case .failed:
        throw .unavailable(
          stream: names.roomStream(room.code), problem: "it takes no more records")
      case .overtaken: throw .disturbed(world: names.world)
      case .landed(let number, _):
        end = RoomEnd(
          record, code: room.code, bytes: bytes, sequence: number, lastEntry: nil, sessions: [:])
      }
    }
    return end
  }

  private func settle(
    _ record: PendingAppend, _ code: RoomCode
  ) async -> RecordPublisher.Settled {
    await waitFor { (done: @escaping @Sendable (RecordPublisher.Settled) -> Void) in
      deliver { publisher.store(record, code: code) { done($0) } }
    }
  }
}
