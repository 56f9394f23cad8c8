// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing
import Wire

@testable import Lab

@Suite("A journal whose disk loses power", .serialized, .timeLimit(.minutes(2)))
struct PowerCutTrialTests {
  @Test("has every entry whose commit had returned, and no others", arguments: [1, 2])
  func honest(seed: UInt64) throws {
    var plan = PowerCutTrial.Plan()
    (plan.cuts, plan.commits, plan.seed) = (30, 20, seed)
    let outcome = try PowerCutTrial.run(plan)
    #expect(outcome.faults == [], "seed \(seed)")
    #expect(outcome.lost == 0 && outcome.refused == 0)
    #expect(outcome.cuts >= 30 && outcome.entries > 500 && outcome.events > 500)
  }

  @Test("begins a new journal before reading the old one takes long")
  func longest() throws {
    var plan = PowerCutTrial.Plan()
    (plan.cuts, plan.commits, plan.longest) = (60, 20, 1)
    let outcome = try PowerCutTrial.run(plan)
    // Some 200 entries between two starts; one journal for all of them would have 13,864 to read.
    #expect(outcome.entries < 9_000 && outcome.faults == [], "\(outcome.entries)")
  }

  @Test(
    "on a disk that lies about syncs loses entries, which the trial counts and most starts refuse")
  func lying() throws {
    var plan = PowerCutTrial.Plan()
    (plan.cuts, plan.commits, plan.lies) = (30, 20, true)
    let outcome = try PowerCutTrial.run(plan)
    #expect(outcome.refused > 5)
    #expect(outcome.lost > 0)
  }

  @Test("keeps everything synced, and any part of the rest, sector by sector")
  func remains() {
    var file = PowerlessFile([UInt8](repeating: 1, count: 1000))
    file.write([UInt8](repeating: 2, count: 1100), at: 500)
    #expect(file.seen.count == 1600 && file.bytes.count == 1000)
    var random = RandomStream(key: [1], hashing: .openSSL)
    var found: Set<[UInt8]> = []
    for _ in 0..<200 { found.insert(file.remains(&random)) }
    // Sectors end at 512, 1024, 1536 and 1600: each is there or not, apart from the length.
    #expect(found.count == 16)
    for bytes in found {
      #expect(bytes.prefix(500).allSatisfy { $0 == 1 })
      #expect([1, 2].contains(Set(bytes[500..<512]).count) && Set(bytes[512..<1000]).count == 1)
    }
    file.truncate(to: 10)
    file.sync()
    #expect(file.bytes.count == 10 && file.remains(&random) == file.bytes)
  }
}
