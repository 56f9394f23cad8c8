// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Lobby

@Suite("The server's own bots", .timeLimit(.minutes(1)))
struct ServerBotsTests {
  private var lobby = ScriptedLobby()

  /// A table with a number of seats, and people in the first ones.
  private mutating func table(
    _ names: [String], seats: Int, pairs: Int = 4
  ) throws -> (people: [SessionID], code: RoomCode) {
    let people = names.map { lobby.open($0) }
    let code = try lobby.create(
      MatchSettings(pairs: pairs, seats: seats, mode: .classic, shuffle: .off), by: people[0])
    for person in people.dropFirst() { lobby.join(code, by: person) }
    return (people, code)
  }

  private func flips(by seat: Int, in room: SessionID) -> Int {
    lobby.clients[room]?.log.entries.count { entry in
      if case .flipped(let flip) = entry.event { flip.seat == SeatIndex(seat) } else { false }
    } ?? 0
  }

  @Test("sit down for the owner, by names of their own, get ready, and play to the end")
  mutating func play() throws {
    let (people, _) = try table(["ada"], seats: 3)
    for level in ["medium", "medium"] {
      let outputs = lobby.want(.addBot(level: level), by: people[0])
      #expect(outputs.sent.first?.cause?.actor == ActorNumber(1))
    }
    let view = lobby.view(of: people[0])
    #expect(view.seats.map { $0.player?.name } == ["ada", "Owl", "Fox"])
    #expect(view.seats.dropFirst().allSatisfy { $0.isReady && $0.player?.level == "medium" })
    lobby.want(.ready(entropyCommit: []), by: people[0])
    lobby.want(.deal, by: people[0])
    // Ada never turns a card, and is passed over after her third turn.
    lobby.advance(by: .seconds(600))
    let end = lobby.view(of: people[0])
    #expect(end.phase == .ended && end.endReason == .finished)
    #expect(end.standings.reduce(0) { $0 + $1.pairs } == 4)
    #expect(flips(by: 0, in: people[0]) == 0)
    #expect(flips(by: 1, in: people[0]) > 0 && flips(by: 2, in: people[0]) > 0)
    // And again.
    lobby.want(.rematch, by: people[0])
    #expect(lobby.view(of: people[0]).seats.dropFirst().allSatisfy { $0.isReady })
  }

  @Test("turn no card before a person could have seen what it builds on")
  mutating func pace() throws {
    let (people, _) = try table(["ada"], seats: 2)
    lobby.want(.addBot(level: "perfect"), by: people[0])
    lobby.want(.ready(entropyCommit: []), by: people[0])
    lobby.want(.deal, by: people[0])
    lobby.advance(by: .seconds(300))
    var last: ServerTime?
    for entry in lobby.clients[people[0]]?.log.entries ?? [] {
      switch entry.event {
      case .turnBegan: last = entry.at
      case .flipped(let flip) where flip.seat == SeatIndex(1):
        let seen = try #require(last)
        #expect(entry.at - seen >= .milliseconds(800))
        last = flip.revealAt
      default: break
      }
    }
    #expect(last != nil)
  }

  @Test("are refused to others than the owner, of no known level, and where no seat is free")
  mutating func refused() throws {
    let (people, _) = try table(["ada", "bob"], seats: 3)
    #expect(
      lobby.want(.addBot(level: "easy"), by: people[1]).refusals.map(\.code) == [.roomNotOwner])
    let unknown = lobby.want(.addBot(level: "genius"), by: people[0]).refusals
    #expect(unknown.map(\.code) == [.settingsOutOfRange])
    #expect(unknown.first?.fact("allowed")?.contains("goldfish, easy") == true)
    lobby.want(.addBot(level: "easy"), by: people[0])
    #expect(lobby.want(.addBot(level: "easy"), by: people[0]).refusals.map(\.code) == [.roomFull])
    for person in people { lobby.want(.ready(entropyCommit: []), by: person) }
    #expect(lobby.view(of: people[0]).phase != .waiting)
    let late = lobby.want(.addBot(level: "easy"), by: people[0]).refusals
    #expect(late.map(\.code) == [.roomNotWaiting])
  }

  @Test("leave when the owner wants their seat, and never own a room or keep it open")
  mutating func leave() throws {
    let (people, _) = try table(["ada"], seats: 2)
    lobby.want(.addBot(level: "easy"), by: people[0])
    lobby.want(.removeSeat(SeatIndex(1)), by: people[0])
    #expect(lobby.view(of: people[0]).takenSeats == [SeatIndex(0)])
    lobby.want(.addBot(level: "hard"), by: people[0])
    let outputs = lobby.ask(.leaveRoom, by: people[0])
    #expect(outputs.departures == [people[0]: .asked])
    lobby.advance(by: .seconds(61))
    #expect(lobby.directory.roomCount == 0)
  }

  @Test("play on after a crash")
  mutating func crash() throws {
    let (people, _) = try table(["ada"], seats: 2, pairs: 6)
    lobby.want(.addBot(level: "hard"), by: people[0])
    lobby.want(.ready(entropyCommit: []), by: people[0])
    lobby.want(.deal, by: people[0])
    lobby.advance(by: .seconds(60))
    let before = flips(by: 1, in: people[0])
    #expect(lobby.crash(key: 7, outage: .seconds(2)) == [])
    _ = try lobby.comeBack(people[0])
    lobby.advance(by: .seconds(600))
    #expect(lobby.view(of: people[0]).endReason == .finished)
    #expect(flips(by: 1, in: people[0]) > before)
  }

  @Test("stand in for players disconnected for two minutes, until they return")
  mutating func standIn() throws {
    let (people, _) = try table(["ada", "bob"], seats: 2, pairs: 8)
    try lobby.begin(people)
    lobby.setConnected(false, people[1])
    // Ada keeps turning cards, or she would be passed over herself.
    func keepPlaying(for seconds: Int) throws {
      for _ in 0..<seconds {
        lobby.advance(by: .seconds(1))
        let view = lobby.view(of: people[0])
        let down = view.cards.filter { $0.state == .down }
        if view.turn?.seat == SeatIndex(0), view.faceUp.isEmpty, let card = down.first {
          lobby.want(.choose(card.id), by: people[0])
        }
      }
    }
    try keepPlaying(for: 121)
    let seat = lobby.view(of: people[0]).seats[1]
    #expect(seat.isSkipped && seat.standIn?.level == "medium" && seat.isPlaying)
    #expect(seat.player?.name == "bob")
    let before = flips(by: 1, in: people[0])
    try keepPlaying(for: 90)
    #expect(flips(by: 1, in: people[0]) > before)
    _ = try lobby.comeBack(people[1])
    // A request shows that they are back.
    lobby.want(.shuffle, by: people[1])
    let back = lobby.view(of: people[0]).seats[1]
    #expect(!back.isSkipped && back.standIn == nil)
  }

  @Test("do not stand in where no person is left to play with")
  mutating func nobody() throws {
    let (people, _) = try table(["ada", "bob"], seats: 2)
    try lobby.begin(people)
    for person in people { lobby.setConnected(false, person) }
    lobby.advance(by: .seconds(125))
    let seats = lobby.directory.rooms.all.first?.view.seats ?? []
    #expect(seats.count == 2 && seats.allSatisfy { $0.isSkipped })
    #expect(seats.allSatisfy { $0.standIn == nil })
  }
}
