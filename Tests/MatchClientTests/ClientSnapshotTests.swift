// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol
import Testing
import Wire

@Suite("A client that was started again", .timeLimit(.minutes(1)))
struct ClientSnapshotTests {
  private static let now = LocalTime(microseconds: 9_000_000)
  private static let number = ConnectionNumber(1)
  private static let token = [UInt8](repeating: 1, count: 32)

  /// A player who is ready in a room of one seat, and the log so far.
  private func ready() throws -> (core: ClientCore, log: MatchView, commit: [UInt8]) {
    var harness = ClientHarness()
    harness.sitDown()
    guard
      case .request(let id, .intent(let ready))? = intents(harness.perform(.ready)).first,
      case .ready(let commit) = ready.intent
    else {
      Issue.record("Ready was not sent.")
      return (harness.core, harness.view, [])
    }
    harness.hear(
      .readied(SeatIndex(0), entropyCommit: commit),
      cause: Cause(actor: ActorNumber(1), request: id))
    return (harness.core, harness.view, commit)
  }

  /// Another start of the program, connected and not yet welcomed.
  private func restart(_ snapshot: ClientSnapshot?) -> (ClientCore, [ClientMessage]) {
    var core = ClientCore(
      agent: "test", name: "Ana", reconnectPolicy: ReconnectPolicy(),
      key: [UInt8](repeating: 9, count: 32), hashing: .openSSL, restoring: snapshot)
    _ = core.handle(.start(home: nil), now: Self.now)
    let greeting = sent(core.handle(.opened(Self.number), now: Self.now))
    return (core, greeting)
  }

  private func welcome(_ session: String, highest: UInt64? = nil) -> ClientInput {
    .received(
      Self.number,
      .welcome(
        Welcome(
          sessionID: session, resumeToken: Self.token, serverTime: .zero, clockEpoch: 1,
          challenge: [], serverVersion: "t", highestRequestID: highest.map { RequestID($0) })))
  }

  private func requests(_ messages: [ClientMessage]) -> [(id: UInt64, RoomRequest)] {
    messages.compactMap {
      if case .request(let id, let request) = $0 { (id.rawValue, request) } else { nil }
    }
  }

  @Test("presents the token, and asks for the room's present base once it is welcome")
  func resumes() throws {
    let snapshot = try #require(try ready().core.snapshot)
    #expect(snapshot.sessionID == "s" && snapshot.resumeToken == Self.token)
    #expect(snapshot.room?.code == "K7QF2" && snapshot.share?.count == 32)
    var (core, first) = restart(snapshot)
    #expect(first.first == .hello(Hello(agent: "test", name: "Ana", resumeToken: Self.token)))
    #expect(requests(first).isEmpty, "Another copy may have used higher ids.")
    #expect(core.snapshot == snapshot)
    let asked = requests(sent(core.handle(welcome("s"), now: Self.now)))
    let join = JoinRoom(code: "K7QF2", role: .player, roomID: "r")
    #expect(asked.map { $0.1 } == [.joinRoom(join)])
    #expect(try #require(asked.first).id == snapshot.lastRequest.rawValue + 1)
  }

  @Test("goes on above the ids that the server has seen, and asks nothing before")
  func rises() throws {
    let snapshot = try #require(try ready().core.snapshot)
    var (core, _) = restart(snapshot)
    let early = core.handle(.command(.leaderboard(.memorize)), now: Self.now)
    #expect(sent(early).isEmpty)
    let asked = sent(core.handle(welcome("s", highest: 40), now: Self.now))
    #expect(requests(asked).map { $0.id } == [41])
  }

  @Test("reports nothing a second time, and opens the share that it committed to before")
  func share() throws {
    let (former, log, commit) = try ready()
    var (core, _) = restart(former.snapshot)
    _ = core.handle(welcome("s"), now: Self.now)
    let joined = Joined(
      code: "K7QF2", roomID: "r", actor: ActorNumber(1), seat: SeatIndex(0), role: .player,
      base: MatchView(), tail: former.table?.log.entries ?? [])
    let events = events(core.handle(.received(Self.number, .joined(joined)), now: Self.now))
    #expect(events == [.joined])
    #expect(core.table?.log.latest == log)
    let entry = Entry(
      seq: log.seq + 1, at: log.at, cause: nil,
      event: .committed(Event.Committed(seedCommit: [], entropyCommits: [commit])))
    let outputs = core.handle(.received(Self.number, .entry(entry)), now: Self.now)
    guard case .request(_, .intent(let reveal))? = intents(outputs).first,
      case .reveal(let entropy) = reveal.intent
    else {
      Issue.record("The share was not opened: \(outputs)")
      return
    }
    #expect(entropy == former.snapshot?.share)
    #expect(core.snapshot?.room?.lastEntry == log.seq + 1)
  }

  @Test("has lost its seat if the server does not know the session any more")
  func forgotten() throws {
    var (core, _) = restart(try ready().core.snapshot)
    let outputs = core.handle(welcome("other"), now: Self.now)
    #expect(events(outputs).contains(.left(reason: "session/unknown")))
    #expect(requests(sent(outputs)).isEmpty)
    #expect(core.snapshot?.sessionID == "other")
    #expect(core.snapshot?.room == nil && core.snapshot?.share == nil)
  }

  @Test("has lost its seat if the room refuses it, and tries again if that is temporary")
  func refused() throws {
    let snapshot = try #require(try ready().core.snapshot)
    for (code, isLost) in [(RefusalCode.roomUnknownCode, true), (.journalUnavailable, false)] {
      var (core, _) = restart(snapshot)
      let asked = requests(sent(core.handle(welcome("s"), now: Self.now)))
      let id = RequestID(try #require(asked.first).id)
      let refusal = ServerMessage.refused(id: id, Refusal(code))
      let outputs = core.handle(.received(Self.number, refusal), now: Self.now)
      #expect(events(outputs).isEmpty != isLost)
      #expect((core.snapshot?.room == nil) == isLost)
      #expect(core.isWaiting != isLost)
    }
  }

  @Test("has no room if it was about to leave it")
  func leaving() throws {
    var core = try ready().core
    _ = core.handle(.command(.request(.leaveRoom)), now: Self.now)
    #expect(core.snapshot != nil && core.snapshot?.room == nil)
  }
}
