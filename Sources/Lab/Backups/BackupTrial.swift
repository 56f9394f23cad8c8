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
import TermClient

/// `facedown-lab backup-trial`.
struct BackupTrialCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup-trial",
    abstract:
      "Backs up a server while bots play, restores the backup, and looks for missing entries.",
    discussion: """
      Uses the real programs; facedown-server must be in the same folder as this one. Every entry \
      that players had seen when the backup began must be in it, and none may differ. The restored \
      backup is checked and served by a second server. Then commits are timed while a large \
      journal is backed up. Exit status 1 if anything is missing or wrong.
      """)

  @Option(help: "Tables, with one match each.")
  var tables = 12

  @Option(help: "Seconds of play before the backup, and after it.")
  var seconds = 8

  @Option(help: "Size of the journal whose commits are timed, in MiB; 0 for none.")
  var megabytes = 100

  func validate() throws {
    guard (1...200).contains(tables), (1...600).contains(seconds), (0...10_000).contains(megabytes)
    else {
      throw ValidationError("Give 1 to 200 tables, 1 to 600 seconds and 0 to 10000 MiB.")
    }
  }

  func run() async throws {
    let folder = try TemporaryDirectory()
    for name in ["data", "restored", "large"] { mkdir(folder.path + "/" + name, 0o700) }
    defer {
      for name in ["data", "restored", "large"] {
        TemporaryDirectory.remove(folder.path + "/" + name)
      }
    }
    var plan = BackupTrial.Plan(folder: folder.path)
    (plan.tables, plan.play) = (tables, .seconds(seconds))
    let outcome = try await BackupTrial.run(plan)
    print("backup: \(outcome.backup)")
    print("restored and checked: \(outcome.check)")
    print(
      "\(outcome.seenBefore) entries seen before the backup began, \(outcome.kept) in it, \(outcome.inAll) "
        + "at the end; a second server restores \(outcome.rooms) rooms, \(outcome.running) with a "
        + "running match")
    if megabytes > 0 {
      let delays = try await BackupDelays.measure(
        megabytes: megabytes, commits: 500, in: folder.path + "/large")
      print("a journal of \(megabytes) MiB: \(delays.backup)")
      print("commits without a backup: \(Self.summary(delays.alone))")
      print("commits during the backup: \(Self.summary(delays.during))")
    }
    try conclude(faults: outcome.faults, called: "missing or wrong")
  }

  private static func summary(_ sorted: [Double]) -> String {
    guard let last = sorted.last else { return "none" }
    func share(_ part: Double) -> String {
      (sorted.nearestRank(part) ?? last).fixed(2)
    }
    return "\(sorted.count), median \(share(0.5)) ms, 99th percentile \(share(0.99)) ms, "
      + "maximum \(last.fixed(2)) ms"
  }
}

/// A backup by the real programs while bots play, which is restored elsewhere, checked, compared
/// entry by entry, and served by a second server.
struct BackupTrial {
  /// Parameters of a trial.
  struct Plan {
    /// Tables, with one match each.
    var tables = 12
    /// How long bots play before the backup, and after it.
    var play = Duration.seconds(2)
    /// The folder for all files.
    var folder: String
  }

  /// Results of a trial.
  struct Outcome {
    /// The last line of the backup command.
    var backup = ""
    /// The last line of the check of the restored journal.
    var check = ""
    /// Entries that players had been shown when the backup began.
    var seenBefore = 0
    /// Entries in the backup.
    var kept = 0
    /// Entries in the first server's journal at the end.
    var inAll = 0
    /// Running matches in the backup.
    var running = 0
    /// Rooms that the second server restored.
    var rooms = 0
    /// Everything that is wrong, a sentence each.
    var faults: [String] = []
  }

  private let plan: Plan
  private var outcome = Outcome()

  /// Runs a trial.
  static func run(_ plan: Plan) async throws -> Outcome {
    var trial = BackupTrial(plan: plan)
    try await trial.run()
    return trial.outcome
  }

  private init(plan: Plan) { self.plan = plan }

  private var journal: String { plan.folder + "/data" }
  private var file: String { plan.folder + "/backup.sqlite" }
  private var restored: String { plan.folder + "/restored" }

  private mutating func run() async throws {
    let server = try ServerProgram(["--listen", "127.0.0.1:0", "--data", journal])
    let world = try await SocketWorld(joining: try await server.announcement().url)
    var guests: [Guest] = []
    for table in 0..<plan.tables { guests += try await seat(table, in: world) }
    try await Task.sleep(for: plan.play)
    // Everything players have been shown was in the journal before.
    var shown: [String: UInt64] = [:]
    for guest in guests {
      guard let table = await world.recording(of: guest).core.table else { continue }
      shown[table.roomID] = max(shown[table.roomID] ?? 0, table.log.latest.seq)
    }
    outcome.seenBefore = Int(shown.values.reduce(0, +))
    outcome.backup = try await say(["backup", file, "--data", journal])
    try await Task.sleep(for: plan.play)
    await world.stop()
    await server.end(SIGTERM)
    outcome.check = try await say(["restore", file, "--data", restored])
    outcome.check = try await say(["check", "--data", restored])
    try compare(with: shown)
    let second = try ServerProgram(["--listen", "127.0.0.1:0", "--data", restored])
    outcome.rooms = try await second.announcement().rooms
    if outcome.rooms < outcome.running {
      outcome.faults.append(
        "\(outcome.rooms) rooms were restored, \(outcome.running) with a running match.")
    }
    if await second.end(SIGTERM) != 0 { outcome.faults.append("The second server failed.") }
  }

  private func seat(_ number: Int, in world: SocketWorld) async throws -> [Guest] {
    func enter(_ seed: UInt64, _ goal: BotDriver.Goal) async throws -> Guest {
      try await world.enter(
        name: "Bot", agent: "facedown-bot/lab",
        driver: BotDriver(Bot(seed: seed), goal: goal, pace: .fast),
        reconnectPolicy: ReconnectPolicy())
    }
    // Every other match is over soon, and is verified; the others are still running.
    let settings = MatchSettings(
      pairs: number.isMultiple(of: 2) ? 2 : 16, seats: 2, reveal: .seconds(1))
    let host = try await enter(UInt64(number) * 2, .create(settings))
    let code = try await world.roomCode(of: host)
    return [host, try await enter(UInt64(number) * 2 + 1, .join(code: code))]
  }

  /// Each room's log is a prefix of the first server's, and has everything players were shown.
  private mutating func compare(with shown: [String: UInt64]) throws {
    let first = try JournalStore(path: journal + "/journal.sqlite")
    defer { first.close() }
    let second = try JournalStore(path: restored + "/journal.sqlite")
    defer { second.close() }
    var whole: [String: [Entry]] = [:]
    for room in try first.everyRoom() {
      whole[room.id.rawValue] = room.entries
      outcome.inAll += room.entries.count
    }
    var kept: [String: Int] = [:]
    for room in try second.everyRoom() {
      kept[room.id.rawValue] = room.entries.count
      outcome.kept += room.entries.count
      var view = MatchView()
      for entry in room.entries { view.apply(entry) }
      outcome.running += view.isMatchRunning ? 1 : 0
      if whole[room.id.rawValue].map({ $0.starts(with: room.entries) }) != true {
        outcome.faults.append("Room \(room.id.rawValue) differs in the backup.")
      }
    }
    for (room, seq) in shown where kept[room] ?? 0 < Int(seq) {
      outcome.faults.append(
        "Room \(room) has \(kept[room] ?? 0) entries in the backup, but players had seen \(seq).")
    }
  }

  /// Runs the server's program with these arguments, and returns the last line it prints.
  private mutating func say(_ words: [String]) async throws -> String {
    let path = plan.folder + "/output"
    let output = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(output) }
    let child = try ChildProgram("facedown-server", words, output: output)
    var status = child.endedStatus()
    while status == nil {
      try await Task.sleep(for: .milliseconds(5))
      status = child.endedStatus()
    }
    if status != 0 { outcome.faults.append("\(words.joined(separator: " ")) failed.") }
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    let count = pread(output, &bytes, bytes.count, 0)
    let lines = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n")
    return lines.last { !$0.hasPrefix("The journal is") }.map(String.init) ?? ""
  }
}
