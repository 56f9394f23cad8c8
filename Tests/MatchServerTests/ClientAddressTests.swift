// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Testing

@testable import MatchServer

@Suite("The address by which a peer is limited", .timeLimit(.minutes(1)))
struct ClientAddressTests {
  private let addresses = ClientAddress(
    trustedProxies: ["192.0.2.10", "2001:DB8:0::10"], countsLoopback: false)

  private func request(_ host: String, _ forwardedFor: [String] = []) throws -> UpgradeRequest {
    let peer = try #require(PeerAddress(host: host, port: 4_711))
    return UpgradeRequest(peer: peer, path: "/", forwardedFor: forwardedFor)
  }

  @Test("is its own, whatever its request claims")
  func own() throws {
    let liar = try request("198.51.100.7", ["203.0.113.1"])
    #expect(addresses.address(of: liar) == "198.51.100.7")
    #expect(addresses.address(of: liar.peer) == "198.51.100.7")
  }

  @Test("is the first half of an IPv6 address")
  func block() throws {
    #expect(addresses.address(of: try request("2001:db8:1:2:3:4:5:6")) == "2001:db8:1:2::/64")
  }

  @Test(
    "is the last one a trusted proxy names",
    arguments: ["192.0.2.10", "2001:db8::10", "::ffff:192.0.2.10"])
  func proxied(proxy: String) throws {
    let request = try request(proxy, ["198.51.100.66", "203.0.113.1"])
    #expect(addresses.address(of: request) == "203.0.113.1")
    // No address counts until the proxy has named its client.
    #expect(addresses.address(of: request.peer) == nil)
  }

  @Test("is the one named by a proxy in a trusted block, and by no other peer")
  func blocks() throws {
    let blocks = ClientAddress(
      trustedProxies: ["172.18.0.0/16", "2001:db8:1::/48", "2001:db8:2::1"], countsLoopback: false)
    for proxy in ["172.18.0.1", "172.18.255.255", "2001:db8:1:2::3", "2001:db8:2::1"] {
      #expect(blocks.address(of: try request(proxy, ["203.0.113.1"])) == "203.0.113.1")
    }
    for liar in ["172.19.0.1", "172.17.255.255", "2001:db8:2::2", "2001:db8:3::1"] {
      #expect(blocks.address(of: try request(liar, ["203.0.113.1"])) != "203.0.113.1")
    }
  }

  @Test("is the proxy's own if it names none or an invalid one", arguments: [[], ["unknown"]])
  func silentProxy(forwardedFor: [String]) throws {
    #expect(addresses.address(of: try request("192.0.2.10", forwardedFor)) == "192.0.2.10")
  }

  @Test(
    "is none for loopback, unless loopback is limited",
    arguments: ["127.0.0.1", "127.9.8.7", "::1"])
  func loopback(host: String) throws {
    #expect(addresses.address(of: try request(host)) == nil)
    let strict = ClientAddress(trustedProxies: [], countsLoopback: true)
    #expect(strict.address(of: try request(host)) != nil)
  }
}
