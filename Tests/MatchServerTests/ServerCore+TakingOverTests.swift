// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import FacedownTesting
import Game
import MatchServer
import Protocol
import Testing
import Wire

@Suite("Taking over a seat with another session", .timeLimit(.minutes(1)))
struct ServerCoreTakingOverTests {
  private let key = Ed25519PrivateKey()
  private let name = ServerName(host: "localhost", port: 7777)
  private let journal = FaultyJournal()

  /// Ana, proven, and Ben at a table, in a match or before.
  private func table(
    isPlaying: Bool
  ) -> (server: ScriptedServer, ana: ServerConnectionID, ben: ServerConnectionID, code: String) {
    var server = ScriptedServer(journal: journal)
    server.names = [name]
    let ana = open("Ana", &server)
    let ben = server.open("Ben")
    let code = server.create(
      MatchSettings(pairs: 8, seats: 2, turnLimit: .zero), over: ana)
    server.join(code, .player, over: ben)
    guard isPlaying else { return (server, ana, ben, code) }
    for intent in [Intent.ready(entropyCommit: []), .deal] {
      for connection in [ana, ben] { want(intent, connection, &server) }
    }
    server.pass(.seconds(5))
    return (server, ana, ben, code)
  }

  private func open(_ name: String, _ server: inout ScriptedServer) -> ServerConnectionID {
    let connection = server.open(name, publicKey: key.publicKey.bytes)
    guard let welcome = server.welcome(connection) else { return connection }
    let statement = KeyProof.statement(
      server: self.name, session: welcome.sessionID, challenge: welcome.challenge)
    server.say(.prove(signature: key.signature(of: statement)), over: connection)
    return connection
  }

  private func want(
    _ intent: Intent, _ connection: ServerConnectionID, _ server: inout ScriptedServer
  ) {
    let request = IntentRequest(seenSeq: 1_000, intent: intent)
    server.say(.request(id: server.nextID(), .intent(request)), over: connection)
  }

  /// The room as a connection last had it.
  private func view(_ connection: ServerConnectionID, _ server: ScriptedServer) -> MatchView {
    var view = server.joined(connection)?.base ?? MatchView()
    let tail = server.joined(connection)?.tail ?? []
    for entry in tail + server.entries(connection) where entry.seq == view.seq + 1 {
      view.apply(entry)
    }
    return view
  }

  @Test("keeps seat, room and match, even during a match", arguments: [false, true])
  func takesOver(isPlaying: Bool) throws {
    var (server, ana, ben, code) = table(isPlaying: isPlaying)
    #expect(view(ben, server).isMatchRunning == isPlaying)
    let newer = open("Ana", &server)
    #expect(server.closed == [ana])
    server.join(code, .player, over: newer)
    let joined = try #require(server.joined(newer))
    #expect(joined.seat == SeatIndex(0))
    #expect(joined.actor == ActorNumber(3), "Whose numbers are whose stays clear.")
    let seen = view(ben, server)
    #expect(seen == view(newer, server))
    #expect(seen.owner == ActorNumber(3))
    #expect(seen.seats[0].isTaken && !seen.seats[0].hasResigned)
    #expect(seen.isMatchRunning == isPlaying)
    #expect(server.refusals(newer) == [])
    if isPlaying, let turn = seen.turn {
      want(
        .choose(CardID(generation: 1, slot: 0)), turn.seat == SeatIndex(0) ? newer : ben, &server)
      #expect(view(ben, server).faceUp.count == 1, "The match goes on.")
    }
  }

  @Test("survives a restart, and the older session stays out")
  func restart() throws {
    var (server, ana, _, code) = table(isPlaying: true)
    let newer = open("Ana", &server)
    server.join(code, .player, over: newer)
    let room = try #require(server.joined(newer)?.roomID)
    let (older, token) = (
      try #require(server.welcome(ana)?.resumeToken),
      try #require(server.welcome(newer)?.resumeToken)
    )
    server.restart(with: journal.contents)
    let back = server.open("Ana", token: token)
    server.join(code, .player, room: room, after: 1, over: back)
    #expect(server.joined(back)?.seat == SeatIndex(0))
    server.feed(.closed(back))
    let stale = server.open("Ana", token: older)
    want(.resign, stale, &server)
    #expect(server.refusals(stale).map(\.code) == [.roomNotIn])
  }

  @Test("leaves only one session, even if the journal answers for both at once")
  func together() throws {
    var (server, ana, _, _) = table(isPlaying: true)
    let token = try #require(server.welcome(ana)?.resumeToken)
    server.feed(.closed(ana))
    let newer = server.open("Ana", publicKey: key.publicKey.bytes)
    journal.fault = .stalled
    server.prove(key, to: name, over: newer)
    let back = server.open("Ana", token: token)
    journal.fault = .none
    server.hearJournal()
    #expect(server.welcome(newer)?.playerID == KeyProof.playerID(of: key.publicKey))
    #expect(server.welcome(back) == nil)
    #expect(server.closing(back)?.code == RefusalCode.sessionTakenOver.rawValue)
    #expect(server.closed == [back])
  }

  @Test("is impossible with only the name, or as a guest")
  func strangers() {
    var (server, _, _, code) = table(isPlaying: true)
    let guest = server.open("Ana")
    server.join(code, .player, over: guest)
    #expect(server.refusals(guest).map(\.code) == [.roomMatchRunning])
  }

  @Test("changes nothing if it cannot be journalled")
  func notKept() {
    var (server, ana, ben, code) = table(isPlaying: true)
    let newer = open("Ana", &server)
    let before = view(ben, server)
    journal.fault = .full
    server.join(code, .player, over: newer)
    #expect(server.refusals(newer).map(\.code) == [.journalUnavailable])
    #expect(view(ben, server) == before)
    journal.fault = .none
    server.join(code, .player, over: newer)
    #expect(server.joined(newer)?.seat == SeatIndex(0))
    #expect(server.closed == [ana])
  }
}
