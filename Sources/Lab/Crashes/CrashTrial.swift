// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Bots
import FacedownTesting
import Game
import Glibc
import JournalSQLite
import Lobby
import MatchClient
import MatchServer
import SocketClient
import Wire

/// Bot matches over real processes, sockets and a journal, whose server ends at random moments and
/// is restarted; each has a spectator, every other with a spectator delay.
struct CrashTrial: Sendable {
  /// Parameters of a trial.
  struct Plan: Sendable {
    /// Tables, with one match each at any time.
    var tables = 8
    /// Pairs per match.
    var pairs = 8
    /// How often the server ends.
    var ends = 20
    /// Whether it is told to shut down (SIGTERM) rather than killed.
    var isPolite = false
    /// The server's lifetimes in milliseconds, drawn at random.
    var life: ClosedRange<Int64> = 150...1_500
    /// The folder of the journal; created, and kept afterwards.
    var folder: String
    /// The server's program; nil for the one in this program's folder.
    var program: String?
    /// Seed of the bots and the server's lifetimes.
    var seed: UInt64 = 1

    /// Eight tables and twenty kills, over a journal in `folder`.
    init(folder: String) { self.folder = folder }
  }

  /// Results of a trial.
  struct Outcome: Sendable {
    /// How often the server ended.
    var ends = 0
    /// Matches played to their end.
    var matches = 0
    /// Entries on clients' screens, counted for each client.
    var entriesSeen = 0
    /// How many of them were on a spectator's.
    var entriesWatched = 0
    /// How often a client reconnected.
    var comebacks = 0
    /// For each start, milliseconds to read and fold the journal.
    var recoveries: [Int] = []
    /// Everything that is wrong, a sentence each.
    var faults: [String] = []
  }

  /// A table and its clients.
  private struct Seating {
    var guests: [Guest]
    var viewer: Guest
    var isOver = false

    var everyone: [Guest] { guests + [viewer] }
  }

  private let plan: Plan
  private let world: SocketWorld
  private var server: ServerProgram
  private let url: String
  private var seatings: [Seating] = []
  private var stream: RandomStream
  private var outcome = Outcome()

  /// Runs a trial until all its matches are over.
  static func run(_ plan: Plan) async throws -> Outcome {
    var trial = try await CrashTrial(plan)
    do {
      try await trial.play()
    } catch {
      await trial.stop()
      throw error
    }
    await trial.stop()
    try await trial.audit()
    return trial.outcome
  }

  private init(_ plan: Plan) async throws {
    self.plan = plan
    stream = RandomStream(key: Array("crash \(plan.seed)".utf8), hashing: .openSSL)
    server = try ServerProgram(
      path: plan.program, ["--listen", "127.0.0.1:0", "--data", plan.folder])
    url = try await server.announcement().url
    world = try await SocketWorld(joining: url)
  }

  private mutating func play() async throws {
    while outcome.ends < plan.ends {
      try await fill()
      let life = plan.life.lowerBound + Int64(stream.below(UInt64(plan.life.count)))
      try await Task.sleep(for: .milliseconds(life))
      if plan.isPolite { try await handOver() } else { try await replace() }
      outcome.ends += 1
    }
    for index in seatings.indices { try await finish(index) }
  }

  /// Kills the server and starts the next one.
  private mutating func replace() async throws {
    await server.end(SIGKILL)
    server = try successor()
    outcome.recoveries.append(try await server.announcement().tookMilliseconds)
  }

  /// Starts the next server, which waits while this one shuts down.
  private mutating func handOver() async throws {
    let next = try successor()
    let status = await server.end(SIGTERM)
    if status != 0 {
      outcome.faults.append("A server exited with status \(status ?? -1) after SIGTERM.")
    }
    server = next
    outcome.recoveries.append(try await server.announcement().tookMilliseconds)
  }

  /// Starts the next server on the same port and journal.
  private func successor() throws -> ServerProgram {
    let address = String(url.dropFirst("ws://".count))
    return try ServerProgram(
      path: plan.program, ["--listen", address, "--data", plan.folder, "--wait"])
  }

  /// Begins a match at each table without one.
  private mutating func fill() async throws {
    for index in seatings.indices where !seatings[index].isOver {
      seatings[index].isOver = await isOver(seatings[index].guests[0])
    }
    while seatings.count(where: { !$0.isOver }) < plan.tables {
      let delay: Duration = seatings.count.isMultiple(of: 2) ? .zero : .seconds(2)
      let settings = MatchSettings(
        pairs: plan.pairs, seats: 2, reveal: .seconds(1), spectatorDelay: delay)
      let host = try await enter(.create(settings))
      let code = try await world.roomCode(of: host)
      let guest = try await enter(.join(code: code))
      _ = try await world.roomCode(of: guest)
      let viewer = try await world.enter(
        name: "Viewer", agent: "facedown/lab", driver: Onlooker(code: code),
        reconnectPolicy: ReconnectPolicy())
      seatings.append(Seating(guests: [host, guest], viewer: viewer))
    }
  }

  private mutating func enter(_ goal: BotDriver.Goal) async throws -> Guest {
    let seed = stream.nextWord()
    return try await world.enter(
      name: "Bot", agent: "facedown-bot/lab",
      driver: BotDriver(Bot(seed: seed), goal: goal, pace: .fast),
      reconnectPolicy: ReconnectPolicy())
  }

  private func isOver(_ guest: Guest) async -> Bool {
    await world.recording(of: guest).core.table?.log.latest.phase == .ended
  }

  /// Waits until a match is over for all its clients, and reports those for which it does not end.
  private mutating func finish(_ index: Int) async throws {
    let guests = seatings[index].everyone
    do {
      _ = try await world.until("match \(index) to end") { recordings -> Bool? in
        guests.allSatisfy {
          recordings[$0.index].core.table?.log.latest.phase == .ended
        } ? true : nil
      }
    } catch WorldError.waitedTooLong {
      for guest in guests {
        let whereabouts = await world.recording(of: guest).whereabouts
        outcome.faults.append("Match \(index) does not end: guest \(guest.index) \(whereabouts).")
      }
    }
  }

  private func stop() async {
    await world.stop()
    await server.end(SIGTERM)
  }

  /// Entries reported twice or never: clauses whose subject is the client.
  static func gaps(in entries: [Entry]) -> [String] {
    zip(entries, entries.dropFirst()).compactMap { before, entry in
      entry.seq == before.seq + 1
        ? nil : "was sent entry \(entry.seq) right after entry \(before.seq)."
    }
  }

  /// Compares what clients saw with the journal.
  private mutating func audit() async throws {
    let store = try JournalStore(path: plan.folder + "/journal.sqlite")
    defer { store.close() }
    var logs: [String: [Entry]] = [:]
    for room in try store.everyRoom() {
      logs[room.id.rawValue] = room.entries
      let audit = MatchAudit(room.entries)
      outcome.matches += audit.endedMatches
      outcome.faults += audit.faults
    }
    for guest in seatings.flatMap(\.everyone) {
      let recording = await world.recording(of: guest)
      outcome.comebacks += max(recording.events.count { $0 == .welcomed } - 1, 0)
      guard let table = recording.core.table, let log = logs[table.roomID] else {
        outcome.faults.append("Guest \(guest.index) was in a room that is not in the journal.")
        continue
      }
      outcome.faults += Self.gaps(in: recording.entries).map { "Guest \(guest.index) \($0)" }
      for entry in recording.entries {
        outcome.entriesSeen += 1
        if table.role == .spectator { outcome.entriesWatched += 1 }
        guard entry.seq <= log.count, log[Int(entry.seq) - 1] == entry else {
          outcome.faults.append(
            "Guest \(guest.index) saw entry \(entry.seq), which differs from the journal's.")
          continue
        }
      }
      if table.log.latest.seq != UInt64(log.count) {
        outcome.faults.append(
          "Guest \(guest.index) has only \(table.log.latest.seq) of \(log.count) entries.")
      }
      if recording.changedIntents > 0 {
        outcome.faults.append("Guest \(guest.index) changed a request when retrying it.")
      }
    }
  }
}
