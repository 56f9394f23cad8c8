// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import MatchServer
import Protocol
import Testing

@Suite("A hall whose bounds change while matches are played", .timeLimit(.minutes(1)))
struct HallConfiguringTests {
  private func change(_ limits: inout HallLimits) {
    limits.process.connections = 2
    limits.process.rooms = 1
    limits.client.messageBurst = 12
    limits.client.intentsPerSecond = 2
  }

  @Test("lets nobody go who is over them, and nobody else in")
  func connections() {
    var hall = ScriptedHall()
    let links = ["Ada", "Ben", "Cem"].map { hall.open($0) }
    let codes = links.dropLast().map { hall.create(MatchSettings(seats: 2), over: $0) }
    #expect(codes.allSatisfy { !$0.isEmpty })
    var limits = HallLimits()
    change(&limits)
    hall.feed(.configure(limits))
    #expect(hall.closed.isEmpty)
    #expect(hall.hall.admitting(nil) == .serverFull)
    hall.say(.createRoom(id: hall.nextID(), settings: MatchSettings()), over: links[2])
    #expect(hall.refusals(links[2]).map(\.code) == [.roomTooMany])
    hall.feed(.configure(HallLimits()))
    #expect(hall.hall.admitting(nil) == nil)
    #expect(!hall.create(MatchSettings(), over: links[2]).isEmpty)
  }

  @Test("keeps what a link was told in its welcome, and tells the next one the new")
  func welcome() {
    var hall = ScriptedHall()
    let before = hall.open("Ada")
    var limits = HallLimits()
    change(&limits)
    hall.feed(.configure(limits))
    let after = hall.open("Ben")
    #expect(hall.welcome(before)?.limits == HallLimits().client)
    #expect(hall.welcome(after)?.limits == limits.client)
    for link in [before, after] {
      for index in 0..<20 { hall.say(.ping(Ping(id: UInt64(index), t0: 0)), over: link) }
    }
    #expect(hall.refusals(before).isEmpty)
    #expect(!hall.refusals(after).isEmpty)
  }

  @Test("tells a link that waits for its welcome what it was opened with")
  func waiting() {
    var hall = ScriptedHall()
    hall.isJournalWaiting = true
    let link = hall.open("Ada")
    #expect(hall.welcome(link) == nil)
    var limits = HallLimits()
    change(&limits)
    hall.feed(.configure(limits))
    hall.land()
    #expect(hall.welcome(link)?.limits == HallLimits().client)
  }

  @Test("goes on counting what addresses have taken")
  func addresses() {
    var hall = ScriptedHall()
    var limits = HallLimits()
    let link = hall.open("Ada", address: "192.0.2.1")
    for _ in 0..<10 {
      hall.say(.createRoom(id: hall.nextID(), settings: MatchSettings()), over: link)
    }
    limits.address?.rooms = .perMinute(12)
    limits.address?.connections = 1
    hall.feed(.configure(limits))
    #expect(hall.hall.admitting("192.0.2.1") == .addressFull)
    #expect(hall.hall.admitting("192.0.2.2") == nil)
    hall.feed(.closed(link))
    #expect(hall.hall.admitting("192.0.2.1") == nil)
  }

  @Test("begins to count addresses with those who are here, and ceases to")
  func countingBegins() {
    var limits = HallLimits()
    limits.address = nil
    var hall = ScriptedHall(limits: limits)
    let link = hall.open("Ada", address: "192.0.2.1")
    #expect(hall.hall.admitting("192.0.2.1") == nil)
    limits.address = AddressLimits()
    limits.address?.connections = 1
    hall.feed(.configure(limits))
    #expect(hall.hall.admitting("192.0.2.1") == .addressFull)
    limits.address = nil
    hall.feed(.configure(limits))
    #expect(hall.hall.admitting("192.0.2.1") == nil)
    hall.feed(.closed(link))
    limits.address = AddressLimits()
    limits.address?.connections = 1
    hall.feed(.configure(limits))
    #expect(hall.hall.admitting("192.0.2.1") == nil, "Who has gone is counted no more.")
  }
}
