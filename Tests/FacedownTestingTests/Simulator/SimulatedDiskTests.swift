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

  @Test("writes what could not be written before what was appended after that")
  func order() throws {
    let (room, eve) = (JournalContract.room, JournalContract.watching)
    let plan = try #require(
      (1...200).lazy.map { SimulationPlan(seed: UInt64($0)) }
        .first { $0.faults.isDisjoint(with: [.slowDisk, .unclearCommits]) })
    var disk = SimulatedDisk(plan, plantedBug: nil)
    disk.isSound = true
    let start = ServerTime(microseconds: 1_000_000)
    disk.append([JournalContract.step(1...1), .room(.spectator(eve, of: room))], now: start)
    disk.settle(start + .seconds(1)) { _, _ in }
    #expect(disk.contents.lobby.rooms.map(\.spectators) == [[eve]])
    // The disk is full for the first of two appends, the second of which is made meanwhile.
    disk.isSound = false
    let (left, back) = (start + .seconds(2), start + .seconds(2) + .microseconds(50))
    disk.fill(until: left + .microseconds(20))
    disk.append([.room(.spectatorLeft(eve.session, of: room))], now: left)
    disk.isSound = true
    disk.append([.room(.spectator(eve, of: room))], now: back)
    disk.settle(back + .seconds(1)) { _, _ in }
    disk.append([JournalContract.step(2...2)], now: back + .seconds(2))
    disk.settle(back + .seconds(3)) { _, _ in }
    #expect(disk.contents.lobby.rooms.map(\.spectators) == [[eve]])
  }
}
