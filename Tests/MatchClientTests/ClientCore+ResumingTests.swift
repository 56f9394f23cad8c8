// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol
import Testing
import Wire

@Suite("Client core after a break", .timeLimit(.minutes(1)))
struct ResumingTests {
  private let token = [UInt8](repeating: 1, count: 32)
  private var harness = ClientHarness()
  private var core: ClientCore { harness.core }

  /// A client alone in a waiting room, its log at entry 2.
  init() {
    harness.connect()
    _ = hear(welcome("s"))
    _ = hear(
      .joined(
        Joined(
          code: "K7QF2", roomID: "r", actor: ActorNumber(1), seat: SeatIndex(0), role: .player,
          base: MatchView(), tail: [entry(1, opened), entry(2, seated)])))
  }

  private var opened: Event {
    .opened(
      Event.Opened(matchID: "m", settings: MatchSettings(pairs: 2, seats: 2), theme: "animals"))
  }

  private var seated: Event {
    .seated(Event.Seated(seat: SeatIndex(0), player: Player(name: "Ana"), actor: ActorNumber(1)))
  }

  private func entry(_ seq: UInt64, _ event: Event, cause: UInt64? = nil) -> Entry {
    Entry(
      seq: seq, at: ServerTime(microseconds: 1_000_000),
      cause: cause.map { Cause(actor: ActorNumber(1), request: RequestID($0)) }, event: event)
  }

  private func welcome(_ session: String, highest: UInt64? = nil) -> ServerMessage {
    .welcome(
      Welcome(
        sessionID: session, resumeToken: token, serverTime: ServerTime(microseconds: 1_000_000),
        clockEpoch: 1, challenge: [], serverVersion: "t",
        highestRequestID: highest.map { RequestID($0) }))
  }

  private mutating func perform(_ command: ClientCommand) -> [ClientOutput] {
    harness.perform(command)
  }

  private mutating func hear(_ message: ServerMessage) -> [ClientEvent] {
    events(harness.hear(message))
  }

  /// The connection breaks; a new one takes the session over.
  private mutating func breakOff() {
    harness.disconnect()
    harness.connect()
    _ = hear(welcome("s"))
  }

  private func goOn(_ id: UInt64, after seq: UInt64) -> ClientMessage {
    .request(
      id: RequestID(id),
      .joinRoom(
        JoinRoom(code: "K7QF2", role: .player, roomID: "r", afterSeq: seq)))
  }

  @Test("repeats unanswered requests unchanged, and then resumes after its last entry")
  mutating func order() throws {
    let first = sent(perform(.intent(.deal)))
    let second = sent(perform(.ready))
    harness.disconnect()
    #expect(!core.isCurrent && core.isWaiting)
    let again = sent(harness.connect())
    let hello = ClientMessage.hello(Hello(agent: "test", name: "Ana", resumeToken: token))
    #expect(Array(again.dropLast()) == [hello] + first + second + [goOn(3, after: 2)])
    guard case .ping? = again.last else {
      Issue.record("The clock was not asked for.")
      return
    }
    // A second reconnect: the same again, with a new request to resume.
    harness.disconnect()
    let third = sent(harness.connect())
    #expect(Array(third.dropLast()) == [hello] + first + second + [goOn(4, after: 2)])
  }

  @Test("continues above the session's highest request id, and never below its own")
  mutating func highest() throws {
    _ = perform(.ready)
    harness.disconnect()
    harness.connect()
    _ = hear(welcome("s", highest: 40))
    func number(_ messages: [ClientMessage]) -> RequestID? { messages.first?.requestID }
    #expect(number(sent(perform(.intent(.deal)))) == RequestID(41))
    _ = hear(welcome("s", highest: 3))
    #expect(number(sent(perform(.intent(.shuffle)))) == RequestID(42))
  }

  @Test("an answer that names its request leaves others waiting; one that does not, none")
  mutating func answered() throws {
    _ = hear(.left(id: nil, code: "room/idle"))
    _ = perform(.request(.joinRoom(JoinRoom(code: "K7QF2", role: .player))))
    _ = perform(.request(.joinRoom(JoinRoom(code: "M2WRT", role: .player))))
    func joined(_ id: UInt64?) -> ServerMessage {
      .joined(
        Joined(
          id: id.map { RequestID($0) }, code: "K7QF2", roomID: "r", actor: ActorNumber(1),
          seat: SeatIndex(0), role: .player, base: MatchView(),
          tail: [entry(1, opened), entry(2, seated)]))
    }
    _ = hear(joined(1))
    #expect(core.isWaiting, "The second has no answer yet.")
    _ = hear(joined(2))
    #expect(!core.isWaiting)
    _ = perform(.request(.joinRoom(JoinRoom(code: "K7QF2", role: .player))))
    _ = hear(joined(nil))
    #expect(!core.isWaiting)
  }

  @Test("commands without a connection are sent over the next one, a few at most")
  mutating func pressedMeanwhile() throws {
    harness.disconnect()
    for _ in 0..<20 { #expect(perform(.intent(.shuffle)) == []) }
    let again = sent(harness.connect())
    let ids = again.compactMap { message -> RequestID? in
      if case .request(let id, .intent) = message { id } else { nil }
    }
    #expect(ids == (1...8).map { RequestID($0) })
    #expect(again.contains(goOn(9, after: 2)))
  }

  @Test("the log continues; an answer that arrives ahead of missed entries waits for its place")
  mutating func tail() throws {
    guard case .request(_, .intent(let request))? = sent(perform(.ready)).first,
      case .ready(let commit) = request.intent
    else {
      Issue.record("Ready was not sent.")
      return
    }
    harness.disconnect()
    harness.connect()
    #expect(hear(welcome("s")) == [.welcomed])
    let other = entry(
      3,
      .seated(Event.Seated(seat: SeatIndex(1), player: Player(name: "Ben"), actor: ActorNumber(2))))
    let own = entry(4, .readied(SeatIndex(0), entropyCommit: commit), cause: 1)
    #expect(hear(.entry(own)) == [])
    #expect(core.isWaiting && !core.isCurrent)
    let joined = Joined(
      code: "K7QF2", roomID: "r", actor: ActorNumber(1), seat: SeatIndex(0), role: .player,
      base: nil, tail: [other, own])
    #expect(hear(.joined(joined)) == [.joined, .entry(other), .entry(own)])
    #expect(core.isCurrent && !core.isWaiting)
    #expect(core.table?.log.entries.map(\.seq) == [1, 2, 3, 4])
    #expect(hear(.entry(own)) == [])
  }

  @Test("a new base restarts the log, and nothing is reported twice")
  mutating func newBase() {
    breakOff()
    let next = entry(3, .readied(SeatIndex(0), entropyCommit: []))
    let joined = Joined(
      code: "K7QF2", roomID: "r", actor: ActorNumber(1), seat: SeatIndex(0), role: .player,
      base: MatchView(), tail: [entry(1, opened), entry(2, seated), next])
    #expect(hear(.joined(joined)) == [.joined, .entry(next)])
  }

  @Test(
    "a base before reported entries reports none of them again, in the tail or after it")
  mutating func earlierBase() {
    let flip = entry(3, .readied(SeatIndex(0), entropyCommit: []))
    #expect(hear(.entry(flip)) == [.entry(flip)])
    breakOff()
    let joined = Joined(
      code: "K7QF2", roomID: "r", actor: ActorNumber(1), seat: SeatIndex(0), role: .player,
      base: MatchView(), tail: [entry(1, opened), entry(2, seated)])
    #expect(hear(.joined(joined)) == [.joined])
    #expect(hear(.entry(flip)) == [], "It was reported before the break.")
    let next = entry(4, .ownerChanged(nil))
    #expect(hear(.entry(next)) == [.entry(next)])
  }

  @Test("a client that was leaving does not rejoin")
  mutating func leaving() throws {
    let leave = sent(perform(.request(.leaveRoom)))
    harness.disconnect()
    let again = sent(harness.connect())
    #expect(again.contains(leave[0]))
    #expect(!again.contains { if case .request(_, .joinRoom) = $0 { true } else { false } })
    #expect(hear(.left(id: RequestID(1), code: "room/left")) == [.left(reason: "room/left")])
    #expect(!core.isWaiting)
  }

  @Test(
    "whose leaving a server has forgotten is out all the same",
    arguments: [RefusalCode.intentExpired, .roomNotIn])
  mutating func leavingForgotten(code: RefusalCode) throws {
    _ = perform(.request(.leaveRoom))
    breakOff()
    let events = hear(.refused(id: RequestID(1), Refusal(code)))
    #expect(
      events == [.refused(.request(.leaveRoom), Refusal(code)), .left(reason: code.rawValue)])
    #expect(core.table == nil && !core.isWaiting)
  }

  @Test("an answer that the base holds already is one")
  mutating func answeredInBase() throws {
    _ = perform(.ready)
    breakOff()
    let own = entry(3, .readied(SeatIndex(0), entropyCommit: []), cause: 1)
    var base = MatchView()
    for entry in [entry(1, opened), entry(2, seated), own] { base.apply(entry) }
    let joined = Joined(
      code: "K7QF2", roomID: "r", actor: ActorNumber(1), seat: SeatIndex(0), role: .player,
      base: base, tail: [])
    #expect(hear(.joined(joined)) == [.joined])
    #expect(core.isWaiting)
    #expect(hear(.entry(own)) == [])
    #expect(!core.isWaiting)
  }

  @Test("a repeated ready is answered by the former entry")
  mutating func answeredByFormer() throws {
    let asked = sent(perform(.ready))
    guard case .request(_, .intent(let request)) = asked.first,
      case .ready(let commitment) = request.intent
    else { return #expect(Bool(false), "It did not say that it is ready.") }
    let own = entry(3, .readied(SeatIndex(0), entropyCommit: commitment), cause: 1)
    #expect(hear(.entry(own)) == [.entry(own)])
    #expect(!core.isWaiting)
    _ = perform(.ready)
    #expect(core.isWaiting)
    #expect(hear(.entry(own)) == [])
    #expect(!core.isWaiting)
  }

  @Test("a leaving client stays in the room until `left` arrives, whatever entries come before")
  mutating func leavingUntold() throws {
    let leave = sent(perform(.request(.leaveRoom)))
    _ = hear(.entry(entry(3, .vacated(SeatIndex(0)), cause: 1)))
    #expect(core.isWaiting)
    harness.disconnect()
    let again = sent(harness.connect())
    #expect(again.contains(leave[0]))
    #expect(!again.contains { if case .request(_, .joinRoom) = $0 { true } else { false } })
    _ = hear(welcome("s"))
    // A repeated answer ahead of the missed entries is not an error of the server.
    #expect(hear(.entry(entry(7, .readied(SeatIndex(0), entropyCommit: []), cause: 1))) == [])
    #expect(hear(.left(id: RequestID(1), code: "room/left")) == [.left(reason: "room/left")])
  }

  @Test("a client that has left awaits no earlier answer about entering")
  mutating func enteredAndLeft() throws {
    _ = perform(.request(.joinRoom(JoinRoom(code: "ABCDE", role: .spectator))))
    _ = perform(.request(.leaveRoom))
    _ = perform(.request(.joinRoom(JoinRoom(code: "BCDEF", role: .spectator))))
    _ = hear(.left(id: RequestID(2), code: "room/left"))
    #expect(core.isWaiting, "The last is not answered yet.")
    _ = hear(.refused(id: RequestID(3), Refusal(.roomUnknownCode)))
    #expect(!core.isWaiting)
  }

  @Test("a client that temporarily could not leave resumes at the table")
  mutating func couldNotLeave() throws {
    _ = perform(.request(.leaveRoom))
    breakOff()
    _ = hear(.refused(id: RequestID(1), Refusal(.journalUnavailable)))
    #expect(core.table != nil && !core.isCurrent)
    harness.now = harness.now + .milliseconds(500)
    #expect(sent(harness.handle(.tick)).contains(goOn(2, after: 2)))
  }

  @Test("a client that left unawares and rejoined is its new membership")
  mutating func cameInAnew() throws {
    breakOff()
    _ = hear(
      .joined(
        Joined(
          code: "K7QF2", roomID: "r", actor: ActorNumber(3), seat: nil, role: .player, base: nil,
          tail: [])))
    #expect(core.table?.actor == ActorNumber(3))
  }

  @Test("a refusal from outside the room is ignored while it resumes")
  mutating func outsideMeanwhile() throws {
    _ = perform(.ready)
    breakOff()
    _ = hear(.refused(id: RequestID(1), Refusal(.roomNotIn)))
    #expect(core.table != nil)
    _ = hear(.refused(id: RequestID(2), Refusal(.roomUnknownCode)))
    #expect(core.table == nil)
  }

  @Test("a server that knows the session no more has no seat for it")
  mutating func forgotten() {
    _ = perform(.ready)
    harness.disconnect()
    harness.connect()
    #expect(hear(welcome("other")) == [.welcomed, .left(reason: "session/unknown")])
    #expect(core.table == nil && !core.isWaiting)
  }

  @Test(
    "a closed room is left; a temporarily unavailable one is retried",
    arguments: [
      RefusalCode.journalUnavailable, .journalRegressed, .limitTooFast, .limitWrongCodes,
    ])
  mutating func refused(code: RefusalCode) throws {
    breakOff()
    #expect(hear(.refused(id: RequestID(1), Refusal(code))) == [])
    harness.now = harness.now + .milliseconds(500)
    #expect(sent(harness.handle(.tick)).contains(goOn(2, after: 2)))
    let gone = Refusal(.roomUnknownCode)
    #expect(hear(.refused(id: RequestID(2), gone)) == [.left(reason: "room/unknown_code")])
    #expect(core.table == nil)
  }
}
