// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Game
import Glibc
import Journal
import JournalSQLite
import Lobby
import MatchServer
import Wire

/// Cuts the power of a disk at any point while a journal is written to it, and examines what is
/// left.
///
/// Unsynced writes are dropped, reordered or torn, sector by sector. Everything a client could have
/// been sent, which is every completed commit, must survive, and nothing that was never written may
/// appear; the real store opens the result, and some runs continue from it.
struct PowerCutTrial {
  /// Parameters of a trial.
  struct Plan {
    /// Number of power cuts.
    var cuts = 300
    /// Commits between two starts of the journal.
    var commits = 40
    /// Number of entries from which a journal is replaced by a new one: each cut reads all.
    var longest: UInt64 = 3_000
    /// Seed of everything random.
    var seed: UInt64 = 1
    /// Whether the disk falsely reports syncs of the journal as done.
    ///
    /// Entries are then lost, which is counted, and journals that notice are refused.
    var lies = false
  }

  /// Results of a trial.
  struct Outcome {
    /// Power cuts made.
    var cuts = 0
    /// Writes and syncs among which they were made.
    var events = 0
    /// Landed entries that were looked for.
    var entries = 0
    /// Journals that were refused, or had quarantined rooms.
    var refused = 0
    /// Landed entries missing from journals that were accepted.
    var lost = 0
    /// Everything that is wrong, a sentence each.
    var faults: [String] = []
  }

  /// A journal's contents: the last entry number of each room's log.
  private typealias Rooms = [Int: UInt64]

  /// The writes between two starts.
  private struct Record {
    /// What had certainly landed before.
    var sure: Rooms
    /// The journal's contents when it was opened, all of which counts as sent from then on.
    var opened: Rooms
    /// The contents after each commit.
    var commits: [Rooms] = []
    /// The calls of SQLite and the heartbeat, with marks between.
    var events: [DiskEvent] = []
  }

  /// The contents found at a start.
  private struct Find {
    /// What had landed by then.
    var landed: Rooms
    /// What is there.
    var rooms: Rooms
  }

  /// The mark after opening; a commit's is twice its number, and one more once it is done.
  private static let openedMark = -1

  /// The files of a journal's folder that a power cut affects.
  private typealias Files = [String: PowerlessFile]

  private static let journal = "journal.sqlite"
  private static let heartbeat = "heartbeat"

  private let plan: Plan
  private var random: RandomStream
  private var outcome = Outcome()

  /// Runs a trial; only one at a time.
  ///
  /// - Throws: if no folder can be created, or the journal cannot be written at all.
  static func run(_ plan: Plan) throws -> Outcome {
    var trial = PowerCutTrial(plan: plan)
    try trial.run()
    return trial.outcome
  }

  private init(plan: Plan) {
    self.plan = plan
    let key = withUnsafeBytes(of: plan.seed.littleEndian) { Array($0) }
    random = RandomStream(key: key, hashing: .openSSL)
  }

  private mutating func run() throws {
    var files = try Self.newJournal()
    var find = Find(landed: [:], rooms: [:])
    while outcome.cuts < plan.cuts {
      let record = try write(over: files, find)
      outcome.events += record.events.count
      for _ in 0..<min(12, plan.cuts - outcome.cuts) {
        let place = Int(random.below(UInt64(record.events.count))) + 1
        _ = try look(at: cut(after(record, place, over: files)), record, place)
      }
      // The next server finds what a power cut left, or what a kill left, which is partly unsynced.
      let place = Int(random.below(UInt64(record.events.count))) + 1
      files = after(record, place, over: files)
      let wasKilled = random.below(2) == 0
      let left = wasKilled ? files.mapValues(\.seen) : cut(files)
      if !wasKilled { files = left.mapValues { PowerlessFile($0) } }
      if let found = try look(at: left, record, place),
        found.rooms.values.reduce(0, +) < plan.longest
      {
        find = found
        if !wasKilled { find.landed = found.rooms }
      } else {
        files = try Self.newJournal()
        find = Find(landed: [:], rooms: [:])
      }
    }
  }

  // MARK: Writing

  /// Writes commits to a journal, over files as they were left.
  private mutating func write(over files: Files, _ find: Find) throws -> Record {
    let folder = try TemporaryDirectory(inMemory: true)
    Self.put(files.mapValues(\.seen), into: folder.path)
    var record = Record(sure: find.landed, opened: find.rooms)
    RecordedDisk.begin(folder.path)
    do {
      let directory = try DataDirectory(path: folder.path)
      let store = try JournalStore(in: directory, acceptsLoss: plan.lies)
      defer { store.close() }
      // Reopened, it checkpoints its log after every few commits.
      store.close()
      store.preparations = ["PRAGMA wal_autocheckpoint = 12"]
      RecordedDisk.note(.mark(Self.openedMark))
      var now = find.rooms
      for number in 0..<plan.commits {
        let (records, next) = records(after: now)
        RecordedDisk.note(.mark(2 * number))
        guard store.write(records)?.problem == nil else {
          throw ValidationError("The journal cannot be written in \(folder.path).")
        }
        RecordedDisk.note(.mark(2 * number + 1))
        record.commits.append(next)
        now = next
        if random.below(4) == 0 { beat(directory, store, in: folder.path) }
      }
      record.events = RecordedDisk.end()
    } catch {
      _ = RecordedDisk.end()
      throw error
    }
    return record
  }

  private mutating func beat(
    _ directory: DataDirectory, _ store: JournalStore, in folder: String
  ) {
    directory.beat(at: ServerTime(microseconds: 1_000_000), mark: store.durableMark)
    let bytes = Self.bytes(of: folder + "/" + Self.heartbeat) ?? []
    RecordedDisk.note(.write(Self.heartbeat, at: 0, bytes))
    if random.below(2) == 0 { RecordedDisk.note(.sync(Self.heartbeat)) }
  }

  /// Steps of some rooms, and the contents once they have landed.
  private mutating func records(after rooms: Rooms) -> (records: [JournalRecord], rooms: Rooms) {
    var (records, next): ([JournalRecord], Rooms) = ([], rooms)
    for _ in 0...random.below(3) {
      let room = Int(random.below(6))
      let last = next[room] ?? 0
      let count = 1 + random.below(9)
      var batch = Batch(
        room: RoomID("room \(room)"), code: RoomCode("CODE\(room)"), expectedLastSeq: last,
        entries: (1...count).map { Self.entry(last + $0, of: room) })
      if random.below(4) == 0 {
        batch.sealed = SealedRecord(matchID: "match", seed: random.bytes(32))
      }
      records.append(.step(batch))
      next[room] = last + count
    }
    return (records, next)
  }

  /// An entry identified by its room and number.
  private static func entry(_ seq: UInt64, of room: Int) -> Entry {
    let length = Int((seq &* 2_654_435_761 &+ UInt64(room)) % 30)
    let opened = Event.Opened(
      matchID: "match \(room)", settings: MatchSettings(),
      theme: String(repeating: "x", count: length))
    return Entry(
      seq: seq, at: ServerTime(microseconds: Int64(seq)), event: .opened(opened))
  }

  // MARK: Cutting

  /// The files after `count` events.
  private func after(_ record: Record, _ count: Int, over files: Files) -> Files {
    var files = files
    for event in record.events.prefix(count) {
      switch event {
      case .write(let name, let offset, let bytes):
        files[name, default: PowerlessFile()].write(bytes, at: offset)
      case .truncate(let name, let size):
        files[name, default: PowerlessFile()].truncate(to: size)
      case .sync(let name) where plan.lies && name != Self.heartbeat: break
      case .sync(let name): files[name, default: PowerlessFile()].sync()
      case .mark: break
      }
    }
    return files
  }

  /// Cuts the power.
  ///
  /// - Returns: what is left.
  private mutating func cut(_ files: Files) -> [String: [UInt8]] {
    outcome.cuts += 1
    var left: [String: [UInt8]] = [:]
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
      left[name] = file.remains(&random)
    }
    return left
  }

  /// Opens what is left of a journal after `count` events, as a starting server does.
  ///
  /// - Returns: its contents; nil if it is refused or damaged.
  private mutating func look(
    at files: [String: [UInt8]], _ record: Record, _ count: Int
  ) throws -> Find? {
    var (landed, possible) = (record.sure, [record.sure, record.opened])
    for case .mark(let number) in record.events.prefix(count) {
      if number == Self.openedMark {
        (landed, possible) = (record.opened, [record.opened])
      } else if number.isMultiple(of: 2) {
        possible = [landed, record.commits[number / 2]]
      } else {
        landed = record.commits[number / 2]
        possible = [landed]
      }
    }
    outcome.entries += landed.values.reduce(0) { $0 + Int($1) }
    let folder = try TemporaryDirectory(inMemory: true)
    Self.put(files, into: folder.path)
    let directory = try DataDirectory(path: folder.path)
    do throws(JournalError) {
      let store = try JournalStore(in: directory)
      defer { store.close() }
      let found = try rooms(of: store)
      outcome.lost += landed.reduce(0) { sum, room in
        sum + max(0, Int(room.value) - Int(found[room.key] ?? 0))
      }
      if !plan.lies, !possible.contains(found) {
        fault("\(landed) had landed, but only \(found) is left")
      }
      return Find(landed: landed, rooms: found)
    } catch {
      outcome.refused += 1
      if !plan.lies { fault("\(error)") }
      return nil
    }
  }

  /// A journal's contents; entries that were never written are a fault.
  private mutating func rooms(of store: JournalStore) throws(JournalError) -> Rooms {
    var rooms: Rooms = [:]
    // Refuses what does not add up, as a start does.
    _ = try store.load(now: .zero)
    for room in try store.everyRoom() {
      guard let number = Int(room.id.rawValue.dropFirst("room ".count)) else { continue }
      if let damage = room.damage {
        // Damage that is reported is not a silent loss.
        if plan.lies { throw .damaged(path: room.id.rawValue, reason: damage.description) }
        fault("\(room.id.rawValue): \(damage)")
      }
      for entry in room.entries where entry != Self.entry(entry.seq, of: number) {
        fault("\(room.id.rawValue): entry \(entry.seq) differs from what was written")
      }
      rooms[number] = UInt64(room.entries.count)
    }
    return rooms
  }

  private mutating func fault(_ sentence: String) {
    // The first few tell what is wrong.
    if outcome.faults.count < 100 { outcome.faults.append("cut \(outcome.cuts): \(sentence)") }
  }

  // MARK: Files

  /// An empty journal, created and closed, as it is on the disk.
  private static func newJournal() throws -> Files {
    let folder = try TemporaryDirectory(inMemory: true)
    try JournalStore(in: DataDirectory(path: folder.path)).close()
    return [journal: PowerlessFile(bytes(of: folder.path + "/" + journal) ?? [])]
  }

  private static func put(_ files: [String: [UInt8]], into folder: String) {
    for (name, bytes) in files {
      let file = open(folder + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      precondition(
        file >= 0 && Glibc.write(file, bytes, bytes.count) == bytes.count,
        "The folder of a trial cannot be written: \(folder).")
      close(file)
    }
  }

  private static func bytes(of path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var information = stat()
    guard fstat(file, &information) == 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(information.st_size))
    let count = read(file, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }
}
