// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Lobby

@Suite("Requests that waited share a batch", .timeLimit(.minutes(1)))
struct RoomBatchesTests {
  private func table(key: UInt8 = 1) throws -> (ScriptedLobby, ada: SessionID, bob: SessionID) {
    var lobby = ScriptedLobby(key: key)
    let (ada, bob) = (lobby.open("ada"), lobby.open("bob"))
    let code = try lobby.create(by: ada)
    lobby.join(code, by: bob)
    return (lobby, ada, bob)
  }

  private func settings(_ pairs: Int) -> Intent { .configure(MatchSettings(pairs: pairs)) }

  @Test("land together once the batch before them has, each with its own answer")
  func together() throws {
    var (lobby, ada, bob) = try table()
    lobby.isJournalWaiting = true
    let before = lobby.view(of: ada).seq
    for pairs in [4, 5, 6] { lobby.want(settings(pairs), by: ada) }
    lobby.want(.ready(entropyCommit: []), by: bob)
    #expect(lobby.pending.map(\.entries.count) == [1])
    let first = lobby.land()
    #expect(first.sent.map(\.seq) == [before + 1], "What waits has not landed yet.")
    let batch = try #require(lobby.pending.first)
    #expect(lobby.pending.count == 1 && batch.expectedLastSeq == before + 1)
    #expect(batch.entries.map(\.seq) == [before + 2, before + 3, before + 4])
    #expect(batch.requests.map(\.session) == [ada, ada, bob])
    #expect(lobby.view(of: bob).settings.pairs == 4)
    let second = lobby.land()
    #expect(lobby.pending.isEmpty)
    #expect(second.sent.map(\.seq) == batch.entries.map(\.seq))
    #expect(lobby.view(of: bob).settings.pairs == 6)
    for (session, request) in [(ada, 3), (ada, 4), (bob, 2)] as [(SessionID, UInt64)] {
      let id = RequestID(request)
      let again = lobby.ask(
        .intent(IntentRequest(seenSeq: 0, intent: .shuffle)), by: session, id: id)
      #expect(again.sent.map(\.cause?.request) == [id], "The answer to a retry is the entry.")
    }
  }

  @Test("are refused only once what they were refused for has landed")
  func refusal() throws {
    var (lobby, ada, bob) = try table()
    lobby.isJournalWaiting = true
    for pairs in [4, 5] { lobby.want(settings(pairs), by: ada) }
    lobby.want(settings(6), by: bob)
    #expect(lobby.land().refusals.isEmpty)
    #expect(lobby.pending.first?.requests.map(\.session) == [ada], "A refusal needs no entry.")
    let outputs = lobby.land()
    #expect(outputs.refusals.map(\.code) == [.roomNotOwner])
    let refused = outputs.firstIndex { if case .refused = $0 { true } else { false } }
    let sent = outputs.firstIndex { if case .entries = $0 { true } else { false } }
    #expect(try #require(sent) < #require(refused))
  }

  @Test("fail together, leave no trace, and may be asked again")
  func failure() throws {
    var (lobby, ada, bob) = try table()
    lobby.isJournalWaiting = true
    lobby.want(settings(4), by: ada)
    lobby.want(settings(5), by: ada)
    lobby.want(.ready(entropyCommit: []), by: bob)
    lobby.land()
    let before = lobby.view(of: bob)
    let refused = lobby.fail()
    #expect(refused.refusals.map(\.code) == [.journalUnavailable, .journalUnavailable])
    #expect(lobby.view(of: bob) == before && before.settings.pairs == 4)
    lobby.isJournalWaiting = false
    lobby.ask(
      .intent(IntentRequest(seenSeq: before.seq, intent: .ready(entropyCommit: []))), by: bob,
      id: RequestID(2))
    #expect(lobby.view(of: bob).seats[1].isReady)
    #expect(lobby.view(of: bob).settings.pairs == 4)
  }

  @Test("land when the journal finds them after an unclear outcome")
  func unclear() throws {
    var (lobby, ada, bob) = try table()
    lobby.isJournalWaiting = true
    for pairs in [4, 5, 6] { lobby.want(settings(pairs), by: ada) }
    lobby.land()
    lobby.reread(landing: true)
    #expect(lobby.pending.isEmpty)
    #expect(lobby.view(of: bob).settings.pairs == 6)
  }

  @Test("share it with no one who comes or goes")
  func alone() throws {
    var (lobby, ada, bob) = try table()
    let eve = lobby.open("eve")
    let code = try #require(lobby.clients[ada]?.room?.roomCode)
    lobby.isJournalWaiting = true
    lobby.want(settings(4), by: ada)
    lobby.want(settings(5), by: ada)
    lobby.want(.configure(MatchSettings(seats: 3)), by: ada)
    lobby.join(code, by: eve)
    lobby.want(.configure(MatchSettings(pairs: 6, seats: 3)), by: ada)
    lobby.land()
    #expect(lobby.pending.first?.requests.map(\.session) == [ada, ada])
    lobby.land()
    #expect(lobby.pending.first?.requests.map(\.session) == [eve])
    #expect(lobby.pending.first?.entering.map(\.session) == [eve])
    lobby.land()
    #expect(lobby.pending.first?.requests.map(\.session) == [ada])
    lobby.land()
    #expect(lobby.view(of: bob).settings.pairs == 6)
    #expect(lobby.clients[eve]?.room != nil)
  }

  @Test("share it with no spectator who asks again while the journal admits them")
  func spectatorAsksAgain() throws {
    var (lobby, ada, _) = try table()
    let eve = lobby.open("eve")
    let code = try #require(lobby.clients[ada]?.room?.roomCode)
    lobby.areSpectatorsWaiting = true
    lobby.join(code, as: .spectator, by: eve)
    lobby.isJournalWaiting = true
    for pairs in [4, 5] { lobby.want(settings(pairs), by: ada) }
    lobby.join(code, as: .spectator, by: eve)
    lobby.land()
    #expect(lobby.pending.first?.requests.map(\.session) == [ada])
    let failed = lobby.fail()
    #expect(failed.refusals.map(\.code) == [.journalUnavailable], "Only the settings are lost.")
    #expect(lobby.landSpectator().joined.map(\.id) == [RequestID(1), RequestID(2)])
  }

  @Test("are at most as many as the limit")
  func bounded() throws {
    var (lobby, ada, _) = try table()
    lobby.isJournalWaiting = true
    let count = LobbyLimits.stepsPerBatch
    for number in 0...count + 1 { lobby.want(settings(4 + number % 2), by: ada) }
    lobby.land()
    #expect(lobby.pending.first?.entries.count == count)
    lobby.land()
    #expect(lobby.pending.first?.entries.count == 1)
  }

  @Test("decide the same as one by one", arguments: UInt8(1)...8)
  func sameAsOneByOne(key: UInt8) throws {
    func play(isWaiting: Bool) throws -> [Entry] {
      var (lobby, ada, bob) = try table(key: key)
      let code = try #require(lobby.clients[ada]?.room?.roomCode)
      /// Requests made at the same moment, by players who have seen the same entries.
      func want(_ intents: [(Intent, SessionID)]) {
        let seen = lobby.view(of: ada).seq
        lobby.isJournalWaiting = isWaiting
        defer { lobby.isJournalWaiting = false }
        for (intent, session) in intents {
          lobby.ask(.intent(IntentRequest(seenSeq: seen, intent: intent)), by: session)
        }
        while !lobby.pending.isEmpty { lobby.land() }
      }
      let changes = [4, 6, 4].map { MatchSettings(pairs: $0, theme: ThemeName.random) }
      want(changes.map { (.configure($0), ada) } + [(settings(5), bob)])
      want([(.ready(entropyCommit: []), bob), (.ready(entropyCommit: []), ada), (.deal, ada)])
      want([(.deal, ada)])
      lobby.advance(to: try #require(lobby.view(of: ada).deal?.playableAt))
      for turn in 0..<6 {
        let player = try lobby.onTurn([ada, bob])
        let cards = (0..<3).map { CardID(generation: 1, slot: ($0 + turn + Int(key)) % 8) }
        want(
          cards.map { (.choose($0), player) }
            + [(.choose(cards[1]), player == ada ? bob : ada), (.shuffle, player)])
        lobby.advance(by: .milliseconds(400))
        want([(.choose(cards[1]), player), (.shuffle, ada), (.shuffle, bob)])
        lobby.advance(by: .seconds(3))
      }
      let room = try #require(lobby.directory.rooms[code])
      return try #require(lobby.journal[room])
    }
    let (queued, direct) = (try play(isWaiting: true), try play(isWaiting: false))
    #expect(queued.count > 12 && queued.count == direct.count)
    let different = zip(queued, direct).first { $0 != $1 }
    #expect(different == nil)
  }
}
