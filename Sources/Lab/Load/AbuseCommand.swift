// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// `facedown-lab load abuse`: whether players notice what disruptive peers do.
struct AbuseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "abuse",
    abstract:
      "Disturbs a room in many ways, and compares its players' latencies with a quiet run's.",
    discussion: """
      Each trial is a run of `load play` with additional arguments, against a server of its own; \
      eight players in each room play at a human pace, and all disturbances are aimed at the first \
      room. A trial passes if the 99th percentiles of the latencies in the first room and in all \
      others exceed those of the quiet run by no more than --tolerance, nothing is lost, nobody \
      but the disruptive peers is refused, and these are where they exceed a limit. With a slow \
      journal, latencies are not judged.
      """)

  @OptionGroup var load: LoadArguments

  @Argument(help: "The trials: \(AbuseTrial.allCases.map(\.rawValue).joined(separator: ", ")).")
  var trials = AbuseTrial.allCases

  @Option(help: "Number of rooms, the disturbed one included.")
  var rooms = 20

  @Option(help: "Seconds to measure in each trial.")
  var seconds = 30

  @Option(help: "Seconds of load before the measurement.")
  var warmUp = 12

  @Option(help: "By how many milliseconds 99th percentiles may exceed those of the quiet run.")
  var tolerance = 10.0

  func validate() throws {
    try LoadArguments.check("rooms", rooms, in: 2...1_000)
    try LoadArguments.check("seconds", seconds, in: 1...3_600)
    try LoadArguments.check("warm-up", warmUp, in: 0...3_600)
    try LoadArguments.check("tolerance", tolerance, in: 0...60_000)
  }

  func run() async throws {
    let obstacle = trials.contains(.slowJournal) ? await SlowDisk.obstacle() : nil
    print(AbuseRow.header)
    let quiet = try await report(.quiet)
    var (passed, failed) = (0, 0)
    for trial in trials {
      if trial == .slowJournal, let obstacle {
        print("\(trial.rawValue): skipped, because \(obstacle).")
        continue
      }
      let report = trial == .quiet ? quiet : try await report(trial)
      let faults = trial.faults(in: report, quiet: quiet, tolerance: tolerance)
      print(AbuseRow(trial, report, faults).text)
      if faults.isEmpty { passed += 1 } else { failed += 1 }
    }
    print("\(passed) passed, \(failed) failed")
    guard failed == 0 else { throw ExitCode(1) }
  }

  private func report(_ trial: AbuseTrial) async throws -> LoadReport {
    var words = [
      "--rooms", "\(rooms)", "--seats", "8", "--seconds", "\(seconds)", "--warm-up", "\(warmUp)",
      "--addresses", "\(load.addresses)",
    ]
    if let processor = load.serverProcessor { words += ["--server-cpu", "\(processor)"] }
    return try await PlayLoadCommand.parse(words + trial.arguments).report()
  }
}

/// A trial's line of CSV.
struct AbuseRow {
  static let header =
    "trial,room_p50_ms,room_p99_ms,others_p50_ms,others_p99_ms,a_second,server_cpu_percent,"
    + "refusals,lost_entries,verdict"

  let text: String

  /// The line of a trial with these faults.
  init(_ trial: AbuseTrial, _ report: LoadReport, _ faults: [String]) {
    func text(_ figure: Double?) -> String { figure.map { "\($0)" } ?? "" }
    let refusals = [
      report.refusals, report.closings, report.arrivals?.refusals ?? [:],
      report.pingers?.refusals ?? [:],
    ].reduce(into: [String: Int]()) { $0.merge($1, uniquingKeysWith: +) }
    let disturbance = report.arrivals?.perSecond ?? report.pingers?.sentPerSecond
    self.text = [
      trial.rawValue, text(report.firstRoomMs.p50), text(report.firstRoomMs.p99),
      text(report.otherRoomsMs.p50), text(report.otherRoomsMs.p99), text(disturbance),
      text(report.serverCpuPercent),
      refusals.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: "; "),
      "\(report.lostEntries)", faults.isEmpty ? "passed" : faults.joined(separator: "; "),
    ].joined(separator: ",")
  }
}
