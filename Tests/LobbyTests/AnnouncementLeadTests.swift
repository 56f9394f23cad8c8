// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Lobby

@Suite("The lead", .timeLimit(.minutes(1)))
struct AnnouncementLeadTests {
  private static let least = Duration.milliseconds(60)

  @Test(
    "is the slowest way down, the journal and 10 ms, between 60 and 250 ms",
    arguments: [
      ([], 0, 60), ([10, 40], 5, 60), ([10, 51], 0, 61), ([90, 40], 20, 120), ([400], 0, 250),
      ([], 900, 250),
    ])
  func fits(downlinks: [Int], journal: Int, expected: Int) {
    let lead = AnnouncementLead.fitting(
      slowest: downlinks.max().map { .milliseconds($0) }, journal: .milliseconds(journal),
      least: Self.least)
    #expect(lead == .milliseconds(expected))
  }

  /// Two players at their first turn.
  private func table() throws -> (lobby: ScriptedLobby, players: [SessionID]) {
    var lobby = ScriptedLobby()
    let players = [lobby.open("ada"), lobby.open("bob")]
    let code = try lobby.create(by: players[0])
    lobby.join(code, by: players[1])
    try lobby.begin(players)
    return (lobby, players)
  }

  /// The time from a flip's acceptance to its reveal.
  private func reveal(_ lobby: inout ScriptedLobby, _ players: [SessionID]) throws -> Duration {
    let onTurn = try lobby.onTurn(players)
    lobby.want(.choose(CardID(generation: 1, slot: 0)), by: onTurn)
    return lobby.view(of: onTurn).lastRevealAt - lobby.now
  }

  @Test("is each room's own, set by its slowest player's connection")
  func ofRoom() throws {
    var (lobby, players) = try table()
    lobby.measured(MeasuredConnection(downlink: .milliseconds(190)), of: players[0])
    #expect(try reveal(&lobby, players) == .milliseconds(200))
    var other = try table()
    #expect(try reveal(&other.lobby, other.players) == .milliseconds(180), "Half a flip.")
  }

  @Test("ignores disconnected players and spectators")
  func active() throws {
    var (lobby, players) = try table()
    let eve = lobby.open("eve")
    let code = try #require(lobby.clients[players[0]]?.room?.roomCode)
    lobby.join(code, as: .spectator, by: eve)
    lobby.measured(MeasuredConnection(downlink: .milliseconds(230)), of: eve)
    let onTurn = try lobby.onTurn(players)
    let other = try #require(players.first { $0 != onTurn })
    lobby.measured(MeasuredConnection(downlink: .milliseconds(230)), of: other)
    lobby.setConnected(false, other)
    #expect(try reveal(&lobby, players) == .milliseconds(180))
  }

  @Test("is known at once for a connection measured before entering")
  func beforeJoining() throws {
    var lobby = ScriptedLobby()
    let players = [lobby.open("ada"), lobby.open("bob")]
    let code = try lobby.create(by: players[0])
    lobby.measured(MeasuredConnection(downlink: .milliseconds(220)), of: players[1])
    lobby.join(code, by: players[1])
    try lobby.begin(players)
    #expect(try reveal(&lobby, players) == .milliseconds(230))
  }

  @Test("grows with the journal, which is waited for too")
  func journal() throws {
    var (lobby, players) = try table()
    lobby.isJournalWaiting = true
    for _ in 0..<30 {
      lobby.want(.restart, by: players[0])
      lobby.advance(by: .milliseconds(200))
      while !lobby.pending.isEmpty { lobby.land() }
    }
    lobby.isJournalWaiting = false
    #expect(try reveal(&lobby, players) == .milliseconds(210))
  }
}
