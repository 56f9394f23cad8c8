// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Bots
import FacedownTesting
import Game
import Glibc
import Journal
import JournalSQLite
import Lobby
import MatchClient
import MatchServer
import SocketClient
import Wire

/// How long a server takes to restore many half-played matches.
enum RecoveryTrial {
  struct Outcome: Sendable {
    var matches: Int
    var entries: Int
    /// Reading and folding, as the server reports it.
    var tookMilliseconds: Int
    /// From starting the process until it listens.
    var untilListening: Duration
  }

  /// Writes a journal with `matches` open matches, and starts a server on it.
  static func run(matches: Int) async throws -> Outcome {
    let folder = try TemporaryDirectory()
    let model = try halfPlayed()
    let store = try JournalStore(path: folder.path + "/journal.sqlite")
    for start in stride(from: 0, to: matches, by: 100) {
      let records = (start..<min(start + 100, matches)).flatMap { copy(of: model, $0) }
      guard store.write(records)?.problem == nil else {
        throw ValidationError("The journal could not be written.")
      }
    }
    store.close()
    let begin = ContinuousClock.now
    let server = try ServerProgram(["--listen", "127.0.0.1:0", "--data", folder.path])
    let announcement = try await server.announcement()
    let untilListening = ContinuousClock.now - begin
    await server.end(SIGTERM)
    guard announcement.rooms == matches else {
      throw ValidationError("Only \(announcement.rooms) of \(matches) rooms were restored.")
    }
    return Outcome(
      matches: matches, entries: matches * model.entries.count,
      tookMilliseconds: announcement.tookMilliseconds, untilListening: untilListening)
  }

  /// A room with a half-played match of two bots.
  private static func halfPlayed() throws -> StoredRoom {
    let journal = FaultyJournal()
    let world = InMemoryWorld(dealer: .fair(.openSSL), journal: journal)
    let settings = MatchSettings(pairs: 16, seats: 2, reveal: .seconds(1))
    let host = world.enter(
      name: "Ana", agent: "facedown-bot/lab",
      driver: BotDriver(Bot(seed: 1), goal: .create(settings), pace: .fast))
    let code = try world.until("a room") { $0[host.index].core.table?.code }
    _ = world.enter(
      name: "Ben", agent: "facedown-bot/lab",
      driver: BotDriver(Bot(seed: 2), goal: .join(code: code), pace: .fast))
    _ = try world.until("half of the pairs") { guests -> Bool? in
      let seats = guests[host.index].core.table?.log.latest.seats ?? []
      return seats.map(\.pairs).reduce(0, +) >= 8 ? true : nil
    }
    guard let room = journal.contents.lobby.rooms.first else {
      throw ValidationError("The match to copy is not in its journal.")
    }
    return room
  }

  /// Copies a room under another id, with sessions of its own.
  private static func copy(of model: StoredRoom, _ number: Int) -> [JournalRecord] {
    var batch = Batch(
      room: RoomID("room \(number)"), code: RoomCode("R\(number)"), expectedLastSeq: 0,
      entries: model.entries)
    var records: [JournalRecord] = []
    for member in model.members {
      let session = SessionID("\(number)/\(member.actor.rawValue)")
      batch.entering.append(Membership(session: session, actor: member.actor))
      let hash = Hashing.openSSL.sha256(Array(session.rawValue.utf8))
      records.append(
        .session(
          SessionRecord(id: session, player: Player(name: "Bot", isBot: true), tokenHashes: [hash]),
          for: CorrelationID(UInt64(records.count))))
    }
    // A seal belongs to a step, and the long batch is many steps.
    records += steps(batch, sealed: model.sealed).map { .step($0) }
    return records
  }

  /// Splits a long batch into steps, one after each seal.
  private static func steps(_ whole: Batch, sealed: [StoredRoom.Sealed]) -> [Batch] {
    var steps: [Batch] = []
    var rest = whole
    for seal in sealed {
      var step = rest
      step.entries = rest.entries.filter { $0.seq <= seal.afterSeq }
      rest.entries = rest.entries.filter { $0.seq > seal.afterSeq }
      steps.append(step)
      rest.expectedLastSeq = seal.afterSeq
      rest.entering = []
      rest.sealed = seal.record
    }
    return steps + [rest]
  }
}
