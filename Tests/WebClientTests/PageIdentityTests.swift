// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchUI
import Protocol
import Testing
import WebClient
import Wire

/// The example of docs/identity.md, whose signature Tests/WebWasm makes with WebCrypto.
@Suite("A player's key in a page", .timeLimit(.minutes(1)))
struct PageIdentityTests {
  private static let now = LocalTime(microseconds: 1_000_000)
  private static let publicKey: [UInt8] = [
    0x03, 0xa1, 0x07, 0xbf, 0xf3, 0xce, 0x10, 0xbe, 0x1d, 0x70, 0xdd, 0x18, 0xe7, 0x4b, 0xc0, 0x99,
    0x67, 0xe4, 0xd6, 0x30, 0x9b, 0xa5, 0x0d, 0x5f, 0x1d, 0xdc, 0x86, 0x64, 0x12, 0x55, 0x31, 0xb8,
  ]
  private static let playerID = "kzdvvj2umnduyauf35o36k6kw462mujv"
  private static let statement =
    Array("facedown-prove/1".utf8) + [0, 0, 20] + Array("play.example.org:443".utf8)
    + [0, 4] + Array("k3v9".utf8) + [0, 32] + Array(32..<64)

  private func page(
    at server: String = "wss://Play.Example.org", hasKey: Bool = true, isKeyTaken: Bool = false,
    restoring snapshot: ClientSnapshot? = nil
  ) -> WebSession {
    var page = WebSession(
      key: [UInt8](repeating: 7, count: 32), name: "Ana", server: try? ServerURL(server),
      publicKey: hasKey ? Self.publicKey : nil, isKeyTaken: isKeyTaken, restoring: snapshot,
      now: Self.now)
    page.opened(1, now: Self.now)
    return page
  }

  private func welcome(as playerID: String? = nil) -> ServerMessage {
    .welcome(
      Welcome(
        sessionID: "k3v9", resumeToken: [1], playerID: playerID, serverTime: .zero, clockEpoch: 1,
        challenge: Array(32..<64), serverVersion: "t"))
  }

  private func receive(_ message: ServerMessage, _ page: inout WebSession) {
    page.received(1, WireEncoding.json.encode(message), now: Self.now)
  }

  private func outputs(_ page: inout WebSession) -> [WebOutput] {
    var outputs: [WebOutput] = []
    while let output = page.nextOutput() { outputs.append(output) }
    return outputs
  }

  private func messages(_ outputs: [WebOutput]) -> [ClientMessage] {
    outputs.compactMap { output in
      guard case .send(_, let bytes) = output else { return nil }
      return try? WireEncoding.json.decodeClientMessage(bytes)
    }
  }

  private func sentences(_ outputs: [WebOutput]) -> [String] {
    outputs.compactMap { if case .say(let sentence) = $0 { sentence } else { nil } }
  }

  /// Answers pings: the table is shown once the server's time is known.
  private func synchronise(_ page: inout WebSession) {
    for message in messages(outputs(&page)) {
      guard case .ping(let ping) = message else { continue }
      receive(.pong(Pong(id: ping.id, t0: ping.t0, t1: .zero, t2: .zero, nonce: 1)), &page)
    }
  }

  /// Enters a room that others have opened.
  private func enter(
    _ page: inout WebSession, _ settings: MatchSettings, after more: [Event] = []
  ) {
    page.act(.join(code: "K7QF2", .player), now: Self.now)
    var view = MatchView()
    let events: [Event] = [
      .opened(Event.Opened(matchID: "m", settings: settings, theme: "animals")),
      .seated(
        Event.Seated(seat: SeatIndex(0), player: Player(name: "Ana"), actor: ActorNumber(1))),
    ]
    for event in events + more {
      view.apply(Entry(seq: view.seq + 1, at: .zero, cause: nil, event: event))
    }
    let joined = Joined(
      code: "K7QF2", roomID: "r", actor: ActorNumber(1), seat: SeatIndex(0), role: .player,
      base: view)
    receive(.joined(joined), &page)
  }

  @Test("hello has the public key, and the bytes to sign are those of the documentation")
  func proof() {
    var page = page()
    page.act(.quick(QuickMatch(mode: .memorize, seats: 2, isRated: true)), now: Self.now)
    guard case .hello(let hello) = messages(outputs(&page)).first else {
      Issue.record("It says no hello.")
      return
    }
    #expect(hello.publicKey == Self.publicKey)
    receive(welcome(), &page)
    var done = outputs(&page)
    #expect(done.contains(.sign(1, Self.statement)))
    // Everything else waits for the proof.
    #expect(!messages(done).contains { $0.requestID != nil })
    page.signed(1, [1, 2, 3], now: Self.now)
    done = outputs(&page)
    let sent = messages(done)
    #expect(sent.contains(.prove(signature: [1, 2, 3])))
    guard case .request(_, .quickMatch(let match))? = sent.first(where: { $0.requestID != nil })
    else {
      Issue.record("The request is not sent: \(sent).")
      return
    }
    #expect(match.isRated)
    receive(welcome(as: Self.playerID), &page)
    #expect(sentences(outputs(&page)).isEmpty)
  }

  @Test(
    "the server is named as browsers write addresses",
    arguments: [
      ("ws://127.0.0.1:7777", "127.0.0.1:7777"), ("ws://[2001:db8::7]", "[2001:db8::7]:80"),
      ("wss://[::1]:8443", "[::1]:8443"),
    ])
  func names(_ server: String, _ name: String) {
    var page = page(at: server)
    receive(welcome(), &page)
    let statement = KeyProof.statement(server: name, session: "k3v9", challenge: Array(32..<64))
    #expect(outputs(&page).contains(.sign(1, statement)))
  }

  @Test("a proof that is refused is explained, and explained again where a rated table is")
  func refused() {
    var page = page()
    receive(welcome(), &page)
    page.signed(1, [1], now: Self.now)
    page.act(.quick(QuickMatch(mode: .memorize, seats: 2, isRated: true)), now: Self.now)
    let names = Refusal.Fact("names", "play.example.org:443")
    let refusal = Refusal(.sessionWrongSignature, [names])
    let id = messages(outputs(&page)).compactMap { $0.requestID }.last
    receive(.refused(id: nil, refusal), &page)
    let sentence = RefusalSentences().sentence(refusal)
    #expect(sentences(outputs(&page)) == [sentence])
    receive(.refused(id: id, Refusal(.sessionNotProven)), &page)
    #expect(sentences(outputs(&page)) == [sentence])
  }

  @Test("a guest who wants a rated table is told about keys; rated tables are not joined by code")
  func guests() {
    for (refusal, isTaken, part) in [
      (RefusalCode.sessionNotProven, false, "press Your key"),
      (.sessionNotProven, true, "close that window"), (.roomRated, false, "Find a rated table"),
    ] {
      var page = page(hasKey: false, isKeyTaken: isTaken)
      receive(welcome(), &page)
      synchronise(&page)
      page.act(.quick(QuickMatch(mode: .memorize, seats: 2, isRated: true)), now: Self.now)
      let id = messages(outputs(&page)).compactMap { $0.requestID }.last
      receive(.refused(id: id, Refusal(refusal)), &page)
      let said = sentences(outputs(&page))
      #expect(said.count == 1 && said.first?.contains(part) == true, "\(said)")
      // The next table does not show what a terminal would say.
      enter(&page, MatchSettings(pairs: 4))
      #expect(!page.frame(now: Self.now).isEmpty && page.text(.message).isEmpty)
    }
  }

  @Test("while another window plays with the key, the first table says so, once")
  func taken() {
    var page = page(hasKey: false, isKeyTaken: true)
    receive(welcome(), &page)
    enter(&page, MatchSettings(pairs: 4))
    #expect(sentences(outputs(&page)).filter { $0 == Wording.keyTaken }.count == 1)
    enter(&page, MatchSettings(pairs: 4))
    #expect(!sentences(outputs(&page)).contains(Wording.keyTaken))
    // A session that was proven before is no guest's.
    let snapshot = ClientSnapshot(sessionID: "k3v9", resumeToken: [1], lastRequest: RequestID(4))
    var proven = self.page(hasKey: false, isKeyTaken: true, restoring: snapshot)
    receive(welcome(as: Self.playerID), &proven)
    enter(&proven, MatchSettings(pairs: 4))
    #expect(!sentences(outputs(&proven)).contains(Wording.keyTaken))
  }

  @Test("a session that was proven before a reload is marked in the leaderboard")
  func you() throws {
    let snapshot = ClientSnapshot(sessionID: "k3v9", resumeToken: [1], lastRequest: RequestID(4))
    var page = page(restoring: snapshot)
    receive(welcome(as: Self.playerID), &page)
    page.act(.leaderboards, now: Self.now)
    let done = outputs(&page)
    #expect(!done.contains { if case .sign = $0 { true } else { false } })
    let asked = messages(done).compactMap { message -> RequestID? in
      if case .leaderboard(let id, .memorize) = message { id } else { nil }
    }
    let row = Leaderboard.Row(
      rank: 1, player: Player(name: "Ana", id: Self.playerID), shown: 20, mu: 27.5, sigma: 2.5,
      matches: 12)
    receive(
      .leaderboard(Leaderboard(id: try #require(asked.first), mode: .memorize, rows: [row])), &page)
    let lines = page.text(.leaderboards).split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("player\t1\tAna") && $0.contains("\tyou\t") }.count == 1)
  }

  @Test("after a rated match, to play again is to leave and to look for the next")
  func another() throws {
    var page = page()
    receive(welcome(as: Self.playerID), &page)
    synchronise(&page)
    let settings = try MatchSettings.quick(mode: .classic, seats: 3, isRated: true)
    let ended = Event.Ended(standings: [], reason: .finished, seed: [], entropies: [])
    enter(&page, settings, after: [.ended(ended)])
    _ = outputs(&page)
    page.act(.table(.rematch), now: Self.now)
    // The room is left first.
    let early = messages(outputs(&page))
    #expect(!early.contains { if case .request(_, .quickMatch) = $0 { true } else { false } })
    for message in early {
      if case .request(let id, .leaveRoom) = message {
        receive(.left(id: id, code: "room/left"), &page)
      }
    }
    let found = messages(outputs(&page)).compactMap { message -> QuickMatch? in
      if case .request(_, .quickMatch(let match)) = message { match } else { nil }
    }
    #expect(found == [QuickMatch(mode: .classic, seats: 3, isRated: true)])
  }

  @Test("rated tables are listed to be watched, as nobody chooses a seat there")
  func rooms() {
    var page = page()
    receive(welcome(as: Self.playerID), &page)
    page.act(.rooms, now: Self.now)
    var settings = MatchSettings(pairs: 12)
    func summary(_ code: String) -> RoomSummary {
      RoomSummary(code: code, settings: settings, seatsTaken: 1, phase: .waiting, spectators: 0)
    }
    let free = summary("AAAAA")
    settings.isRated = true
    receive(.rooms(RoomsUpdate(rooms: [free, summary("BBBBB")], removed: [])), &page)
    let lines = page.text(.rooms).split(separator: "\n")
    #expect(lines.map { $0.hasPrefix("AAAAA\tjoin\t") } == [true, false])
    #expect(lines.map { $0.hasPrefix("BBBBB\twatch\t") } == [false, true])
  }

  @Test("others are invited to watch a rated table, and to join any other")
  func invitation() {
    var settings = MatchSettings(pairs: 12)
    for way in ["join", "watch"] {
      var page = page()
      receive(welcome(as: Self.playerID), &page)
      synchronise(&page)
      enter(&page, settings)
      #expect(!page.frame(now: Self.now).isEmpty)
      #expect(page.text(.sharing) == "Others \(way) with this code:\t\(way)\tK7QF2")
      settings.isRated = true
    }
  }

  @Test("an action asks for a rated table or for any other")
  func quick() {
    #expect(
      WebAction(kind: 14, argument: 1, text: "blitz\t2")
        == .quick(QuickMatch(mode: .blitz, seats: 2, isRated: true)))
    #expect(
      WebAction(kind: 14, argument: 0, text: "zen\t2")
        == .quick(QuickMatch(mode: .zen, seats: 2, isRated: false)))
  }

  @Test("the player's ID is that of the documentation")
  func playerID() {
    #expect(KeyProof.playerID(hash: Hashing.swift.sha256(Self.publicKey)) == Self.playerID)
  }
}
