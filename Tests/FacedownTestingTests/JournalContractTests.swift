// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import MatchServer
import Testing

@testable import FacedownTesting

@Suite("The journals' contract", .timeLimit(.minutes(1)))
struct JournalContractTests {
  @Test("is kept by the faulty journal", arguments: JournalContract.all)
  func faulty(promise: JournalContract.Case) async throws {
    try await promise.check(SabotagedJournal().underTest)
  }

  @Test("is kept by the simulated disk", arguments: JournalContract.cases(for: [.contents]))
  func disk(promise: JournalContract.Case) async throws {
    let disk = DiskUnderTest()
    try await promise.check(
      JournalUnderTest(
        appendAll: { disk.append($0) }, get: { disk.get($0) }, told: { disk.told },
        contents: { disk.disk.contents }))
  }

  @Test("is broken by each sabotage in its own case, and each case by a sabotage")
  func sabotage() async throws {
    #expect(Set(Sabotage.allCases.map(\.rawValue)) == Set(JournalContract.all.map(\.description)))
    for sabotage in Sabotage.allCases {
      let promise = try #require(
        JournalContract.all.first { $0.description == sabotage.rawValue })
      await #expect(throws: ContractViolation.self, "\(sabotage)") {
        try await promise.check(SabotagedJournal(sabotage).underTest)
      }
    }
  }
}

/// A disk without faults, on which time passes at once.
private final class DiskUnderTest {
  var disk = SimulatedDisk(SimulationPlan(seed: 1), plantedBug: nil)
  private(set) var told = JournalChanges()
  private var now = ServerTime.zero

  init() { disk.isSound = true }

  func get(_ session: SessionID) -> RegistryAnswer {
    disk.get(session, for: CorrelationID(1), now: now)
    now = now + .seconds(60)
    disk.settle(now) { _, _ in }
    guard case .fetched(let answer, for: _) = disk.takeRead(now) else {
      return .unavailable
    }
    return answer
  }

  func append(_ groups: [[JournalRecord]]) -> [[JournalOutcome]] {
    // What nobody awaits is not answered in the simulator.
    var answers = groups.map { _ in [JournalOutcome]() }
    for group in groups { disk.append(group, now: now) }
    now = now + .seconds(60)
    disk.settle(now) { _, _ in }
    for index in groups.indices where groups[index].contains(where: \.isAwaited) {
      let report = disk.takeReport(now)
      told.results += report?.changes.results ?? []
      told.bans += report?.changes.bans ?? []
      answers[index] = report?.outcomes ?? []
    }
    return answers
  }
}
