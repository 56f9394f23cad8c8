// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Game

/// `facedown-lab crashes`.
struct CrashesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crashes",
    abstract:
      "Kills a real server repeatedly during matches, and counts what is lost.",
    discussion: """
      Each match has a spectator, every other one with a spectator delay. Bots play over real \
      sockets on facedown-server, which must be in the same folder as this program and keeps its \
      journal in a temporary folder; it is killed at random moments and restarted. At the end \
      every entry that any client was sent must be in the journal, every match is dealt again from \
      its revealed seed, and every client, spectators included, must have been sent every entry \
      once. Exit status 1 if anything is missing or wrong.
      """)

  @Option(help: "Number of kills.")
  var kills = 200

  @Option(help: "Tables, with one match each.")
  var tables = 8

  @Option(help: "Maximum lifetime of the server, in milliseconds.")
  var life: Int64 = 1_500

  @Option(help: "Pairs per match.")
  var pairs = 8

  @Option(help: "Number of open matches whose recovery is timed; 0 for none.")
  var recover = 1000

  @Option(help: "Seed of the bots and of the moments of the kills.")
  var seed: UInt64 = 1

  @Flag(help: "Shut the server down (SIGTERM) instead of killing it.")
  var polite = false

  mutating func validate() throws {
    guard (0...100_000).contains(kills), (1...600_000).contains(life), (1...200).contains(tables),
      (2...32).contains(pairs),
      (0...100_000).contains(recover)
    else {
      throw ValidationError(
        "Give 0 to 100000 kills, a life of 1 to 600000 ms, 1 to 200 tables, 2 to 32 pairs, and "
          + "0 to 100000 matches to recover.")
    }
  }

  mutating func run() async throws {
    if recover > 0 {
      let recovery = try await RecoveryTrial.run(matches: recover)
      print(
        "\(recovery.matches) open matches with \(recovery.entries) entries: read and folded in "
          + "\(recovery.tookMilliseconds) ms, from start to listening "
          + "\(recovery.untilListening.wholeMilliseconds) ms")
    }
    guard kills > 0 else { return }
    let folder = try TemporaryDirectory()
    var plan = CrashTrial.Plan(folder: folder.path)
    (plan.ends, plan.tables, plan.pairs, plan.seed) = (kills, tables, pairs, seed)
    plan.isPolite = polite
    plan.life = min(150, life)...life
    let outcome = try await CrashTrial.run(plan)
    let took = outcome.recoveries.sorted()
    print(
      "the server ended \(outcome.ends) times, \(outcome.matches) matches played to their end, "
        + "\(outcome.comebacks) reconnects, \(outcome.entriesSeen) entries seen, "
        + "\(outcome.entriesWatched) by spectators; "
        + "recovery took \(took.isEmpty ? 0 : took[took.count / 2]) ms (median), "
        + "\(took.last ?? 0) ms at most")
    try conclude(faults: outcome.faults, called: "missing or wrong")
  }
}
