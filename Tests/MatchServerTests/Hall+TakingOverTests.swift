// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import FacedownTesting
import Game
import MatchServer
import Protocol
import Testing

@Suite("A seat whose player comes over another session", .timeLimit(.minutes(1)))
struct HallTakingOverTests {
  private let key = Ed25519PrivateKey()
  private let name = ServerName(host: "localhost", port: 7777)
  private let journal = FaultyJournal()

  /// Ana, proven, and Ben at a table, in a match or before.
  private func table(
    isPlaying: Bool
  ) -> (hall: ScriptedHall, ana: LinkID, ben: LinkID, code: String) {
    var hall = ScriptedHall(journal: journal)
    hall.names = [name]
    let ana = open("Ana", &hall)
    let ben = hall.open("Ben")
    let code = hall.create(
      MatchSettings(pairs: 8, seats: 2, turnLimit: .zero), over: ana)
    hall.join(code, .player, over: ben)
    guard isPlaying else { return (hall, ana, ben, code) }
    for intent in [Intent.ready(entropyCommit: []), .deal] {
      for link in [ana, ben] { want(intent, link, &hall) }
    }
    hall.pass(.seconds(5))
    return (hall, ana, ben, code)
  }

  private func open(_ name: String, _ hall: inout ScriptedHall) -> LinkID {
    let link = hall.open(name, publicKey: key.publicKey.bytes)
    guard let welcome = hall.welcome(link) else { return link }
    let statement = KeyProof.statement(
      server: self.name, session: welcome.sessionID, challenge: welcome.challenge)
    hall.say(.prove(signature: key.signature(of: statement)), over: link)
    return link
  }

  private func want(_ intent: Intent, _ link: LinkID, _ hall: inout ScriptedHall) {
    let request = IntentRequest(id: hall.nextID(), seenSeq: 1_000, intent: intent)
    hall.say(.intent(request), over: link)
  }

  /// The room as a link last had it.
  private func view(_ link: LinkID, _ hall: ScriptedHall) -> MatchView {
    var view = hall.joined(link)?.base ?? MatchView()
    let tail = hall.joined(link)?.tail ?? []
    for entry in tail + hall.entries(link) where entry.seq == view.seq + 1 { view.apply(entry) }
    return view
  }

  @Test("keeps seat, room and match, also in the middle of it", arguments: [false, true])
  func takesOver(isPlaying: Bool) throws {
    var (hall, ana, ben, code) = table(isPlaying: isPlaying)
    #expect(view(ben, hall).isMatchRunning == isPlaying)
    let newer = open("Ana", &hall)
    #expect(hall.closed == [ana])
    hall.join(code, .player, over: newer)
    let joined = try #require(hall.joined(newer))
    #expect(joined.seat == SeatIndex(0))
    #expect(joined.actor == ActorNumber(3), "Whose numbers are whose stays clear.")
    let seen = view(ben, hall)
    #expect(seen == view(newer, hall))
    #expect(seen.owner == ActorNumber(3))
    #expect(seen.seats[0].isTaken && !seen.seats[0].hasResigned)
    #expect(seen.isMatchRunning == isPlaying)
    #expect(hall.refusals(newer) == [])
    if isPlaying, let turn = seen.turn {
      want(.choose(CardID(generation: 1, slot: 0)), turn.seat == SeatIndex(0) ? newer : ben, &hall)
      #expect(view(ben, hall).faceUp.count == 1, "The match goes on.")
    }
  }

  @Test("is theirs at the next server too, and the older session has it no more")
  func restart() throws {
    var (hall, ana, _, code) = table(isPlaying: true)
    let newer = open("Ana", &hall)
    hall.join(code, .player, over: newer)
    let room = try #require(hall.joined(newer)?.roomID)
    let (older, token) = (
      try #require(hall.welcome(ana)?.resumeToken), try #require(hall.welcome(newer)?.resumeToken)
    )
    hall.restart(with: journal.contents)
    let back = hall.open("Ana", token: token)
    hall.join(code, .player, room: room, after: 1, over: back)
    #expect(hall.joined(back)?.seat == SeatIndex(0))
    hall.feed(.closed(back))
    let stale = hall.open("Ana", token: older)
    want(.resign, stale, &hall)
    #expect(hall.refusals(stale).map(\.code) == [.roomNotIn])
  }

  @Test("is theirs over one session alone, also where the journal answers for both at once")
  func together() throws {
    var (hall, ana, _, _) = table(isPlaying: true)
    let token = try #require(hall.welcome(ana)?.resumeToken)
    hall.feed(.closed(ana))
    let newer = hall.open("Ana", publicKey: key.publicKey.bytes)
    journal.fault = .stalled
    hall.prove(key, to: name, over: newer)
    let back = hall.open("Ana", token: token)
    journal.fault = .none
    hall.hearJournal()
    #expect(hall.welcome(newer)?.playerID == KeyProof.playerID(of: key.publicKey))
    #expect(hall.welcome(back) == nil)
    #expect(hall.closing(back)?.code == RefusalCode.sessionTakenOver.rawValue)
    #expect(hall.closed == [back])
  }

  @Test("is nobody's who only has the name, or is a guest")
  func strangers() {
    var (hall, _, _, code) = table(isPlaying: true)
    let guest = hall.open("Ana")
    hall.join(code, .player, over: guest)
    #expect(hall.refusals(guest).map(\.code) == [.roomMatchRunning])
  }

  @Test("is not had where it cannot be kept, and nothing has changed")
  func notKept() {
    var (hall, ana, ben, code) = table(isPlaying: true)
    let newer = open("Ana", &hall)
    let before = view(ben, hall)
    journal.fault = .full
    hall.join(code, .player, over: newer)
    #expect(hall.refusals(newer).map(\.code) == [.journalUnavailable])
    #expect(view(ben, hall) == before)
    journal.fault = .none
    hall.join(code, .player, over: newer)
    #expect(hall.joined(newer)?.seat == SeatIndex(0))
    #expect(hall.closed == [ana])
  }
}
