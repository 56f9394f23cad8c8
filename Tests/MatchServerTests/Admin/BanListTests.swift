// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Testing

@testable import MatchServer

@Suite("The list of bans", .timeLimit(.minutes(1)))
struct BanListTests {
  static let key = String(repeating: "a", count: 32)

  private func time(_ seconds: Int64) -> ServerTime {
    ServerTime(microseconds: seconds * 1_000_000)
  }

  private func ban(_ target: String, until: Int64? = nil, reason: String = "") throws -> Ban {
    Ban(
      target: try #require(BanTarget(target)), since: time(1), until: until.map { time($0) },
      reason: reason)
  }

  @Test("cover addresses of each block, narrowest first, and IPv4-mapped IPv6")
  func addresses() throws {
    var bans = BanList()
    bans.fold(.set(try ban("address:203.0.113.0/24", reason: "wide")))
    bans.fold(.set(try ban("address:203.0.113.9", reason: "narrow")))
    bans.fold(.set(try ban("address:2001:db8::/64", reason: "six")))
    for (host, reason) in [
      ("203.0.113.9", "narrow"), ("203.0.113.10", "wide"), ("::ffff:203.0.113.9", "narrow"),
      ("2001:db8::77", "six"), ("203.0.114.9", nil), ("2001:db8:0:1::", nil), ("nonsense", nil),
      (nil, nil),
    ] as [(String?, String?)] {
      #expect(bans.ban(ofHost: host, at: time(2))?.reason == reason)
    }
  }

  @Test("cover players who have proven a key, and no guests")
  func keys() throws {
    let bans = BanList([try ban("key:\(Self.key)")])
    #expect(bans.ban(ofPlayer: Self.key, at: time(2)) != nil)
    #expect(bans.ban(ofPlayer: String(repeating: "b", count: 32), at: time(2)) == nil)
    #expect(bans.ban(ofPlayer: nil, at: time(2)) == nil)
  }

  @Test("expire by themselves and are then forgotten")
  func ends() throws {
    var bans = BanList()
    bans.fold(.set(try ban("address:203.0.113.9", until: 10)))
    bans.fold(.set(try ban("address:203.0.113.0/24", until: 20)))
    #expect(bans.ban(ofHost: "203.0.113.9", at: time(9)) != nil)
    // The ban of the wider block remains.
    #expect(bans.ban(ofHost: "203.0.113.9", at: time(10))?.until == time(20))
    #expect(bans.all(at: time(10)).count == 1)
    bans.prune(at: time(10))
    #expect(bans.count == 1)
    bans.prune(at: time(20))
    #expect(bans.count == 0 && bans.ban(ofHost: "203.0.113.9", at: time(1)) == nil)
  }

  @Test(
    "name a key or a block, and nothing else",
    arguments: [
      "", "key", "key:", "key:ABC", "key:" + String(repeating: "1", count: 32), "address:",
      "address:x", "room:ABCDE", "key:" + String(repeating: "a", count: 33),
    ])
  func targets(text: String) {
    #expect(BanTarget(text) == nil)
  }
}
