// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Game

/// `facedown-lab crashes`.
struct CrashesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crashes",
    abstract:
      "Kills a real server again and again in the middle of matches, and counts what is lost.",
    discussion: """
      Each match has a viewer, every other one with a delay. Bots play over real sockets against facedown-server, which has to lie beside this program and \
      keeps its matches in a folder of its own; it is killed at random moments and started again. In \
      the end every entry that any client was sent is looked for in the journal, every match is \
      dealt again from its opened seed, and everyone, viewers too, was told every entry once. Ends with code 1 if anything is missing or wrong.
      """)

  @Option(help: "How often the server is killed.")
  var kills = 200

  @Option(help: "Tables with a match each.")
  var tables = 8

  @Option(help: "How long the server lives at most, in milliseconds.")
  var life: Int64 = 1_500

  @Option(help: "Pairs a match.")
  var pairs = 8

  @Option(help: "Open matches whose recovery is timed; 0 for none.")
  var recover = 1000

  @Option(help: "Decides what bots do and when the server is killed.")
  var seed: UInt64 = 1

  @Flag(help: "Tell the server to stop (SIGTERM) and do not kill it.")
  var polite = false

  mutating func validate() throws {
    guard (0...100_000).contains(kills), (1...600_000).contains(life), (1...200).contains(tables),
      (2...32).contains(pairs),
      (0...100_000).contains(recover)
    else {
      throw ValidationError(
        "0...100000 kills, 1...200 tables, 2...32 pairs and 0...100000 matches to recover.")
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
      "\(outcome.ends) ends of the server, \(outcome.matches) matches played to their end, "
        + "\(outcome.comebacks) comebacks of clients, \(outcome.entriesSeen) entries seen, "
        + "\(outcome.entriesWatched) by viewers; "
        + "recovery took \(took.isEmpty ? 0 : took[took.count / 2]) ms (median), "
        + "\(took.last ?? 0) ms at most")
    try conclude(faults: outcome.faults, called: "missing or wrong")
  }
}
