// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Protocol
import Testing

@testable import Lobby

@Suite("A lobby restored from its journal", .timeLimit(.minutes(1)))
struct RoomDirectoryRestoringTests {
  private func match() throws -> (
    lobby: ScriptedLobby, ada: SessionID, bob: SessionID, code: RoomCode
  ) {
    var lobby = ScriptedLobby()
    let (ada, bob) = (lobby.open("ada"), lobby.open("bob"))
    let code = try lobby.create(MatchSettings(pairs: 4, seats: 2), by: ada)
    lobby.join(code, by: bob)
    try lobby.begin([ada, bob])
    return (lobby, ada, bob, code)
  }

  private func comeBack(_ session: SessionID, to code: RoomCode, _ lobby: inout ScriptedLobby) {
    lobby.setConnected(true, session)
    lobby.join(code, after: lobby.view(of: session).seq, by: session)
  }

  @Test("a match resumes where it stopped: same cards, same turn, same seats")
  func goesOn() throws {
    var (lobby, ada, bob, code) = try match()
    let first = try lobby.onTurn([ada, bob])
    let card = CardID(generation: 1, slot: 0)
    lobby.want(.choose(card), by: first)
    let before = lobby.view(of: ada)
    let face = before.card(card)?.face
    #expect(face != nil)

    #expect(lobby.crash(key: 9) == [])
    #expect(lobby.directory.roomCount == 1)
    for session in [ada, bob] { comeBack(session, to: code, &lobby) }
    #expect(lobby.view(of: ada) == before)
    #expect(lobby.clients[bob]?.room?.base == nil, "Nobody needs what it already has.")
    let fair = FairDeal(matchID: before.matchID, hashing: .toy)
    let sealed = try #require(lobby.stored.values.first?.sealed.first?.record)
    let deck = fair.deck(seed: sealed.seed, entropies: [[], []], pairs: 4)
    let pair = try #require(deck.faces.indices.last { deck.faces[$0] == deck.faces[0] })
    lobby.advance(to: before.lastRevealAt)
    lobby.want(.choose(CardID(generation: 1, slot: pair)), by: first)
    let flip = lobby.journal.values.first?.compactMap { entry -> Event.Flipped? in
      if case .flipped(let flip) = entry.event { flip } else { nil }
    }.last
    #expect(flip?.outcome == .match)
    #expect(flip?.face == face)
  }

  @Test("a request whose answer was lost is answered and not done again")
  func once() throws {
    var (lobby, ada, bob, code) = try match()
    let first = try lobby.onTurn([ada, bob])
    lobby.isJournalWaiting = true
    let seen = IntentRequest(
      seenSeq: lobby.view(of: first).seq, intent: .choose(CardID(generation: 1, slot: 3)))
    lobby.ask(.intent(seen), by: first)
    let id = try #require(lobby.clients[first]?.lastRequest)
    _ = lobby.crash(key: 9, landing: 1)
    lobby.isJournalWaiting = false
    let length = try #require(lobby.journal.values.first?.count)
    lobby.setConnected(true, first)
    let outputs = lobby.ask(.intent(seen), by: first, id: id)
    #expect(outputs.refusals == [])
    #expect(outputs.sent.map(\.cause?.request) == [id])
    #expect(lobby.journal.values.first?.count == length)
    comeBack(first, to: code, &lobby)
    #expect(lobby.view(of: first).faceUp == [CardID(generation: 1, slot: 3)])
  }

  @Test("a request that had not landed is done when it is repeated")
  func notYet() throws {
    var (lobby, ada, bob, _) = try match()
    let first = try lobby.onTurn([ada, bob])
    lobby.isJournalWaiting = true
    let seen = IntentRequest(
      seenSeq: lobby.view(of: first).seq, intent: .choose(CardID(generation: 1, slot: 3)))
    lobby.ask(.intent(seen), by: first)
    let id = try #require(lobby.clients[first]?.lastRequest)
    _ = lobby.crash(key: 9, landing: 0)
    lobby.isJournalWaiting = false
    lobby.setConnected(true, first)
    let outputs = lobby.ask(.intent(seen), by: first, id: id)
    #expect(outputs.refusals == [])
    #expect(lobby.journal.values.first?.last?.cause?.request == id)
  }

  @Test("a retry is answered even if the session has left since")
  func onceBehindLeaving() throws {
    var (lobby, ada, _, _) = try match()
    let restart = RoomRequest.intent(IntentRequest(seenSeq: 99, intent: .restart))
    let first = lobby.ask(restart, by: ada).sent
    let id = try #require(lobby.clients[ada]?.lastRequest)
    lobby.ask(.leaveRoom, by: ada)
    _ = lobby.crash(key: 9)
    lobby.setConnected(true, ada)
    #expect(first.map(\.cause?.request) == [id])
    #expect(lobby.ask(restart, by: ada, id: id) == [.entries(first, to: [ada])])
  }

  @Test("a match whose players were not back before the next crash has stood still all the while")
  func twice() throws {
    var (lobby, ada, bob, code) = try match()
    let deadline = try #require(lobby.view(of: ada).turn?.deadline)
    lobby.advance(by: .seconds(1))
    _ = lobby.crash(key: 9, outage: .seconds(5))
    #expect(lobby.outages.count == 1)
    comeBack(ada, to: code, &lobby)
    lobby.advance(by: .seconds(3))
    _ = lobby.crash(key: 10, outage: .seconds(7))
    #expect(lobby.outages.count == 1, "The first is the one that counts.")
    for session in [ada, bob] { comeBack(session, to: code, &lobby) }
    let later = deadline + .seconds(15)
    #expect(lobby.view(of: bob).turn?.deadline == later)
    // What has been refunded is not refunded again.
    lobby.advance(by: .seconds(2))
    _ = lobby.crash(key: 11, outage: .seconds(1))
    #expect(lobby.outages.count == 1)
    for session in [ada, bob] { comeBack(session, to: code, &lobby) }
    let last = later + .seconds(1)
    #expect(lobby.view(of: bob).turn?.deadline == last)
  }

  @Test("a retry gets the lost answer to opening or joining a room")
  func entering() throws {
    var lobby = ScriptedLobby()
    let ada = lobby.open("ada")
    lobby.isJournalWaiting = true
    lobby.ask(.createRoom(MatchSettings()), by: ada)
    _ = lobby.crash(key: 9, landing: 1)
    lobby.isJournalWaiting = false
    lobby.setConnected(true, ada)
    let outputs = lobby.ask(.createRoom(MatchSettings()), by: ada, id: RequestID(1))
    #expect(outputs.refusals == [])
    #expect(outputs.joined.map(\.seat) == [SeatIndex(0)])
    #expect(lobby.directory.roomCount == 1)
  }

  @Test("a retry gets the lost answer to leaving")
  func leaving() throws {
    var (lobby, ada, _, _) = try match()
    lobby.isJournalWaiting = true
    lobby.ask(.leaveRoom, by: ada)
    let id = try #require(lobby.clients[ada]?.lastRequest)
    _ = lobby.crash(key: 9, landing: 1)
    lobby.isJournalWaiting = false
    lobby.setConnected(true, ada)
    let outputs = lobby.ask(.leaveRoom, by: ada, id: id)
    #expect(outputs.refusals == [])
    #expect(outputs.departures == [ada: .asked])
  }

  @Test("spectators get delayed entries as late as they would have")
  func held() throws {
    var lobby = ScriptedLobby()
    let (ada, eve) = (lobby.open("ada"), lobby.open("eve"))
    let settings = MatchSettings(pairs: 4, seats: 1, turnLimit: .zero, spectatorDelay: .seconds(20))
    let code = try lobby.create(settings, by: ada)
    try lobby.begin([ada])
    lobby.advance(by: .seconds(30))
    lobby.want(.choose(CardID(generation: 1, slot: 0)), by: ada)
    let flip = lobby.view(of: ada).seq
    lobby.advance(by: .seconds(5))
    _ = lobby.crash(key: 9, outage: .seconds(5))
    lobby.setConnected(true, eve)
    lobby.join(code, as: .spectator, by: eve)
    #expect(lobby.view(of: eve).seq == flip - 1)
    lobby.advance(by: .seconds(14))
    #expect(lobby.view(of: eve).seq == flip - 1, "Nobody sees it before twenty seconds are over.")
    lobby.advance(by: .seconds(3))
    #expect(lobby.view(of: eve).seq >= flip)
  }

  @Test("a room that was listed is listed, and its code is taken")
  func listed() throws {
    var (lobby, _, _, code) = try match()
    let list = lobby.directory.list
    _ = lobby.crash(key: 9)
    #expect(lobby.directory.list == list)
    #expect(list.map(\.code) == [code.rawValue])
  }

  @Test("a player who does not return is skipped, and the room closes in the end")
  func nobodyComesBack() throws {
    var (lobby, ada, bob, _) = try match()
    _ = lobby.crash(key: 9)
    lobby.advance(by: .seconds(7200))
    #expect(lobby.directory.roomCount == 0)
    #expect(!lobby.directory.knows(ada) && !lobby.directory.knows(bob))
    #expect(lobby.directory.nextWake == nil)
  }

  @Test("a damaged room is a named error, and the other rooms are restored")
  func damaged() throws {
    let (lobby, _, _, code) = try match()
    let whole = try #require(lobby.stored.values.first)
    func loss(_ change: (inout StoredRoom) -> Void) -> StoredRoomError? {
      var room = whole
      change(&room)
      var directory = RoomDirectory(
        random: RandomStream(key: [1], hashing: .toy), dealer: .fair(.toy),
        leastLead: ScriptedLobby.lead)
      let losses = directory.restore(RoomDirectory.Stored(rooms: [room]), now: lobby.now).losses
      #expect(directory.roomCount == (losses.isEmpty ? 1 : 0))
      #expect(directory.rooms[code] == (losses.isEmpty ? whole.id : nil))
      return losses.first?.problem
    }
    #expect(loss { _ in } == nil)
    #expect(loss { $0.entries = [] } == .empty)
    #expect(loss { $0.entries.remove(at: 2) } == .broken(after: 2))
    #expect(loss { $0.entries[3].at = .zero } == .broken(after: 3))
    #expect(loss { $0.entries[4].event = .unrecognized } == .unknownEvent(seq: 5))
    let matchID = whole.sealed[0].record.matchID
    #expect(loss { $0.sealed[0].afterSeq = 900 } == .misplacedSeal(matchID: matchID))
    #expect(loss { $0.sealed[0].record.matchID = "x" } == .misplacedSeal(matchID: "x"))
    #expect(loss { $0.sealed[0].record.seed = [] } == .misplacedSeal(matchID: matchID))
    #expect(loss { $0.members[0].actor = ActorNumber(77) } == .seatless(actor: 77))
  }

  /// Each of these would be met by the rules later, which trust the match they stand on.
  @Test(
    "a log of an invalid match is an error, never a trap",
    arguments: Unsound.allCases)
  func unsound(_ case: Unsound) throws {
    var (lobby, ada, bob, _) = try match()
    let first = try lobby.onTurn([ada, bob])
    lobby.want(.choose(CardID(generation: 1, slot: 0)), by: first)
    var room = try #require(lobby.stored.values.first)
    `case`.spoil(&room)
    var directory = RoomDirectory(
      random: RandomStream(key: [1], hashing: .toy), dealer: .fair(.toy),
      leastLead: ScriptedLobby.lead)
    let losses = directory.restore(RoomDirectory.Stored(rooms: [room]), now: lobby.now).losses
    #expect(losses.map(\.problem) == [.unsound(seq: UInt64(room.entries.count))])
  }

  /// Errors in a log whose entries are numbered and ordered correctly.
  enum Unsound: CaseIterable {
    case noSeed, otherSeed, noPairs, manyPairs, noChairs, otherDeck, noTurns, foreignTurn, lastActor
    case nobodyToReveal

    func spoil(_ room: inout StoredRoom) {
      func change(_ body: (inout Event) -> Void) {
        for index in room.entries.indices { body(&room.entries[index].event) }
      }
      switch self {
      case .noSeed: room.sealed = []
      case .otherSeed: room.sealed[0].record.seed[0] ^= 1
      case .noPairs, .manyPairs, .noChairs:
        change { event in
          guard case .opened(var opened) = event else { return }
          if self == .noPairs { opened.settings.pairs = 0 }
          if self == .manyPairs { opened.settings.pairs = 33 }
          if self == .noChairs { opened.settings.seats = 0 }
          event = .opened(opened)
        }
        room.members = []
      case .otherDeck, .noTurns:
        change { event in
          guard case .dealt(var dealt) = event else { return }
          if self == .otherDeck { dealt.slots.removeLast() } else { dealt.turnOrder = [] }
          event = .dealt(dealt)
        }
      case .foreignTurn:
        change { event in
          guard case .turnBegan(var began) = event else { return }
          began.seat = SeatIndex(5)
          event = .turnBegan(began)
        }
      case .lastActor:
        let last = room.entries[room.entries.count - 1]
        room.entries.append(
          Entry(
            seq: last.seq + 1, at: last.at,
            event: .seated(
              Event.Seated(
                seat: SeatIndex(1), player: Player(name: "Eve", id: nil, isBot: false),
                actor: ActorNumber(.max)))))
        room.members = []
      case .nobodyToReveal:
        // All seats lose their commitments while the room waits for their shares.
        change { event in
          if case .readied(let seat, _) = event { event = .readied(seat, entropyCommit: [1]) }
        }
        guard
          let index = room.entries.firstIndex(where: {
            if case .committed = $0.event { true } else { false }
          })
        else { return }
        let committed = room.entries[index]
        room.entries.removeSubrange((index + 1)...)
        room.entries.append(
          Entry(
            seq: committed.seq + 1, at: committed.at,
            event: .configured(MatchSettings(pairs: 4, seats: 2), theme: "animals")))
      }
    }
  }

  @Test("a batch whose fate was unclear is found again or is not")
  func reread() throws {
    for isThere in [true, false] {
      var (lobby, ada, bob, _) = try match()
      let first = try lobby.onTurn([ada, bob])
      lobby.isJournalWaiting = true
      lobby.want(.choose(CardID(generation: 1, slot: 3)), by: first)
      let length = lobby.view(of: first).seq
      let outputs = lobby.reread(landing: isThere)
      #expect(outputs.refusals.map(\.code) == (isThere ? [] : [.journalUnavailable]))
      #expect(lobby.view(of: first).seq == length + (isThere ? 1 : 0))
      #expect(lobby.view(of: first).seq == UInt64(try #require(lobby.journal.values.first).count))
    }
  }

  @Test("a log continued by another process is adopted and resent to everyone")
  func foreign() throws {
    var (lobby, ada, bob, _) = try match()
    let first = try lobby.onTurn([ada, bob])
    lobby.isJournalWaiting = true
    lobby.want(.choose(CardID(generation: 1, slot: 3)), by: first)
    var other = try #require(lobby.stored.values.first)
    let last = try #require(other.entries.last)
    let turn = try #require(lobby.view(of: ada).turn)
    other.entries.append(Entry(seq: last.seq + 1, at: last.at, event: .resigned(turn.seat)))
    let outputs = lobby.reread(other)
    #expect(outputs.refusals.map(\.code) == [.journalUnavailable])
    for session in [ada, bob] {
      #expect(lobby.view(of: session).seats[turn.seat.rawValue].hasResigned)
    }
  }
}
