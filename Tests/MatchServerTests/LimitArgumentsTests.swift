// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import LibWebSockets
import Protocol
import Testing

@testable import MatchServer

@Suite("Limits on the command line", .timeLimit(.minutes(1)))
struct LimitArgumentsTests {
  @Test("are the house's where nothing is said")
  func defaults() throws {
    #expect(try LimitArguments.parse([]).limits == HallLimits())
  }

  @Test("can be set and lifted")
  func set() throws {
    let limits = try LimitArguments.parse([
      "--max-connections", "7", "--max-rooms", "3", "--allow-origin", "https://a.example",
      "--allow-origin", "https://b.example", "--trusted-proxy", "::1", "--limit-loopback",
    ]).limits
    #expect(limits.process.connections == 7 && limits.process.rooms == 3)
    #expect(limits.origins.allowed == ["https://a.example", "https://b.example"])
    #expect(limits.trustedProxies == ["::1"] && limits.isBehindProxy)
    #expect(limits.address?.countsLoopback == true)
    let peer = try LimitArguments.parse([
      "--messages", "30", "--message-burst", "90", "--intents", "6", "--message-bytes", "8192",
      "--read-bytes", "131072", "--address-connections", "8", "--address-new-connections", "3",
      "--address-rooms", "4", "--address-wrong-codes", "5", "--max-sessions", "40",
      "--max-wrong-codes", "50",
    ]).limits
    #expect(
      peer.client
        == ClientLimits(
          messageBytes: 8_192, bytesPerSecond: 131_072, messageBurst: 90, messagesPerSecond: 30,
          intentsPerSecond: 6))
    #expect(peer.address?.connections == 8 && peer.address?.rooms == .perMinute(4))
    #expect(peer.address?.newConnections == .init(burst: 6, perSecond: 3))
    #expect(peer.address?.wrongCodes == .perMinute(5))
    #expect(peer.process.sessions == 40 && peer.process.wrongCodes == .perMinute(50))
    #expect(try LimitArguments.parse(["--no-address-limits"]).limits.address == nil)
  }

  @Test(
    "are refused with a sentence where they make no sense",
    arguments: [
      (["--max-connections", "0"], "at least 1"), (["--trusted-proxy", "proxy"], "no address"),
      (["--allow-origin", "a.example"], "no origin"), (["--max-sessions", "0"], "at least 1"),
      (["--intents", "0"], "--intents 0 is not within 1 and 1000"),
      (["--message-bytes", "100000"], "--message-bytes 100000"), (["--read-bytes", "-1"], "value"),
    ])
  func wrong(arguments: [String], word: String) {
    let error = #expect(throws: (any Error).self) { try LimitArguments.parse(arguments) }
    #expect(error.map { LimitArguments.message(for: $0) }?.contains(word) == true)
  }

  @Test("say when the system allows fewer descriptors")
  func descriptors() {
    let least = LimitArguments.leastDescriptors
    #expect(EventLoop.descriptorShortage(least: least, allowed: 64) == nil)
    #expect(
      EventLoop.descriptorShortage(least: least, allowed: 63)?.contains("at least 64") == true)
    #expect(EventLoop.descriptorWarning(wanted: 1_000, allowed: 1_000) == nil)
    let warning = EventLoop.descriptorWarning(wanted: 20_128, allowed: 1_024)
    #expect(warning?.contains("992 connections") == true && warning?.contains("20128") == true)
  }
}
