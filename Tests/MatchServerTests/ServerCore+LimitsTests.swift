// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import MatchServer
import Protocol
import Testing
import Wire

@Suite("A server core with greedy peers", .timeLimit(.minutes(1)))
struct ServerCoreLimitsTests {
  private func server(_ change: (inout ServerLimits) -> Void = { _ in }) -> ScriptedServer {
    var limits = ServerLimits()
    change(&limits)
    return ScriptedServer(limits: limits)
  }

  private func ping(_ index: Int) -> ClientMessage { .ping(Ping(id: UInt64(index), t0: 0)) }

  @Test("accepts a burst, then its rate, refuses excess, then closes the connection")
  func messages() {
    var server = server()
    let connection = server.open("Ada")
    for index in 0..<100 { server.say(ping(index), over: connection) }
    // The hello was one of the sixty.
    #expect(server.count(connection) { if case .pong = $0 { true } else { false } } == 59)
    #expect(
      server.refusals(connection).map(\.code) == [RefusalCode](repeating: .limitTooFast, count: 10))
    #expect(server.closings(connection).map(\.code) == ["limit/too_fast"])
    #expect(server.closings(connection).first?.retryAfter == .seconds(10))
    #expect(server.closeCodes(connection) == [1008])
  }

  @Test("accepts twenty messages a second indefinitely")
  func steady() {
    var server = server()
    let connection = server.open("Ada")
    for index in 0..<1_000 {
      server.say(ping(index), over: connection)
      server.pass(.milliseconds(50))
    }
    #expect(server.refusals(connection).isEmpty && server.closings(connection).isEmpty)
  }

  @Test("refuses intents that come too fast, without using up their numbers")
  func intents() {
    var server = server()
    let connection = server.open("Ada")
    _ = server.create(MatchSettings(seats: 2), over: connection)
    func configure(_ id: RequestID) -> ClientMessage {
      .request(
        id: id, .intent(IntentRequest(seenSeq: 100, intent: .configure(MatchSettings(seats: 3)))))
    }
    var last = RequestID(0)
    for _ in 0..<25 {
      last = server.nextID()
      server.say(configure(last), over: connection)
    }
    #expect(
      server.refusals(connection).map(\.code) == [RefusalCode](repeating: .limitTooFast, count: 5))
    let entries = server.entries(connection).count
    server.pass(.seconds(1))
    server.say(configure(last), over: connection)
    #expect(server.refusals(connection).count == 5)
    #expect(server.entries(connection).count == entries + 1)
    #expect(server.entries(connection).last?.cause?.request == last)
  }

  @Test("gives an address ten rooms a minute, over however many connections")
  func rooms() {
    var server = server()
    for index in 0..<12 {
      let connection = server.open("Player \(index)", address: "192.0.2.1")
      _ = server.create(MatchSettings(), over: connection)
      #expect(server.refusals(connection).map(\.code) == (index < 10 ? [] : [.limitRooms]))
    }
    let other = server.open("Other", address: "192.0.2.2")
    #expect(!server.create(MatchSettings(), over: other).isEmpty)
  }

  @Test("gives an address ten wrong codes a minute, and then not even the right one")
  func wrongCodes() {
    var server = server()
    let (_, guesser, code) = server.guessing(hostAddress: "192.0.2.9")
    #expect(server.refusals(guesser).allSatisfy { $0.code == .roomUnknownCode })
    server.join(code, .spectator, over: guesser)
    #expect(server.refusals(guesser).last?.code == .limitWrongCodes)
    #expect(server.joined(guesser) == nil)
    server.pass(.seconds(7))
    server.join(code, .spectator, over: guesser)
    #expect(server.joined(guesser)?.code == code)
  }

  @Test("keeps members in their room even if others guess from the same address")
  func guessersNextDoor() {
    var server = server()
    let (host, guesser, code) = server.guessing(hostAddress: "192.0.2.1")
    server.join(code, .spectator, over: guesser)
    #expect(server.refusals(guesser).last?.code == .limitWrongCodes)
    server.join(code, .player, over: host)
    #expect(server.refusals(host).isEmpty)
  }

  @Test("limits the guesses of all guessers together, by address or by connection")
  func wrongCodesOfAll() {
    for isCounted in [true, false] {
      var server = server { $0.process.wrongCodes = .perMinute(50) }
      let guessers = (0..<50).map { index in
        server.open("Guesser \(index)", address: isCounted ? "192.0.2.\(index)" : nil)
      }
      for guesser in guessers {
        server.join("AAAAA", .spectator, over: guesser)
        #expect(server.refusals(guesser).last?.code == .roomUnknownCode)
      }
      for guesser in guessers {
        server.join("AAAAA", .spectator, over: guesser)
        #expect(server.refusals(guesser).last?.code == .limitWrongCodes)
      }
    }
  }

  @Test(
    "accepts a right code from an innocent peer, however many others guess",
    arguments: ["203.0.113.1", nil])
  func lockout(address: String?) {
    var server = server { $0.process.wrongCodes = .perMinute(20) }
    let host = server.open("Host", address: "192.0.2.1")
    let code = server.create(MatchSettings(), over: host)
    let guesser = server.open("Eve")
    for _ in 0..<30 { server.join("AAAAA", .spectator, over: guesser) }
    #expect(server.refusals(guesser).last?.code == .limitWrongCodes)
    let guest = server.open("Ann", address: address)
    server.join(code, .player, over: guest)
    #expect(server.refusals(guest).isEmpty && server.joined(guest)?.code == code)
    // A guesser cannot join even with a right code, until a minute has passed.
    server.join(code, .spectator, over: guesser)
    #expect(server.joined(guesser) == nil)
    server.pass(.seconds(61))
    server.join(code, .spectator, over: guesser)
    #expect(server.joined(guesser)?.code == code)
  }

  @Test("limits its rooms and sessions")
  func caps() {
    var server = server {
      $0.process.rooms = 2
      $0.process.sessions = 4
    }
    for index in 0..<4 {
      let connection = server.open("Player \(index)")
      _ = server.create(MatchSettings(), over: connection)
      #expect(server.refusals(connection).map(\.code) == (index < 2 ? [] : [.roomTooMany]))
    }
    let fifth = server.open("Player 5")
    #expect(server.closings(fifth).map(\.code) == ["limit/sessions"])
    #expect(server.closings(fifth).first?.retryAfter != nil)
  }

  @Test("evicts idle sessions for new ones, and no others")
  func fullOfAbsentees() throws {
    var server = server { $0.process.sessions = 3 }
    let host = server.open("Host")
    _ = server.create(MatchSettings(seats: 1), over: host)
    let token = try #require(server.welcome(host)?.resumeToken)
    server.feed(.closed(host))
    for index in 0..<20 {
      let newcomer = server.open("Guest \(index)")
      #expect(server.welcome(newcomer) != nil)
      server.feed(.closed(newcomer))
    }
    let stays = [server.open("Ann"), server.open("Ben")]
    #expect(stays.allSatisfy { server.welcome($0) != nil })
    let late = server.open("Cy")
    #expect(server.closings(late).map(\.code) == ["limit/sessions"], "All are here or have a seat.")
    let back = server.open("Host", token: token)
    #expect(server.welcome(back)?.sessionID == server.welcome(host)?.sessionID)
  }

  @Test("lets an address connect ten times a second and hold sixty-four connections")
  func connections() {
    var server = ServerCore(
      key: [UInt8](repeating: 1, count: 32), dealer: .fair(.openSSL), version: "test")
    let now = ServerTime(microseconds: 1_000_000_000)
    let refused = (0..<30).map { _ in server.connecting(from: "a", now: now) }
    #expect(refused.count { $0 == nil } == 20 && refused.last == .tooOften)
    #expect(server.connecting(from: "a", now: now + .milliseconds(100)) == nil)
    #expect(server.connecting(from: nil, now: now) == nil)
    for connection in 0..<64 {
      #expect(server.admitting("a") == nil)
      _ = server.handle(
        .opened(ServerConnectionID(UInt64(connection)), .proto, address: "a"), now: now)
    }
    #expect(server.admitting("a") == .addressFull)
    #expect(server.admitting("b") == nil && server.admitting(nil) == nil)
    _ = server.handle(.closed(ServerConnectionID(3)), now: now)
    #expect(server.admitting("a") == nil)
  }

  @Test("refuses connections when it is full")
  func full() {
    var limits = ServerLimits()
    limits.process.connections = 1
    var server = ServerCore(
      key: [UInt8](repeating: 1, count: 32), dealer: .fair(.openSSL), limits: limits,
      version: "test")
    _ = server.handle(.opened(ServerConnectionID(1), .proto), now: .zero)
    #expect(server.admitting(nil) == .serverFull)
  }
}

extension ScriptedServer {
  /// A room with its code, its host, and a peer that has guessed wrongly ten times.
  fileprivate mutating func guessing(
    hostAddress: String
  ) -> (host: ServerConnectionID, guesser: ServerConnectionID, code: String) {
    let host = open("Host", address: hostAddress)
    let code = create(MatchSettings(), over: host)
    let guesser = open("Eve", address: "192.0.2.1")
    for _ in 0..<10 { join("AAAAA", .spectator, over: guesser) }
    return (host, guesser, code)
  }
}
