// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Game
import MatchClient
import MatchFixtures
import Protocol
import Testing
import Wire

@testable import TermClient

@Suite("What is kept of daily deals", .timeLimit(.minutes(1)))
struct DailyStoreTests {
  private static let day = Day(number: 20_784)
  private static let seed = [UInt8](repeating: 3, count: 32)

  private static func commitment(_ day: Day, _ seed: [UInt8] = seed) -> [UInt8] {
    FairDeal(of: day, hashing: .openSSL).seedCommit(seed)
  }

  private static func daily(on day: Day = day, seed: [UInt8]? = seed) -> Daily {
    Daily(
      id: RequestID(1), today: DailyBoard(day: day, commitment: commitment(day)),
      last: DailyBoard(day: day.previous, commitment: commitment(day.previous), seed: seed),
      nextCommitment: commitment(day.next))
  }

  private func server(_ name: String) throws -> ServerURL { try ServerURL("ws://\(name):7777") }

  @Test("the last deal that a server has revealed is found again, and none of another server")
  func past() throws {
    let home = try TemporaryFolder()
    let store = DailyStore { $0 == "XDG_CONFIG_HOME" ? home.path : nil }
    let server = try self.server("a.example")
    #expect(store.past(of: server) == nil)
    #expect(store.keep(Self.daily(), of: server) == [])
    #expect(store.past(of: server) == Self.daily().last)
    #expect(store.past(of: try self.server("b.example")) == nil)
    #expect(store.keep(Self.daily(seed: nil), of: server) == [])
    #expect(store.past(of: server) == nil)
  }

  @Test("a changed commitment and a wrong seed are told")
  func promises() throws {
    let former = Self.daily()
    #expect(DailyStore.problems(of: Self.daily(on: Self.day.next), after: former) == [])
    #expect(DailyStore.problems(of: former, after: nil) == [])
    var changed = former
    changed.nextCommitment = Self.commitment(Self.day.next, [UInt8](repeating: 4, count: 32))
    let warnings = DailyStore.problems(of: changed, after: former)
    #expect(warnings.count == 1 && warnings[0].contains("the deal of 2026-11-28"))
    // The day after, the deal is not the one that was promised.
    let later = DailyStore.problems(of: Self.daily(on: Self.day.next), after: changed)
    #expect(later.count == 1)
    var wrong = former
    wrong.last.seed = [UInt8](repeating: 5, count: 32)
    #expect(DailyStore.problems(of: wrong, after: nil).first?.contains("2026-11-26") == true)
  }

  @Test("a damaged file is no deal, and no place to keep one is no trouble")
  func damaged() throws {
    let home = try TemporaryFolder()
    let store = DailyStore { $0 == "XDG_CONFIG_HOME" ? home.path : nil }
    let server = try self.server("a.example")
    var wrong = Self.daily()
    wrong.last.seed = [UInt8](repeating: 5, count: 32)
    #expect(store.keep(wrong, of: server).count == 1)
    #expect(store.past(of: server) == nil)
    let nowhere = DailyStore { _ in nil }
    #expect(nowhere.keep(Self.daily(), of: try self.server("a.example")) == [])
    #expect(nowhere.past(of: try self.server("a.example")) == nil)
  }
}
