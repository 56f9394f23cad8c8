// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import MatchServer
import Protocol
import Testing

@Suite("A hall with peers that ask for too much", .timeLimit(.minutes(1)))
struct HallLimitsTests {
  private func hall(_ change: (inout HallLimits) -> Void = { _ in }) -> ScriptedHall {
    var limits = HallLimits()
    change(&limits)
    return ScriptedHall(limits: limits)
  }

  private func ping(_ index: Int) -> ClientMessage { .ping(Ping(id: UInt64(index), t0: 0)) }

  @Test("hears a burst and then its rate, refuses what is beyond, then ends the link")
  func messages() {
    var hall = hall()
    let link = hall.open("Ada")
    for index in 0..<100 { hall.say(ping(index), over: link) }
    // The hello was one of the sixty.
    #expect(hall.count(link) { if case .pong = $0 { true } else { false } } == 59)
    #expect(hall.refusals(link).map(\.code) == [RefusalCode](repeating: .limitTooFast, count: 10))
    #expect(hall.closings(link).map(\.code) == ["limit/too_fast"])
    #expect(hall.closings(link).first?.retryAfter == .seconds(10))
    #expect(hall.closeCodes(link) == [1008])
  }

  @Test("hears twenty messages a second for as long as they come")
  func steady() {
    var hall = hall()
    let link = hall.open("Ada")
    for index in 0..<1_000 {
      hall.say(ping(index), over: link)
      hall.pass(.milliseconds(50))
    }
    #expect(hall.refusals(link).isEmpty && hall.closings(link).isEmpty)
  }

  @Test("refuses intents that come too fast, without using up their numbers")
  func intents() {
    var hall = hall()
    let link = hall.open("Ada")
    _ = hall.create(MatchSettings(seats: 2), over: link)
    func configure(_ id: RequestID) -> ClientMessage {
      .intent(IntentRequest(id: id, seenSeq: 100, intent: .configure(MatchSettings(seats: 3))))
    }
    var last = RequestID(0)
    for _ in 0..<25 {
      last = hall.nextID()
      hall.say(configure(last), over: link)
    }
    #expect(hall.refusals(link).map(\.code) == [RefusalCode](repeating: .limitTooFast, count: 5))
    let entries = hall.entries(link).count
    hall.pass(.seconds(1))
    hall.say(configure(last), over: link)
    #expect(hall.refusals(link).count == 5)
    #expect(hall.entries(link).count == entries + 1)
    #expect(hall.entries(link).last?.cause?.request == last)
  }

  @Test("gives an address ten rooms a minute, over however many connections")
  func rooms() {
    var hall = hall()
    for index in 0..<12 {
      let link = hall.open("Player \(index)", address: "192.0.2.1")
      _ = hall.create(MatchSettings(), over: link)
      #expect(hall.refusals(link).map(\.code) == (index < 10 ? [] : [.limitRooms]))
    }
    let other = hall.open("Other", address: "192.0.2.2")
    #expect(!hall.create(MatchSettings(), over: other).isEmpty)
  }

  @Test("gives an address ten wrong codes a minute, and then not even the right one")
  func wrongCodes() {
    var hall = hall()
    let (_, guesser, code) = hall.guessing(hostAddress: "192.0.2.9")
    #expect(hall.refusals(guesser).allSatisfy { $0.code == .roomUnknownCode })
    hall.join(code, .spectator, over: guesser)
    #expect(hall.refusals(guesser).last?.code == .limitWrongCodes)
    #expect(hall.joined(guesser) == nil)
    hall.pass(.seconds(7))
    hall.join(code, .spectator, over: guesser)
    #expect(hall.joined(guesser)?.code == code)
  }

  @Test("lets who is in a room go on in it, whoever guesses at the same address")
  func guessersNextDoor() {
    var hall = hall()
    let (host, guesser, code) = hall.guessing(hostAddress: "192.0.2.1")
    hall.join(code, .spectator, over: guesser)
    #expect(hall.refusals(guesser).last?.code == .limitWrongCodes)
    hall.join(code, .player, over: host)
    #expect(hall.refusals(host).isEmpty)
  }

  @Test("lets those who guess wrong have so many tries together, by address or by connection")
  func wrongCodesOfAll() {
    for isCounted in [true, false] {
      var hall = hall { $0.process.wrongCodes = .perMinute(50) }
      let guessers = (0..<50).map { index in
        hall.open("Guesser \(index)", address: isCounted ? "192.0.2.\(index)" : nil)
      }
      for guesser in guessers {
        hall.join("AAAAA", .spectator, over: guesser)
        #expect(hall.refusals(guesser).last?.code == .roomUnknownCode)
      }
      for guesser in guessers {
        hall.join("AAAAA", .spectator, over: guesser)
        #expect(hall.refusals(guesser).last?.code == .limitWrongCodes)
      }
    }
  }

  @Test(
    "takes a right code from who has not guessed, however many others do",
    arguments: ["203.0.113.1", nil])
  func lockout(address: String?) {
    var hall = hall { $0.process.wrongCodes = .perMinute(20) }
    let host = hall.open("Host", address: "192.0.2.1")
    let code = hall.create(MatchSettings(), over: host)
    let guesser = hall.open("Eve")
    for _ in 0..<30 { hall.join("AAAAA", .spectator, over: guesser) }
    #expect(hall.refusals(guesser).last?.code == .limitWrongCodes)
    let guest = hall.open("Ann", address: address)
    hall.join(code, .player, over: guest)
    #expect(hall.refusals(guest).isEmpty && hall.joined(guest)?.code == code)
    // Who guesses is not told even by a right code, and is forgiven a minute later.
    hall.join(code, .spectator, over: guesser)
    #expect(hall.joined(guesser) == nil)
    hall.pass(.seconds(61))
    hall.join(code, .spectator, over: guesser)
    #expect(hall.joined(guesser)?.code == code)
  }

  @Test("keeps to its numbers of rooms and of sessions")
  func caps() {
    var hall = hall {
      $0.process.rooms = 2
      $0.process.sessions = 4
    }
    for index in 0..<4 {
      let link = hall.open("Player \(index)")
      _ = hall.create(MatchSettings(), over: link)
      #expect(hall.refusals(link).map(\.code) == (index < 2 ? [] : [.roomTooMany]))
    }
    let fifth = hall.open("Player 5")
    #expect(hall.closings(fifth).map(\.code) == ["limit/sessions"])
    #expect(hall.closings(fifth).first?.retryAfter != nil)
  }

  @Test("gives up sessions nobody is connected to for those who come, and no others")
  func fullOfAbsentees() throws {
    var hall = hall { $0.process.sessions = 3 }
    let host = hall.open("Host")
    _ = hall.create(MatchSettings(seats: 1), over: host)
    let token = try #require(hall.welcome(host)?.resumeToken)
    hall.feed(.closed(host))
    for index in 0..<20 {
      let visitor = hall.open("Visitor \(index)")
      #expect(hall.welcome(visitor) != nil)
      hall.feed(.closed(visitor))
    }
    let stays = [hall.open("Ann"), hall.open("Ben")]
    #expect(stays.allSatisfy { hall.welcome($0) != nil })
    let late = hall.open("Cy")
    #expect(hall.closings(late).map(\.code) == ["limit/sessions"], "All are here or have a seat.")
    let back = hall.open("Host", token: token)
    #expect(hall.welcome(back)?.sessionID == hall.welcome(host)?.sessionID)
  }

  @Test("lets an address connect ten times a second and hold sixty-four connections")
  func connections() {
    var hall = Hall(key: [UInt8](repeating: 1, count: 32), dealer: .fair(.openSSL), version: "test")
    let now = ServerTime(microseconds: 1_000_000_000)
    let refused = (0..<30).map { _ in hall.connecting(from: "a", now: now) }
    #expect(refused.count { $0 == nil } == 20 && refused.last == .tooOften)
    #expect(hall.connecting(from: "a", now: now + .milliseconds(100)) == nil)
    #expect(hall.connecting(from: nil, now: now) == nil)
    for link in 0..<64 {
      #expect(hall.admitting("a") == nil)
      _ = hall.handle(.opened(LinkID(UInt64(link)), .proto, address: "a"), now: now)
    }
    #expect(hall.admitting("a") == .addressFull)
    #expect(hall.admitting("b") == nil && hall.admitting(nil) == nil)
    _ = hall.handle(.closed(LinkID(3)), now: now)
    #expect(hall.admitting("a") == nil)
  }

  @Test("has a last connection")
  func full() {
    var limits = HallLimits()
    limits.process.connections = 1
    var hall = Hall(
      key: [UInt8](repeating: 1, count: 32), dealer: .fair(.openSSL), limits: limits,
      version: "test")
    _ = hall.handle(.opened(LinkID(1), .proto), now: .zero)
    #expect(hall.admitting(nil) == .serverFull)
  }
}

extension ScriptedHall {
  /// A room with its code, its host, and somebody who has guessed wrongly ten times.
  fileprivate mutating func guessing(
    hostAddress: String
  ) -> (host: LinkID, guesser: LinkID, code: String) {
    let host = open("Host", address: hostAddress)
    let code = create(MatchSettings(), over: host)
    let guesser = open("Eve", address: "192.0.2.1")
    for _ in 0..<10 { join("AAAAA", .spectator, over: guesser) }
    return (host, guesser, code)
  }
}
