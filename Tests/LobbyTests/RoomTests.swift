// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Lobby

@Suite("Room behind its journal", .timeLimit(.minutes(1)))
struct RoomTests {
  private func table() throws -> (lobby: ScriptedLobby, ada: SessionID, bob: SessionID) {
    var lobby = ScriptedLobby()
    let (ada, bob) = (lobby.open("ada"), lobby.open("bob"))
    let code = try lobby.create(by: ada)
    lobby.join(code, by: bob)
    return (lobby, ada, bob)
  }

  private func isAppend(_ output: LobbyOutput) -> Bool {
    if case .append = output { true } else { false }
  }

  @Test("sends nothing before its entries have landed")
  func waits() throws {
    var (lobby, ada, bob) = try table()
    lobby.isJournalWaiting = true
    let asked = lobby.want(.ready(entropyCommit: []), by: ada)
    #expect(asked.count == 1 && asked.allSatisfy(isAppend))
    #expect(!lobby.view(of: bob).seats[0].isReady)
    let landed = lobby.land()
    #expect(landed.sent.map(\.cause) == [Cause(actor: ActorNumber(1), request: RequestID(2))])
    #expect(lobby.view(of: ada).seats[0].isReady)
    #expect(lobby.view(of: bob).seats[0].isReady)
  }

  @Test("announces a newcomer to nobody, and answers them nothing, before the entry has landed")
  func newcomer() throws {
    var lobby = ScriptedLobby()
    let (ada, bob) = (lobby.open("ada"), lobby.open("bob"))
    let code = try lobby.create(by: ada)
    lobby.isJournalWaiting = true
    let asked = lobby.join(code, by: bob)
    #expect(asked.count == 1 && asked.allSatisfy(isAppend))
    #expect(lobby.directory.list.map(\.seatsTaken) == [1])
    let landed = lobby.land()
    #expect(landed.joined.count == 1)
    #expect(lobby.directory.list.map(\.seatsTaken) == [2])
  }

  @Test("decides queued inputs afterwards in order, spectators included")
  func inOrder() throws {
    var (lobby, ada, bob) = try table()
    let eve = lobby.open("eve")
    let code = try #require(lobby.clients[ada]?.room?.roomCode)
    lobby.isJournalWaiting = true
    lobby.want(.ready(entropyCommit: []), by: ada)
    #expect(lobby.join(code, as: .spectator, by: eve).isEmpty)
    #expect(lobby.want(.configure(MatchSettings(pairs: 4)), by: ada).isEmpty)
    #expect(lobby.want(.ready(entropyCommit: []), by: bob).isEmpty)
    #expect(lobby.pending.count == 1)

    let first = lobby.land()
    #expect(first.joined.map(\.role) == [.spectator])
    #expect(first.joined[0].tail.count == 5, "The spectator sees what landed, and no more.")
    #expect(lobby.pending.count == 1)
    lobby.land()
    #expect(lobby.pending.isEmpty)
    #expect(lobby.view(of: eve).settings.pairs == 4)
    #expect(lobby.view(of: eve).seats.map(\.isReady) == [false, true])
  }

  @Test("is unchanged when the journal fails, and refuses the request")
  func fails() throws {
    var (lobby, ada, bob) = try table()
    let before = lobby.view(of: bob)
    lobby.isJournalWaiting = true
    lobby.want(.ready(entropyCommit: []), by: ada)
    let outputs = lobby.fail()
    #expect(
      outputs == [.refused(ada, RequestID(2), Refusal(.journalUnavailable))])
    #expect(lobby.view(of: bob) == before)
    lobby.isJournalWaiting = false
    // Such a refusal consumes no number: the same request may be made again.
    lobby.ask(
      .intent(IntentRequest(seenSeq: before.seq, intent: .ready(entropyCommit: []))), by: ada,
      id: RequestID(2))
    #expect(lobby.view(of: bob).seats[0].isReady)
  }

  @Test("refuses only the sender, whatever else the lost decision would have done")
  func failsWithEffects() throws {
    var (lobby, ada, bob) = try table()
    let eve = lobby.open("eve")
    let code = try #require(lobby.clients[ada]?.room?.roomCode)
    lobby.isJournalWaiting = true
    lobby.want(.removeSeat(SeatIndex(1)), by: ada)
    let removal = lobby.fail()
    #expect(removal == [.refused(ada, RequestID(2), Refusal(.journalUnavailable))])
    lobby.ask(.leaveRoom, by: bob)
    let leaving = lobby.fail()
    #expect(leaving == [.refused(bob, RequestID(2), Refusal(.journalUnavailable))])
    #expect(lobby.view(of: ada).takenSeats.count == 2)
    lobby.isJournalWaiting = false
    lobby.ask(.leaveRoom, by: bob)
    lobby.isJournalWaiting = true
    lobby.join(code, by: eve)
    let joining = lobby.fail()
    #expect(joining.refusals.map(\.code) == [.journalUnavailable])
    lobby.isJournalWaiting = false
    #expect(throws: Never.self) { try lobby.create(by: eve) }
  }

  @Test("is not opened when its opening fails, and its creator is free again")
  func failsToOpen() throws {
    var lobby = ScriptedLobby()
    let ada = lobby.open("ada")
    lobby.isJournalWaiting = true
    lobby.ask(.createRoom(MatchSettings()), by: ada)
    lobby.want(.ready(entropyCommit: []), by: ada)
    let outputs = lobby.fail()
    #expect(outputs.refusals.map(\.code) == [.journalUnavailable, .roomNotIn])
    #expect(lobby.directory.roomCount == 0)
    lobby.isJournalWaiting = false
    #expect(throws: Never.self) { try lobby.create(by: ada) }
  }

  @Test("waits a second with its own doings after a failure, and refuses requests meanwhile")
  func retries() throws {
    var (lobby, ada, bob) = try table()
    try lobby.begin([ada, bob])
    let expiry = try lobby.expiry([ada, bob])
    lobby.isJournalWaiting = true
    lobby.advance(to: expiry)
    #expect(lobby.pending.count == 1)
    #expect(lobby.fail().isEmpty, "Nobody asked, nobody is told.")
    #expect(lobby.pending.isEmpty)
    #expect(lobby.directory.nextWake == expiry + .seconds(1))
    let refused = lobby.want(.restart, by: ada)
    #expect(refused.refusals.map(\.code) == [.journalUnavailable])
    lobby.advance(to: expiry + .seconds(1))
    #expect(lobby.pending.count == 1)
    lobby.isJournalWaiting = false
    lobby.land()
    #expect(lobby.view(of: bob).turn?.beganAt == lobby.now + ScriptedLobby.lead)
  }

  @Test("refuses an input when too many wait behind the journal")
  func bounded() throws {
    var (lobby, ada, bob) = try table()
    lobby.isJournalWaiting = true
    lobby.want(.ready(entropyCommit: []), by: ada)
    var refusals: [Refusal] = []
    for _ in 0..<(LobbyLimits.inputsWaiting + 3) {
      refusals += lobby.want(.ready(entropyCommit: []), by: bob).refusals
    }
    #expect(
      refusals.map(\.code) == [.journalUnavailable, .journalUnavailable, .journalUnavailable])
    lobby.isJournalWaiting = false
    lobby.land()
    #expect(lobby.pending.isEmpty)
    #expect(lobby.view(of: bob).phase == .undealt)
  }

  @Test("refuses an input when the journal has not answered for too long, and keeps what waits")
  func late() throws {
    var (lobby, ada, bob) = try table()
    lobby.isJournalWaiting = true
    lobby.want(.ready(entropyCommit: []), by: ada)
    lobby.advance(to: lobby.now + LobbyLimits.journalTimeout)
    let inTime = lobby.want(.ready(entropyCommit: []), by: bob)
    #expect(inTime.refusals.isEmpty)
    lobby.advance(to: lobby.now + .milliseconds(1))
    let late = lobby.want(.shuffle, by: bob)
    #expect(late.refusals.map(\.code) == [.journalUnavailable])
    lobby.isJournalWaiting = false
    lobby.land()
    #expect(lobby.view(of: bob).phase == .undealt)
    let again = lobby.want(.shuffle, by: bob)
    #expect(again.refusals.allSatisfy { $0.code != .journalUnavailable })
  }

  @Test("hears a choice that came in time though the turn ran out while it waited")
  func inTime() throws {
    var (lobby, ada, bob) = try table()
    try lobby.begin([ada, bob])
    let player = try lobby.onTurn([ada, bob])
    let other = player == ada ? bob : ada
    let deadline = try #require(lobby.view(of: ada).turn?.deadline)
    lobby.advance(to: deadline - .milliseconds(5))
    lobby.isJournalWaiting = true
    lobby.want(.restart, by: other)
    lobby.want(.choose(CardID(generation: 1, slot: 0)), by: player)
    lobby.advance(by: .milliseconds(100))
    lobby.land()
    guard case .flipped(let flip)? = lobby.pending.first?.entries.first?.event else {
      Issue.record("The choice was not heard.")
      return
    }
    #expect(flip.seat == (try lobby.seat(of: player)))
    #expect(flip.judgedAt == deadline - .milliseconds(5))
  }

  @Test("keeps a player who leaves and returns before the leaving has landed")
  func leavesAndReturns() throws {
    var (lobby, ada, bob) = try table()
    let code = try #require(lobby.clients[bob]?.room?.roomCode)
    lobby.isJournalWaiting = true
    lobby.ask(.leaveRoom, by: bob)
    lobby.join(code, by: bob)
    lobby.land()
    lobby.land()
    lobby.isJournalWaiting = false
    #expect(lobby.clients[bob]?.room?.actor == ActorNumber(3))
    let outputs = lobby.want(.ready(entropyCommit: []), by: bob)
    #expect(outputs.refusals.isEmpty)
    #expect(lobby.view(of: ada).seats[1].isReady)
  }

  @Test("notices a connection lost while its owner waited to be let in")
  func lostWhileWaiting() throws {
    var lobby = ScriptedLobby()
    let (ada, bob) = (lobby.open("ada"), lobby.open("bob"))
    let code = try lobby.create(by: ada)
    lobby.isJournalWaiting = true
    lobby.join(code, by: bob)
    lobby.setConnected(false, bob)
    let outputs = lobby.land()
    lobby.isJournalWaiting = false
    let presence = outputs.compactMap { output -> [SeatPresence]? in
      if case .presence(let presence, _, _) = output { presence } else { nil }
    }
    #expect(presence.last?.map(\.isConnected) == [true, false])
    lobby.advance(by: .seconds(60))
    #expect(lobby.view(of: ada).takenSeats == [SeatIndex(0)])
  }
}
