// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import FacedownTesting
import Game
import Protocol
import Testing

@testable import MatchServer

@Suite("Bans in a hall", .timeLimit(.minutes(1)))
struct HallBanningTests {
  private let key = Ed25519PrivateKey()
  private let name = ServerName(host: "localhost", port: 7777)
  private let journal = FaultyJournal()

  private var target: BanTarget { .key(KeyProof.playerID(of: key.publicKey)) }

  private func makeHall() -> ScriptedHall {
    var hall = ScriptedHall(journal: journal)
    hall.names = [name]
    return hall
  }

  private func address(_ text: String) throws -> BanTarget {
    .address(try #require(AddressRange(text)))
  }

  /// A peer at an address that has said hello.
  private func enter(_ hall: inout ScriptedHall, _ number: UInt64, from host: String) -> LinkID {
    let link = LinkID(number)
    hall.feed(.opened(link, .proto, address: nil, host: host))
    hall.say(.hello(Hello(agent: "test", name: "P\(number)")), over: link)
    return link
  }

  @Test("of a block of addresses close whoever is there, and are told at the door")
  func byAddress() throws {
    var hall = makeHall()
    let inside = enter(&hall, 101, from: "203.0.113.9")
    let outside = enter(&hall, 102, from: "203.0.114.9")
    let silent = LinkID(103)
    hall.feed(.opened(silent, .proto, address: nil, host: "203.0.113.200"))
    let block = try address("203.0.113.0/24")
    let lines = hall.ask(.ban(block, lasting: .seconds(60), reason: "spam"))
    #expect(lines.last?.done?.says.contains("2 connections closed") == true)
    #expect(hall.closed == [inside, silent] && hall.closing(outside) == nil)
    #expect(hall.closing(inside)?.code == "session/banned")
    #expect(hall.closing(inside)?.reason == "You are banned from this server: spam")
    #expect(hall.hall.banned("203.0.113.1", now: hall.now)?.contains("spam") == true)
    #expect(hall.hall.banned("203.0.114.1", now: hall.now) == nil)
    hall.pass(.seconds(60))
    #expect(hall.hall.banned("203.0.113.1", now: hall.now) == nil)
    #expect(hall.ask(.bans).map(\.done?.says) == ["0 bans."])
  }

  @Test("of a key close whoever has proven it, and refuse the next proof")
  func byKey() throws {
    var hall = makeHall()
    let link = hall.open("Ana", key: key)
    hall.prove(key, to: name, over: link)
    let welcome = try #require(hall.welcome(link))
    let token = welcome.resumeToken
    _ = hall.ask(.ban(target, lasting: nil, reason: ""))
    #expect(hall.closing(link)?.code == "session/banned")
    let kicked = hall.ask(.kick(session: welcome.sessionID, reason: ""), 2)
    #expect(kicked.last?.refused?.code == "unknown_session", "The ban has ended the session.")
    hall.feed(.closed(link))
    let returning = hall.open("Ana", token: token)
    #expect(hall.welcome(returning)?.playerID == nil, "The token is worth nothing.")
    let again = hall.open("Ana", key: key)
    #expect(hall.closing(again) == nil, "A guest is nobody yet.")
    hall.prove(key, to: name, over: again)
    #expect(hall.closing(again)?.reason == "You are banned from this server.")
    #expect(hall.closed.contains(again))
  }

  @Test("reach a proof that the journal has not kept yet")
  func inFlight() {
    var hall = makeHall()
    let link = hall.open("Ana", key: key)
    hall.isJournalWaiting = true
    hall.prove(key, to: name, over: link)
    _ = hall.ask(.ban(target, lasting: nil, reason: ""))
    #expect(hall.closing(link) == nil, "Nothing counts before it is kept.")
    hall.land()
    #expect(hall.closing(link)?.code == "session/banned")
    #expect(hall.ask(.sessions).compactMap(\.session).isEmpty)
  }

  @Test("are kept before they count, and change nothing where they cannot be")
  func failing() throws {
    var hall = makeHall()
    let link = enter(&hall, 101, from: "203.0.113.9")
    let one = try address("203.0.113.9")
    journal.fault = .full
    let refused = hall.ask(.ban(one, lasting: nil, reason: "")).last?.refused
    #expect(refused?.code == "unwritable" && hall.closing(link) == nil)
    #expect(hall.hall.banned("203.0.113.9", now: hall.now) == nil)
    journal.fault = .stalled
    #expect(hall.ask(.ban(one, lasting: nil, reason: ""), 2).isEmpty)
    #expect(!hall.hall.isFlushed)
    journal.fault = .none
    hall.hearJournal()
    #expect(hall.adminAnswers[AdminCallID(2)]?.first?.lines.last?.done != nil)
    #expect(hall.closing(link)?.code == "session/banned" && hall.hall.isFlushed)
    journal.fault = .full
    #expect(hall.ask(.unban(one), 3).last?.refused?.code == "unwritable")
    #expect(hall.hall.banned("203.0.113.9", now: hall.now) != nil)
  }

  @Test("outlive the server, and end only where they are named as they stand")
  func lasting() throws {
    var hall = makeHall()
    let block = try address("203.0.113.0/24")
    _ = hall.ask(.ban(block, lasting: nil, reason: "a"))
    _ = hall.ask(.ban(target, lasting: .seconds(9), reason: "b"))
    hall.restart(with: journal.contents)
    #expect(hall.ask(.bans).compactMap(\.ban?.reason) == ["a", "b"])
    let part = try address("203.0.113.9")
    let unknown = hall.ask(.unban(part)).last?.refused
    #expect(unknown?.code == "unknown_ban")
    #expect(unknown?.says.contains("lift that of 203.0.113.0/24, which it is part of.") == true)
    #expect(hall.ask(.unban(block)).last?.done != nil)
    #expect(hall.ask(.unban(block)).last?.refused?.code == "unknown_ban")
    hall.pass(.seconds(9))
    hall.restart(with: journal.contents)
    #expect(hall.ask(.bans).compactMap(\.ban).isEmpty)
  }

  @Test("turn away who comes back by a token to a server that has started anew")
  func afterRestart() throws {
    var hall = makeHall()
    let link = hall.open("Ana", key: key)
    hall.prove(key, to: name, over: link)
    let token = try #require(hall.welcome(link)?.resumeToken)
    var contents = journal.contents
    contents.bans = [Ban(target: target, since: hall.now, until: nil, reason: "late")]
    hall.restart(with: contents)
    let back = hall.open("Ana", token: token)
    #expect(hall.closing(back)?.reason == "You are banned from this server: late")
  }
}
