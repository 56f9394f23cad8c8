// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Testing

@testable import Lab

@Suite("Load commands", .timeLimit(.minutes(1)))
struct LoadCommandTests {
  @Test(
    "refuse bad options with a sentence that names them",
    arguments: [
      ("--rooms=-1", "--rooms must be from 0"), ("--rooms 10001", "--rooms must be"),
      ("--rooms x", "rooms"), ("--seats 0", "--seats must be"), ("--seats 9", "--seats must be"),
      ("--spectators 50001", "--spectators must be"), ("--spectators=-1", "--spectators must be"),
      ("--rooms 0 --spectators 1", "Spectators need a room"),
      ("--rate 0", "--rate must be"), ("--rate 1001", "--rate must be"),
      ("--rate nan", "--rate must be"), ("--outstanding 0", "--outstanding must be"),
      ("--outstanding 65", "--outstanding must be"), ("--rate 1 --outstanding 1", "exclude"),
      ("--seconds 0", "--seconds must be"), ("--seconds 86401", "--seconds must be"),
      ("--warm-up=-1", "--warm-up must be"), ("--warm-up 3601", "--warm-up must be"),
      ("--addresses 0", "--addresses must be"), ("--addresses 60001", "--addresses must be"),
      ("--server-cpu=-1", "--server-cpu must be"), ("--server-cpu 1024", "--server-cpu must be"),
      ("--idle=-1", "--idle must be"), ("--idle 60001", "--idle must be"),
      ("--rooms 0", "nobody to connect"), ("--idle 60000", "at most 60000 connections, not 60004"),
      ("--rooms 10000 --seats 8", "at most 60000 connections, not 80000"),
      ("--pace slow", "pace"), ("--encoding xml", "encoding"),
      ("--silent-readers 1001", "--silent-readers must be"),
      ("--arrivals 2001", "--arrivals must be"), ("--arrivals=-1", "--arrivals must be"),
      ("--pingers 10001", "--pingers must be"), ("--pings 0", "--pings must be"),
      ("--durable --journal-delay 0", "--journal-delay must be"),
      ("--journal-delay 2000", "give --durable"),
      ("--rooms 0 --idle 1 --arrivals 1", "silent readers need a room"),
      ("--rooms 10000 --seats 5 --arrivals 2000", "not 70000"),
      ("--silent-readers=-1", "--silent-readers must be"),
      ("--ping-floods 33", "--ping-floods must be"), ("--ping-floods=-1", "--ping-floods must be"),
      ("--rooms 0 --idle 1 --silent-readers 1", "silent readers need a room"),
      ("--rooms 0 --idle 1 --ping-rate 0", "--ping-rate must be"),
      ("--rooms 0 --idle 1 --ping-rate 101", "--ping-rate must be"),
      ("--idle 1 --ping-rate 1", "for sessions in no room"),
      ("--rooms 1 --ping-rate 1", "for sessions in no room"),
      ("--tls --ping-floods 1", "do not speak TLS"),
      ("--url ftp://a", "is not a server's address"),
      ("--server-pid 1", "named by --url"), ("--fingerprint ab", "named by --url"),
      ("--url ws://a:1 --server-pid 0", "not a process"),
      ("--url ws://a:1 --server-pid=-4", "not a process"),
      ("--url wss://a:1 --fingerprint ab", "64 hexadecimal digits"),
      ("--url ws://a:1 --tls", "--tls, --durable, --limit-addresses"),
      ("--url ws://a:1 --durable", "--tls, --durable, --limit-addresses"),
      ("--url ws://a:1 --limit-addresses", "--tls, --durable, --limit-addresses"),
      ("--url ws://a:1 --server-cpu 0", "--tls, --durable, --limit-addresses"),
    ])
  func play(_ arguments: String, _ sentence: String) {
    let words = arguments.split(separator: " ").map(String.init)
    let error = #expect(throws: (any Error).self) { try PlayLoadCommand.parse(words) }
    let text = error.map { PlayLoadCommand.fullMessage(for: $0) } ?? ""
    #expect(text.contains(sentence), "\(text)")
  }

  @Test(
    "of a relay refuse bad options, and whatever a relay cannot do",
    arguments: [
      ("r", "does not play matches"), ("r --rate 1 --rooms 0", "needs a room"),
      ("--rate 1", "<program>"), ("r --rate 1 --intent-bytes 7", "--intent-bytes must be"),
      ("r --rate 1 --intent-bytes 1025", "--intent-bytes must be"),
      ("r --rate 1 --entry-bytes 7", "--entry-bytes must be"),
      ("r --rate 1 --entry-bytes 4097", "--entry-bytes must be"),
    ])
  func relay(_ arguments: String, _ sentence: String) {
    let words = arguments.split(separator: " ").map(String.init)
    let error = #expect(throws: (any Error).self) { try RelayLoadCommand.parse(words) }
    let text = error.map { RelayLoadCommand.fullMessage(for: $0) } ?? ""
    #expect(text.contains(sentence), "\(text)")
  }

  @Test(
    "of a storm refuse bad options", arguments: ["--clients 0", "--rounds 0", "--clients 60001"])
  func storm(_ arguments: String) {
    let words = arguments.split(separator: " ").map(String.init)
    let error = #expect(throws: (any Error).self) { try StormCommand.parse(words) }
    #expect(error.map { StormCommand.fullMessage(for: $0) }?.contains("must be from 1") == true)
  }

  @Test("spread spectators evenly, and number all connections without gaps")
  func spread() throws {
    let rooms = try RoomArguments.parse(["--rooms", "3", "--seats", "2", "--spectators", "8"])
    var parts: [[Int]] = []
    _ = rooms.sources { room, spectators, first in
      parts.append([room, spectators, first])
      return Nobody()
    }
    #expect(parts == [[0, 3, 0], [1, 3, 5], [2, 2, 10]])
    #expect(rooms.connections == 14)
  }
}

/// A source without connections.
private final class Nobody: LoadSource {
  var connected: Int { 0 }
  var missing: Int { 0 }
  var unanswered: Int { 0 }
  func open(_ queue: DialQueue) {}
  func start() {}
  func stop() {}
}
