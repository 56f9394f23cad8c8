// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Settings
import Testing

@testable import MatchServer

@Suite("Addresses of NATS servers and nodes", .timeLimit(.minutes(1)))
struct NATSAddressTests {
  @Test("have a user and a password or neither, and hide the password")
  func parts() throws {
    let plain = try #require(NATSAddress("nats://192.0.2.1:4222"))
    #expect(plain.user == nil && plain.hidden == "nats://192.0.2.1:4222")
    let full = try #require(NATSAddress("tls://node:a:b@nats.example.org"))
    #expect(full.server == "tls://nats.example.org")
    #expect(full.user == "node" && full.password == "a:b")
    #expect(full.hidden == "tls://node:***@nats.example.org")
    let form = SettingForm<String>.natsServer
    let word = form.parse("tls://node:secret@n").map { form.word($0) }
    #expect(word == "tls://node:***@n")
  }

  @Test(
    "are refused where they are none",
    arguments: [
      "", "nats", "http://n:4222", "nats://", "tls://node@n", "tls://:pw@n", "tls://a:b@c@d",
      "nats://n/path", "nats://n m",
    ])
  func invalid(text: String) {
    #expect(NATSAddress(text) == nil)
    #expect(SettingForm<String>.natsServer.parse(text) == nil)
  }

  @Test(
    "of nodes have a host, and perhaps a port or a path",
    arguments: [
      ("wss://n2.play.example.org", true), ("ws://127.0.0.1:7002", true),
      ("wss://play.example.org/n/2", true), ("https://play.example.org", false), ("wss://", false),
      ("wss:///n/2", false), ("wss://play.example.org/", false),
      ("wss://me@play.example.org", false), ("wss://play.example.org/n/2?a", false),
      ("wss://play.example.org/n 2", false), ("wss://böhm.example/n/2", false),
      // Links to them would be read as links to rooms, or clients would not follow.
      ("wss://play.example.org/n2", false), ("wss://play.example.org/n/K7QF2", false),
      ("wss://play.example.org/K7QF2/n", false), ("wss://play.example.org/a/b/c", false),
      ("wss://play.example.org/n/2/", false),
    ])
  func nodes(text: String, isValid: Bool) {
    #expect((SettingForm<String>.nodeURL.parse(text) != nil) == isValid)
  }

  @Test(
    "make no node by themselves, nor with a journal of the server's own",
    arguments: [
      (["--nats", "nats://n"], ["--world", "--node-url"]),
      (["--world", "w"], ["--nats"]),
      (["--nats", "nats://n", "--world", "w", "--node-url", "ws://n", "--in-memory"], ["--nats"]),
    ])
  func contradictions(flags: [String], named: [String]) throws {
    let given = try ServerArguments.parse(flags).given
    do throws(SettingsProblem) {
      _ = try given.merged()
      Issue.record("\(flags) is accepted.")
    } catch {
      for name in named { #expect(error.sentences.contains { $0.contains(name) }) }
    }
  }
}
