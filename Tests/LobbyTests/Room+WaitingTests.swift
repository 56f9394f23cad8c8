// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Protocol
import Testing

@testable import Lobby

@Suite("Before and after a match", .timeLimit(.minutes(1)))
struct RoomWaitingTests {
  private func table(
    _ settings: MatchSettings = MatchSettings()
  ) throws -> (lobby: ScriptedLobby, ada: SessionID, bob: SessionID) {
    var lobby = ScriptedLobby()
    let (ada, bob) = (lobby.open("ada"), lobby.open("bob"))
    let code = try lobby.create(settings, by: ada)
    lobby.join(code, by: bob)
    return (lobby, ada, bob)
  }

  @Test("the owner configures, and everyone must be ready anew")
  func configures() throws {
    var (lobby, ada, bob) = try table()
    lobby.want(.ready(entropyCommit: []), by: bob)
    let theme = lobby.view(of: ada).theme
    lobby.want(.configure(MatchSettings(pairs: 12, seats: 3)), by: ada)
    var view = lobby.view(of: bob)
    #expect(view.settings.pairs == 12)
    #expect(view.seats.count == 3)
    #expect(!view.seats[1].isReady)
    #expect(view.theme == theme, "A theme once drawn stays while none is chosen.")
    lobby.want(.configure(MatchSettings(theme: "workshop")), by: ada)
    view = lobby.view(of: bob)
    #expect(view.theme == "workshop")
  }

  @Test("a match begins when every seat is taken and ready, and its seed stays sealed")
  func begins() throws {
    var (lobby, ada, bob) = try table()
    lobby.want(.ready(entropyCommit: []), by: ada)
    #expect(lobby.view(of: ada).phase == .waiting)
    let outputs = lobby.want(.ready(entropyCommit: []), by: bob)
    #expect(lobby.view(of: ada).phase == .undealt)
    let batch = outputs.compactMap { output -> Batch? in
      if case .append(let batch) = output { batch } else { nil }
    }.first
    let sealed = try #require(batch?.sealed)
    #expect(sealed.seed.count == 32)
    #expect(sealed.matchID == lobby.view(of: ada).matchID)
    #expect(lobby.view(of: ada).seed.isEmpty)
  }

  @Test("shares are committed to, opened, and mixed in")
  func shares() throws {
    var (lobby, ada, bob) = try table()
    let entropy = [UInt8](repeating: 3, count: 32)
    let fair = FairDeal(matchID: lobby.view(of: ada).matchID, hashing: .toy)
    let commit = fair.entropyCommit(entropy, seat: SeatIndex(0))
    lobby.want(.ready(entropyCommit: commit), by: ada)
    lobby.want(.ready(entropyCommit: []), by: bob)
    #expect(lobby.view(of: bob).phase == .committing)
    lobby.want(.reveal(entropy: entropy), by: ada)
    #expect(lobby.view(of: bob).phase == .undealt)
    #expect(lobby.view(of: bob).seats[0].entropy == entropy)
  }

  @Test("a restart needs the consent of everyone present, and opens a match of its own")
  func restarts() throws {
    var (lobby, ada, bob) = try table()
    try lobby.begin([ada, bob])
    let former = lobby.view(of: ada)
    lobby.want(.restart, by: bob)
    #expect(lobby.view(of: ada).phase == .playing)
    #expect(lobby.view(of: ada).seats[1].hasConsented)
    let consent = try #require(lobby.journal.values.first?.last)
    #expect(
      lobby.want(.restart, by: bob) == [.entries([consent], to: [bob])], "Nobody consents twice.")
    #expect(lobby.view(of: ada) == lobby.view(of: bob) && lobby.view(of: ada).phase == .playing)
    let outputs = lobby.want(.restart, by: ada)
    let ended = outputs.sent.compactMap { entry -> Event.Ended? in
      if case .ended(let ended) = entry.event { ended } else { nil }
    }.first
    #expect(ended?.reason == .restarted)
    #expect(ended?.seed.count == 32, "An aborted match opens its seed too.")
    let view = lobby.view(of: ada)
    #expect(view.phase == .waiting)
    #expect(view.matchID != former.matchID)
    #expect(view.seats.allSatisfy { $0.isTaken && !$0.isReady && !$0.hasConsented })

    try lobby.begin([ada, bob])
    let next = lobby.view(of: ada)
    #expect(next.generation == former.generation + 1)
    #expect(next.seedCommit != former.seedCommit, "No seed is used twice.")
    let room = try #require(lobby.journal.keys.first)
    #expect(Set((lobby.kept.sealed[room] ?? []).map(\.seed)).count == 2)
  }

  @Test("consent to a restart lapses when the next turn begins")
  func consentLapses() throws {
    var (lobby, ada, bob) = try table(MatchSettings(turnLimit: .seconds(20)))
    try lobby.begin([ada, bob])
    lobby.want(.restart, by: bob)
    let turn = lobby.view(of: ada).turn
    lobby.advance(by: .seconds(22))
    #expect(lobby.view(of: ada).turn != turn)
    #expect(lobby.view(of: ada).seats.allSatisfy { !$0.hasConsented })
    lobby.want(.restart, by: ada)
    #expect(lobby.view(of: ada).phase == .playing, "One of two is not all.")
    lobby.want(.restart, by: bob)
    #expect(lobby.view(of: ada).phase == .waiting)
  }

  @Test("a repeated restart takes effect once the player who did not agree has resigned")
  func restartsWithoutResigned() throws {
    var lobby = ScriptedLobby()
    let players = ["ada", "bob", "cy"].map { lobby.open($0) }
    let code = try lobby.create(MatchSettings(seats: 3, turnLimit: .zero), by: players[0])
    for player in players.dropFirst() { lobby.join(code, by: player) }
    try lobby.begin(players)
    let first = try lobby.onTurn(players)
    let others = players.filter { $0 != first }
    lobby.want(.restart, by: first)
    lobby.want(.restart, by: others[0])
    lobby.want(.resign, by: others[1])
    #expect(lobby.view(of: first).phase == .playing)
    lobby.want(.restart, by: first)
    #expect(lobby.view(of: first).phase == .waiting)
  }

  @Test("a restart does not wait for an absent player")
  func restartsWithoutAbsent() throws {
    var (lobby, ada, bob) = try table(MatchSettings(turnLimit: .zero))
    try lobby.begin([ada, bob])
    let present = try lobby.onTurn([ada, bob])
    lobby.setConnected(false, present == ada ? bob : ada)
    lobby.advance(by: .seconds(120))
    lobby.want(.restart, by: present)
    #expect(lobby.view(of: present).phase == .waiting)
  }

  @Test("a rematch opens the next match with the same settings and players")
  func rematches() throws {
    var (lobby, ada, bob) = try table(MatchSettings(pairs: 5))
    try lobby.begin([ada, bob])
    lobby.want(.resign, by: ada)
    #expect(lobby.view(of: ada).phase == .ended)
    lobby.want(.rematch, by: bob)
    let view = lobby.view(of: ada)
    #expect(view.phase == .waiting)
    #expect(view.settings.pairs == 5)
    #expect(view.takenSeats.count == 2)
    #expect(view.standings.isEmpty)
    try lobby.begin([ada, bob])
    #expect(lobby.view(of: ada).generation == 2)
  }

  @Test("being ready again by the same commitment changes nothing")
  func readyAgain() throws {
    var (lobby, ada, bob) = try table()
    let commit = [UInt8](repeating: 7, count: 32)
    lobby.want(.ready(entropyCommit: commit), by: ada)
    let readied = try #require(lobby.journal.values.first?.last)
    for _ in 0..<100 {
      let outputs = lobby.want(.ready(entropyCommit: commit), by: ada)
      #expect(outputs == [.entries([readied], to: [ada])])
    }
    #expect(lobby.view(of: bob).seq == readied.seq)
    let id = try #require(lobby.clients[ada]?.lastRequest)
    let again = lobby.ask(
      .intent(IntentRequest(seenSeq: 99, intent: .ready(entropyCommit: commit))), by: ada, id: id)
    #expect(again == [.entries([readied], to: [ada])], "The answer is known by its number too.")
  }

  @Test("commitments are changed, and rooms joined, only so often")
  func paced() throws {
    var (lobby, ada, bob) = try table(MatchSettings(seats: 3))
    func commit(_ number: Int) -> Intent {
      .ready(entropyCommit: [UInt8](repeating: UInt8(number), count: 32))
    }
    let many = (0...LobbyLimits.changesAtOnce).flatMap { lobby.want(commit($0), by: ada).refusals }
    #expect(many.isEmpty, "The first made the seat ready.")
    let refusals = lobby.want(commit(99), by: ada).refusals
    #expect(refusals.map(\.code) == [.roomTooManyChanges])
    #expect(refusals.map { $0.fact("wait_us") } == ["5000000"])
    #expect(lobby.want(.ready(entropyCommit: []), by: bob).refusals.isEmpty)
    let code = try #require(lobby.clients[bob]?.room?.roomCode)
    let carol = lobby.open("carol")
    var codes: [RefusalCode] = []
    for _ in 0...LobbyLimits.changesAtOnce {
      codes += lobby.join(code, by: carol).refusals.map(\.code)
      lobby.ask(.leaveRoom, by: carol)
    }
    #expect(codes == [.roomTooManyChanges])
    #expect(lobby.join(code, as: .spectator, by: carol).refusals.isEmpty, "Watching adds nothing.")
    lobby.ask(.leaveRoom, by: carol)
    lobby.advance(by: LobbyLimits.changeInterval)
    #expect(lobby.join(code, by: carol).refusals.isEmpty)
  }

  @Test("a newcomer to a long-waiting room gets a base, not its whole log")
  func longWait() throws {
    var (lobby, ada, _) = try table(MatchSettings(seats: 3))
    let commit = [UInt8](repeating: 7, count: 32)
    for _ in 0..<400 {
      lobby.advance(by: .milliseconds(200))
      lobby.want(.configure(MatchSettings(seats: 3)), by: ada)
    }
    lobby.want(.ready(entropyCommit: commit), by: ada)
    let code = try #require(lobby.clients[ada]?.room?.roomCode)
    for role in [Role.player, .spectator] {
      let newcomer = lobby.open("newcomer \(role)")
      let joined = try #require(lobby.join(code, as: role, by: newcomer).joined.first)
      #expect(try #require(joined.base).seq > 256)
      #expect(joined.tail.count <= 256)
      #expect(lobby.view(of: newcomer) == lobby.view(of: ada))
      #expect(lobby.view(of: newcomer).seats[0].entropyCommit == commit)
    }
  }

  @Test("the owner frees a seat, whose player is shown out and may come back")
  func removes() throws {
    var (lobby, ada, bob) = try table()
    let code = try #require(lobby.clients[bob]?.room?.roomCode)
    let outputs = lobby.want(.removeSeat(SeatIndex(1)), by: ada)
    #expect(outputs.departures == [bob: .removed])
    #expect(lobby.view(of: ada).takenSeats == [SeatIndex(0)])
    #expect(lobby.join(code, by: bob).refusals.isEmpty)
  }
}
