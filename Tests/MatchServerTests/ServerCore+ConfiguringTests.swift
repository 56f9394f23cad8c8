// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import MatchServer
import Protocol
import Testing

@Suite("A server core whose limits change at run time", .timeLimit(.minutes(1)))
struct ServerCoreConfiguringTests {
  private func change(_ limits: inout ServerLimits) {
    limits.process.connections = 2
    limits.process.rooms = 1
    limits.client.messageBurst = 12
    limits.client.intentsPerSecond = 2
  }

  @Test("disconnects nobody above the new limits, but admits nobody else")
  func connections() {
    var server = ScriptedServer()
    let connections = ["Ada", "Ben", "Cem"].map { server.open($0) }
    let codes = connections.dropLast().map { server.create(MatchSettings(seats: 2), over: $0) }
    #expect(codes.allSatisfy { !$0.isEmpty })
    var limits = ServerLimits()
    change(&limits)
    server.feed(.configure(limits))
    #expect(server.closed.isEmpty)
    #expect(server.server.admitting(nil) == .serverFull)
    server.say(.request(id: server.nextID(), .createRoom(MatchSettings())), over: connections[2])
    #expect(server.refusals(connections[2]).map(\.code) == [.roomTooMany])
    server.feed(.configure(ServerLimits()))
    #expect(server.server.admitting(nil) == nil)
    #expect(!server.create(MatchSettings(), over: connections[2]).isEmpty)
  }

  @Test("keeps the limits of each connection's welcome, and sends new ones the new limits")
  func welcome() {
    var server = ScriptedServer()
    let before = server.open("Ada")
    var limits = ServerLimits()
    change(&limits)
    server.feed(.configure(limits))
    let after = server.open("Ben")
    #expect(server.welcome(before)?.limits == ServerLimits().client)
    #expect(server.welcome(after)?.limits == limits.client)
    for connection in [before, after] {
      for index in 0..<20 { server.say(.ping(Ping(id: UInt64(index), t0: 0)), over: connection) }
    }
    #expect(server.refusals(before).isEmpty)
    #expect(!server.refusals(after).isEmpty)
  }

  @Test("sends a connection in its handshake the limits it was opened with")
  func waiting() {
    var server = ScriptedServer()
    server.isJournalWaiting = true
    let connection = server.open("Ada")
    #expect(server.welcome(connection) == nil)
    var limits = ServerLimits()
    change(&limits)
    server.feed(.configure(limits))
    server.land()
    #expect(server.welcome(connection)?.limits == ServerLimits().client)
  }

  @Test("keeps the tokens that addresses have taken")
  func addresses() {
    var server = ScriptedServer()
    var limits = ServerLimits()
    let connection = server.open("Ada", address: "192.0.2.1")
    for _ in 0..<10 {
      server.say(.request(id: server.nextID(), .createRoom(MatchSettings())), over: connection)
    }
    limits.address?.rooms = .perMinute(12)
    limits.address?.connections = 1
    server.feed(.configure(limits))
    #expect(server.server.admitting("192.0.2.1") == .addressFull)
    #expect(server.server.admitting("192.0.2.2") == nil)
    server.feed(.closed(connection))
    #expect(server.server.admitting("192.0.2.1") == nil)
  }

  @Test("counts existing connections when address limits are switched on")
  func countingBegins() {
    var limits = ServerLimits()
    limits.address = nil
    var server = ScriptedServer(limits: limits)
    let connection = server.open("Ada", address: "192.0.2.1")
    #expect(server.server.admitting("192.0.2.1") == nil)
    limits.address = AddressLimits()
    limits.address?.connections = 1
    server.feed(.configure(limits))
    #expect(server.server.admitting("192.0.2.1") == .addressFull)
    limits.address = nil
    server.feed(.configure(limits))
    #expect(server.server.admitting("192.0.2.1") == nil)
    server.feed(.closed(connection))
    limits.address = AddressLimits()
    limits.address?.connections = 1
    server.feed(.configure(limits))
    #expect(server.server.admitting("192.0.2.1") == nil, "Who has gone is counted no more.")
  }
}
