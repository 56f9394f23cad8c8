// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Glibc

/// `facedown-lab backup-trial`.
struct BackupTrialCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup-trial",
    abstract: "Backs a server up under playing bots, restores it, and looks for what is missing.",
    discussion: """
      The programs are the real ones, and facedown-server has to lie beside this one. Each entry \
      that players had seen when the backup began has to be in it, and no entry may differ; what is \
      restored is checked, and a second server goes on with it. Then commits are timed while a large \
      journal is backed up. Ends with code 1 if anything is missing or wrong.
      """)

  @Option(help: "Tables with a match each.")
  var tables = 12

  @Option(help: "Seconds that bots play before the backup, and behind it.")
  var seconds = 8

  @Option(help: "The size of the journal whose commits are timed, in MiB; 0 for none.")
  var megabytes = 100

  func validate() throws {
    guard (1...200).contains(tables), (1...600).contains(seconds), (0...10_000).contains(megabytes)
    else {
      throw ValidationError("1...200 tables, 1...600 seconds and 0...10000 MiB.")
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
      "\(outcome.seenBefore) entries seen before it began, \(outcome.kept) in it, \(outcome.inAll) in "
        + "the end; a second server goes on with \(outcome.rooms) rooms, in \(outcome.running) of "
        + "which a match is under way")
    if megabytes > 0 {
      let delays = try await BackupDelays.measure(
        megabytes: megabytes, in: folder.path + "/large")
      print("a journal of \(megabytes) MiB: \(delays.backup)")
      print("commits without a backup: \(Self.summary(delays.alone))")
      print("commits during the backup: \(Self.summary(delays.during))")
    }
    try conclude(faults: outcome.faults, called: "missing or wrong")
  }

  private static func summary(_ sorted: [Double]) -> String {
    guard let last = sorted.last else { return "none" }
    func share(_ part: Double) -> String {
      sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))].fixed(2)
    }
    return "\(sorted.count), median \(share(0.5)) ms, 99 in 100 below \(share(0.99)) ms, "
      + "at most \(last.fixed(2)) ms"
  }
}
