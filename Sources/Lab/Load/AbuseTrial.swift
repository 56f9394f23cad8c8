// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// A way to disturb a room of eight players beside other rooms, and what nobody in them may notice.
enum AbuseTrial: String, CaseIterable, ExpressibleByArgument {
  /// Nobody disturbs anybody.
  case quiet
  /// A thousand spectators join, and as many leave, every second.
  case arrivals
  /// The same within the limits per address: most are refused.
  case arrivalsLimited = "arrivals-limited"
  /// 500 spectators send 5,000 clock probes a second, each within its limit.
  case pings
  /// 25 spectators send as many, far beyond their limit, and come back when they are disconnected.
  case pingsLimited = "pings-limited"
  /// 200 spectators read nothing, and request the room twenty times a second.
  case silentReaders = "silent-readers"
  /// Each commit of the journal takes two seconds longer, and five spectators arrive every second.
  case slowJournal = "slow-journal"

  /// The additional arguments of `load play`.
  var arguments: [String] {
    switch self {
    case .quiet: []
    case .arrivals: ["--arrivals", "1000"]
    case .arrivalsLimited: ["--arrivals", "1000", "--limit-addresses"]
    case .pings: ["--pingers", "500", "--pings", "5000"]
    case .pingsLimited: ["--pingers", "25", "--pings", "5000"]
    case .silentReaders: ["--silent-readers", "200"]
    case .slowJournal: ["--durable", "--journal-delay", "2000", "--arrivals", "5"]
    }
  }

  /// Everything that is wrong with a run, a sentence each.
  ///
  /// - Parameters:
  ///   - report: the run.
  ///   - quiet: a quiet run in the same circumstances.
  ///   - tolerance: by how many milliseconds the players' 99th percentiles may exceed the quiet
  ///     run's.
  /// - Returns: the faults; none if it passed.
  func faults(in report: LoadReport, quiet: LoadReport, tolerance: Double) -> [String] {
    losses(in: report) + delays(in: report, quiet, tolerance) + surprises(in: report)
  }

  private func losses(in report: LoadReport) -> [String] {
    var faults: [String] = []
    if report.lostEntries > 0 { faults.append("\(report.lostEntries) entries were lost") }
    if report.lostConnections > 0 {
      faults.append("\(report.lostConnections) connections were lost")
    }
    if report.unansweredIntents > 0 {
      faults.append("\(report.unansweredIntents) intents or arrivals got no answer")
    }
    // A request that the journal cannot store in time is refused, and made again. One that waited
    // behind a late commit may have come before the refunded time of the match is over.
    let expected: Set<String> =
      self == .slowJournal ? ["journal/unavailable", "play/too_early"] : []
    for (code, count) in report.refusals.sorted(by: { $0.key < $1.key })
    where !expected.contains(code) {
      faults.append("players were refused \(count) times with \(code)")
    }
    return faults
  }

  private func delays(in report: LoadReport, _ quiet: LoadReport, _ tolerance: Double)
    -> [String]
  {
    guard self != .slowJournal else { return [] }
    // Then the machine had no time for the load, and the latencies say nothing about the server.
    if let late = report.sentLateMs.p99, late > tolerance {
      return ["the load generator itself was \(late) ms late: run it again"]
    }
    let rooms = [
      ("the room", report.firstRoomMs, quiet.firstRoomMs),
      ("other rooms", report.otherRoomsMs, quiet.otherRoomsMs),
    ]
    return rooms.compactMap { name, own, before in
      guard let own = own.p99, let before = before.p99 else { return "\(name): nothing happened" }
      guard own > before + tolerance else { return nil }
      return "\(name): 99 % within \(own) ms, without disturbance \(before) ms"
    }
  }

  /// Whether the disturbance was as strong as it should be, and was refused where it must be.
  private func surprises(in report: LoadReport) -> [String] {
    let (arrivals, pingers) = (report.arrivals, report.pingers)
    switch self {
    case .quiet: return []
    case .arrivals:
      let joined = arrivals?.perSecond ?? 0
      if joined < 950 { return ["only \(joined) of 1000 spectators joined a second"] }
      return arrivals?.refusals.isEmpty == true ? [] : ["arrivals were refused"]
    case .arrivalsLimited:
      // Before the handshake there is no status to refuse it with.
      let codes: Set<String> = ["http 429", "disconnected"]
      return arrivals?.refusals.keys.contains { codes.contains($0) } == true
        ? [] : ["no arrival was refused"]
    case .pings:
      let answered = pingers?.answeredPerSecond ?? 0
      if answered < 4_750 { return ["only \(answered) of 5000 pings were answered a second"] }
      return pingers?.refusals.isEmpty == true ? [] : ["pings were refused"]
    case .pingsLimited:
      return pingers?.refusals["limit/too_fast"] == nil ? ["no ping was refused"] : []
    case .silentReaders:
      return report.silentReadersCutOff ?? 0 == 0 ? ["no silent reader was disconnected"] : []
    case .slowJournal:
      return report.journalIsIntact == true ? [] : ["the journal is damaged"]
    }
  }
}
