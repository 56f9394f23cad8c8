// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Testing

@testable import MatchServer

@Suite("The address rate limiter", .timeLimit(.minutes(1)))
struct AddressRateLimiterTests {
  @Test("gives each address its own allowance", arguments: AddressRateLimiter.Thing.allCases)
  func shares(thing: AddressRateLimiter.Thing) {
    var limiter = AddressRateLimiter(AddressLimits())
    var taken: [String: Int] = [:]
    for _ in 0..<100 {
      for address in ["192.0.2.1", "192.0.2.2"] where limiter.take(thing, of: address, at: .zero) {
        taken[address, default: 0] += 1
      }
    }
    let share =
      switch thing {
      case .socket: 60
      case .newConnection: 20
      case .plainRequest: 40
      case .room, .wrongCode: 10
      }
    #expect(taken == ["192.0.2.1": share, "192.0.2.2": share])
  }

  @Test("refills it over time")
  func refills() {
    var limiter = AddressRateLimiter(AddressLimits())
    for _ in 0..<10 { #expect(limiter.take(.room, of: "a", at: .zero) == true) }
    #expect(limiter.take(.room, of: "a", at: .seconds(5)) == false)
    #expect(limiter.take(.room, of: "a", at: .seconds(6)) == true)
  }

  @Test("counts connections until they close")
  func connections() {
    var limits = AddressLimits()
    limits.connections = 2
    var limiter = AddressRateLimiter(limits)
    for _ in 0..<2 {
      #expect(limiter.mayConnect("a"))
      #expect(limiter.connected("a", at: .zero) == "a")
    }
    #expect(!limiter.mayConnect("a") && limiter.mayConnect("b"))
    limiter.disconnected("a")
    #expect(limiter.mayConnect("a"))
  }

  @Test("forgets idle addresses with full buckets")
  func forgets() {
    var limiter = AddressRateLimiter(AddressLimits())
    _ = limiter.connected("stays", at: .zero)
    for index in 0..<50_000 {
      let now = Duration.milliseconds(100 * index)
      #expect(limiter.take(.newConnection, of: "address \(index)", at: now) == true)
    }
    #expect(limiter.count < 2_100)
    #expect(limiter.take(.wrongCode, of: "stays", at: .seconds(5_000)) == true)
  }

  @Test("remembers for a minute which address tried a wrong code")
  func guesses() {
    var limiter = AddressRateLimiter(AddressLimits())
    limiter.guessed("a", at: .zero)
    for index in 0..<2_000 { _ = limiter.take(.room, of: "\(index)", at: .seconds(30)) }
    #expect(limiter.hasGuessed("a", at: .seconds(59)) && !limiter.hasGuessed("b", at: .seconds(59)))
    #expect(!limiter.hasGuessed("a", at: .seconds(60)))
  }

  @Test("keeps a bounded number of addresses; those beyond it share one allowance")
  func bounded() {
    var limits = AddressLimits()
    limits.addressesKept = 100
    var limiter = AddressRateLimiter(limits)
    for index in 0..<100 { #expect(limiter.take(.room, of: "early \(index)", at: .zero) == true) }
    var taken = 0
    for index in 0..<100 where limiter.take(.room, of: "late \(index)", at: .zero) { taken += 1 }
    #expect(taken == 10)
    #expect(limiter.count == 101)
    #expect(limiter.take(.room, of: "early 1", at: .zero) == true)
  }
}
