// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Testing

@testable import Lab

@Suite("Abuse trials", .timeLimit(.minutes(1)))
struct AbuseTrialTests {
  /// A source that has lost entries.
  private final class Loser: LoadSource {
    let missing: Int
    init(missing: Int) { self.missing = missing }
    var connected: Int { 0 }
    var unanswered: Int { 0 }
    func open(_ queue: DialQueue) {}
    func start() {}
    func stop() {}
  }

  /// A run whose players received entries after this many milliseconds.
  private func report(
    room: Int = 2, others: Int = 2, late: Int = 0, missing: Int = 0, refused: String? = nil
  ) -> LoadReport {
    let meter = LoadMeter()
    meter.begin()
    meter.sent(bytes: 1, late: .milliseconds(late))
    meter.delivered(bytes: 1, latency: .milliseconds(room), to: .firstRoomPlayer)
    meter.delivered(bytes: 1, latency: .milliseconds(others), to: .player)
    meter.delivered(bytes: 1, latency: .seconds(9), to: .spectator)
    if let refused { meter.refused(refused) }
    let none = LoadReport.Usage()
    return LoadReport(
      meter, sources: [Loser(missing: missing)], wanted: 1, connected: 1, filled: .zero,
      measured: .seconds(1), usage: (none, none, none, none), hasServer: false)
  }

  private func faults(_ trial: AbuseTrial, _ report: LoadReport) -> [String] {
    trial.faults(in: report, quiet: self.report(), tolerance: 10)
  }

  @Test("a quiet run passes, and one whose players wait up to ten milliseconds longer")
  func quiet() {
    #expect(faults(.quiet, report()) == [])
    #expect(faults(.quiet, report(room: 11, others: 11)) == [])
  }

  @Test("later entries fail a trial, in the room itself and in others")
  func delays() {
    let room = faults(.quiet, report(room: 14))
    #expect(room.count == 1 && room.first?.hasPrefix("the room: ") == true, "\(room)")
    let others = faults(.quiet, report(others: 14))
    #expect(others.count == 1 && others.first?.hasPrefix("other rooms: ") == true, "\(others)")
    #expect(faults(.slowJournal, report(room: 9_000)) == ["the journal is damaged"])
  }

  @Test("a load generator that was late itself fails a trial, and is named as the reason")
  func lateLoad() {
    let faults = faults(.quiet, report(room: 40, others: 40, late: 30))
    #expect(faults.count == 1 && faults.first?.contains("run it again") == true, "\(faults)")
    #expect(self.faults(.quiet, report(late: 9)) == [])
  }

  @Test("losses and refusals of players fail a trial; a slow journal may refuse")
  func losses() {
    #expect(faults(.quiet, report(missing: 3)) == ["3 entries were lost"])
    let refused = report(refused: "limit/too_fast")
    #expect(faults(.quiet, refused) == ["players were refused 1 times with limit/too_fast"])
    for code in ["journal/unavailable", "play/too_early"] {
      var slow = report(refused: code)
      slow.journalIsIntact = true
      #expect(faults(.slowJournal, slow) == [])
      #expect(faults(.quiet, slow).count == 1)
    }
  }

  @Test(
    "a disturbance that did not happen fails its trial",
    arguments: AbuseTrial.allCases.filter { $0 != .quiet })
  func absent(_ trial: AbuseTrial) {
    let faults = faults(trial, report())
    #expect(faults.count == 1, "\(faults)")
  }

  @Test("are runs of load play", arguments: AbuseTrial.allCases)
  func arguments(_ trial: AbuseTrial) throws {
    let play = try PlayLoadCommand.parse(["--rooms", "20", "--seats", "8"] + trial.arguments)
    #expect(play.room.rooms == 20)
  }

  @Test("print a line of as many fields as the header")
  func row() {
    let row = AbuseRow(.pings, report(refused: "limit/too_fast"), [])
    #expect(row.text == "pings,2.0,2.0,2.0,2.0,,,1 limit/too_fast,0,passed")
    #expect(
      row.text.split(separator: ",", omittingEmptySubsequences: false).count
        == AbuseRow.header.split(separator: ",").count)
  }

  @Test(
    "refuse bad options",
    arguments: [
      ("nothing", "trials"), ("--rooms 1", "--rooms must be from 2"),
      ("--seconds 0", "--seconds must be"), ("--warm-up=-1", "--warm-up must be"),
      ("--tolerance nan", "--tolerance must be"), ("--addresses 0", "--addresses must be"),
    ])
  func bad(_ arguments: String, _ sentence: String) {
    let words = arguments.split(separator: " ").map(String.init)
    let error = #expect(throws: (any Error).self) { try AbuseCommand.parse(words) }
    let text = error.map { AbuseCommand.fullMessage(for: $0) } ?? ""
    #expect(text.contains(sentence), "\(text)")
  }
}
