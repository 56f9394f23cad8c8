// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchServer
import Protocol
import Testing
import Wire

@Suite("A server core with many spectators", .timeLimit(.minutes(1)))
struct ServerCoreWatchingTests {
  /// A room with a match under way, and its code.
  private func playing(delay: Duration, journal: FaultyJournal? = nil) -> (
    server: ScriptedServer, player: ServerConnectionID, code: String
  ) {
    var server = ScriptedServer(journal: journal)
    let player = server.open("Ada")
    let settings = MatchSettings(pairs: 8, seats: 1, turnLimit: .zero, spectatorDelay: delay)
    let code = server.create(settings, over: player)
    for intent in [Intent.ready(entropyCommit: []), .deal] { want(intent, player, &server) }
    server.pass(.seconds(4))
    return (server, player, code)
  }

  private func want(
    _ intent: Intent, _ connection: ServerConnectionID, _ server: inout ScriptedServer
  ) {
    let request = IntentRequest(seenSeq: 1_000, intent: intent)
    server.say(.request(id: server.nextID(), .intent(request)), over: connection)
  }

  private func choose(_ slot: Int, _ connection: ServerConnectionID, _ server: inout ScriptedServer)
  {
    want(.choose(CardID(generation: 1, slot: slot)), connection, &server)
  }

  @Test("encodes the base and tail of a thousand joining spectators once")
  func joins() {
    var (server, player, code) = playing(delay: .seconds(30))
    choose(0, player, &server)
    server.pass(.seconds(35))
    let spectators = (0..<1000).map { server.open("Spectator \($0)") }
    let before = server.server.encodingCount
    for spectator in spectators { server.join(code, .spectator, over: spectator) }
    // Base and tail; presence; the number of spectators, once as the first arrives and once when
    // all are there.
    #expect(server.server.encodingCount - before <= 4)
    let first = server.joined(spectators[0])
    #expect(first?.tail.isEmpty == false)
    let ids = Set(spectators.compactMap { server.joined($0)?.id })
    #expect(ids.count == spectators.count, "Each is told which request it answers.")
    #expect(
      spectators.allSatisfy { spectator in
        var joined = server.joined(spectator)
        joined?.id = first?.id
        return joined == first
      })
  }

  @Test("encodes an entry once per encoding for all spectators")
  func entries() {
    var (server, player, code) = playing(delay: .zero)
    for index in 0..<50 {
      let encoding: WireEncoding = index.isMultiple(of: 2) ? .proto : .json
      let spectator = server.open("Spectator \(index)", encoding)
      server.join(code, .spectator, over: spectator, encoding)
    }
    server.pass(.seconds(3))
    let before = server.server.encodingCount
    choose(0, player, &server)
    #expect(server.server.encodingCount - before == 2)
  }

  @Test("does not encode what the journal has encoded, and sends the same")
  func storedEntries() throws {
    var (server, player, code) = playing(delay: .zero, journal: FaultyJournal())
    let spectators = [WireEncoding.proto, .json].map { encoding in
      let spectator = server.open("Eve", encoding)
      server.join(code, .spectator, over: spectator, encoding)
      return spectator
    }
    server.pass(.seconds(3))
    let before = server.server.encodingCount
    choose(0, player, &server)
    #expect(server.server.encodingCount - before == 1, "For the spectator who reads JSON.")
    let flip = try #require(server.received[player]?.last)
    guard case .entry(let entry) = flip, case .flipped = entry.event else {
      return #expect(Bool(false), "\(flip)")
    }
    #expect(spectators.allSatisfy { server.received[$0]?.last == flip })
  }

  @Test("encodes again for a spectator who joins after the next entry")
  func goesOn() {
    var (server, player, code) = playing(delay: .zero)
    let (early, late) = (server.open("Early"), server.open("Late"))
    server.join(code, .spectator, over: early)
    choose(0, player, &server)
    server.join(code, .spectator, over: late)
    let lastEarly = server.joined(early)?.tail.last?.seq ?? 0
    #expect(server.joined(late)?.tail.last?.seq == lastEarly + 1)
  }

  @Test("sends a spectator nothing of a match before its delay")
  func nothingSooner() {
    var (server, player, code) = playing(delay: .seconds(30))
    let (spectator, lister) = (server.open("Eve"), server.open("Lister"))
    server.join(code, .spectator, over: spectator)
    server.say(.listRooms(watch: true), over: lister)
    let sent = server.received[spectator]?.count
    let listed = server.received[lister]?.count
    for slot in 0..<2 {
      choose(slot, player, &server)
      server.pass(.seconds(1))
    }
    server.feed(.closed(player))
    server.pass(.seconds(4))
    #expect(server.received[spectator]?.count == sent)
    #expect(server.received[lister]?.count == listed)
    #expect(server.joined(spectator)?.tail.contains { $0.isFlip } == false)
    server.pass(.seconds(30))
    let flips = server.received[spectator]?.count { message in
      if case .entry(let entry) = message { entry.isFlip } else { false }
    }
    #expect(flips == 2)
  }

  @Test("resumes spectators after a restart, and sends nothing before it is journalled")
  func nextServer() throws {
    let journal = FaultyJournal()
    var server = ScriptedServer(journal: journal)
    let player = server.open("Ada")
    let code = server.create(MatchSettings(pairs: 8, seats: 1, turnLimit: .zero), over: player)
    for intent in [Intent.ready(entropyCommit: []), .deal] { want(intent, player, &server) }
    server.pass(.seconds(4))
    let (eve, fay) = (server.open("Eve"), server.open("Fay"))
    server.join(code, .spectator, over: eve)
    let seen = server.seq(eve)
    let joined = try #require(server.joined(eve))
    journal.fault = .full
    server.join(code, .spectator, over: fay)
    #expect(server.joined(fay) == nil)
    #expect(server.refusals(fay).map(\.code) == [.journalUnavailable])
    journal.fault = .none
    server.feed(.closed(eve))
    for slot in 0..<2 {
      choose(slot, player, &server)
      server.pass(.seconds(20))
    }
    let last = server.seq(player)
    let token = try #require(server.welcome(eve)).resumeToken
    journal.beat(at: server.now)
    server.restart(with: journal.contents)
    let back = server.open("Eve", token: token)
    server.join(code, .spectator, room: joined.roomID, after: seen, over: back)
    let again = try #require(server.joined(back))
    #expect(again.base == nil)
    #expect(again.tail.map(\.seq) == Array((seen + 1)...last))
  }

  @Test("lets one leave a room and enter the next")
  func switches() {
    var (server, _, code) = playing(delay: .zero)
    let (carol, eve) = (server.open("Carol"), server.open("Eve"))
    let other = server.create(MatchSettings(), over: carol)
    for room in [code, other, code] {
      server.join(room, .spectator, over: eve)
      #expect(server.joined(eve)?.code == room)
      server.say(.request(id: server.nextID(), .leaveRoom), over: eve)
    }
    let left = server.received[eve]?.count { if case .left = $0 { true } else { false } }
    #expect(left == 3)
  }
}

extension Entry {
  fileprivate var isFlip: Bool { if case .flipped = event { true } else { false } }
}
