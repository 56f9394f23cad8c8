// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Testing

@testable import FacedownTesting

@Suite("The simulated disk", .timeLimit(.minutes(1)))
struct SimulatedDiskTests {
  @Test("claims that codes are taken if that is its fault, and opens every room in the end")
  func takenCodes() throws {
    let seed = try #require(
      (1...200).first { seed in
        let faults = SimulationPlan(seed: UInt64(seed), including: [.takenCodes]).faults
        return faults.isDisjoint(with: [.slowDisk, .failingDisk, .unclearCommits])
      })
    var disk = SimulatedDisk(
      SimulationPlan(seed: UInt64(seed), including: [.takenCodes]), plantedBug: nil)
    var refusals: [Int] = []
    for number in 0..<40 {
      let room = RoomID("room \(number)")
      var outcomes: [JournalOutcome] = []
      while outcomes.bare.last != .room(.landed(room)) {
        let now = ServerTime(microseconds: Int64(number * 100 + outcomes.count) * 1_000_000)
        disk.append([JournalContract.step(1...1, of: room)], now: now)
        disk.settle(now + .milliseconds(500)) { _, _ in }
        let told = disk.takeReport(now + .milliseconds(500))?.outcomes
        outcomes += try #require(told)
      }
      #expect(outcomes.dropLast().allSatisfy { $0 == .room(.taken(room)) })
      refusals.append(outcomes.count - 1)
    }
    #expect(refusals.contains(0) && refusals.contains { $0 > 1 })
    #expect(refusals.allSatisfy { $0 < LobbyLimits.codeAttempts })
    #expect(disk.contents.lobby.rooms.count == refusals.count)
  }
}
