// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Lobby

@Suite("Watching a room", .timeLimit(.minutes(1)))
struct RoomSpectatorsTests {
  /// A room of two whose spectators are `delay` behind, with one spectator from the beginning.
  private struct Table {
    var lobby = ScriptedLobby()
    let players: [SessionID]
    let eve: SessionID
    let code: RoomCode

    init(delay: Duration) throws {
      players = [lobby.open("ada"), lobby.open("bob")]
      eve = lobby.open("eve")
      let settings = MatchSettings(pairs: 16, turnLimit: .zero, spectatorDelay: delay)
      code = try lobby.create(settings, by: players[0])
      lobby.join(code, by: players[1])
      lobby.join(code, as: .spectator, by: eve)
    }

    var view: MatchView { lobby.view(of: players[0]) }
    var watched: MatchView { lobby.view(of: eve) }

    /// Both cards of a turn, and all that follows from them.
    mutating func turn() throws {
      for _ in 0..<2 {
        let card = try #require(view.cards.first { $0.state == .down })
        lobby.want(.choose(card.id), by: try lobby.onTurn(players))
        lobby.advance(to: view.lastRevealAt)
      }
      lobby.advance(by: .seconds(2))
    }
  }

  @Test("shows everything before and after a match at once, a match as much later as is set")
  func delayed() throws {
    var table = try Table(delay: .seconds(20))
    #expect(table.watched == table.view, "There is nothing to hide before a match.")
    let waiting = table.watched.seq
    try table.lobby.begin(table.players)
    let began = table.lobby.now
    // The first to be ready was ready before the match; the second began it.
    for _ in 0..<3 { try table.turn() }
    #expect(table.watched.seq == waiting + 1, "Nothing of the match has been shown yet.")
    let live = table.view
    table.lobby.advance(to: began + .seconds(20))
    #expect(table.watched.phase == .playing && table.watched.seq < live.seq)
    table.lobby.advance(by: .seconds(20))
    #expect(table.watched == live)
  }

  @Test(
    "shows an entry its delay after it landed, and after its time, never sooner",
    arguments: [1, 7, 120])
  func neverSooner(seconds: Int) throws {
    var table = try Table(delay: .seconds(seconds))
    try table.lobby.begin(table.players)
    let step = Duration.milliseconds(50)
    let first = table.view.seq + 1
    var landed: [UInt64: ServerTime] = [:]
    var shown: [UInt64: ServerTime] = [:]
    for _ in 0..<(20 * (seconds + 8)) {
      if table.view.turn != nil, table.lobby.now >= table.view.earliestChoice {
        let card = try #require(table.view.cards.first { $0.state == .down })
        table.lobby.want(.choose(card.id), by: try table.lobby.onTurn(table.players))
      }
      for seq in first..<max(first, table.view.seq + 1) where landed[seq] == nil {
        landed[seq] = table.lobby.now
      }
      table.lobby.advance(by: step)
      for seq in first..<max(first, table.watched.seq + 1) where shown[seq] == nil {
        shown[seq] = table.lobby.now
      }
    }
    #expect(shown.count > 4)
    for (seq, time) in shown {
      let late = time - (try #require(landed[seq]))
      #expect(late >= .seconds(seconds) - step)
      #expect(late <= .seconds(seconds) + step + ScriptedLobby.lead)
      let entry = try #require(table.lobby.clients[table.players[0]]?.log.entries[Int(seq) - 1])
      #expect(time - entry.at >= .seconds(seconds), "Entry \(seq) came before its time.")
    }
  }

  @Test("gives a late spectator the room as the others see it, and nothing newer")
  func lateComer() throws {
    var table = try Table(delay: .seconds(15))
    try table.lobby.begin(table.players)
    for _ in 0..<6 { try table.turn() }
    let mallory = table.lobby.open("mallory")
    table.lobby.join(table.code, as: .spectator, by: mallory)
    #expect(table.lobby.view(of: mallory) == table.watched)
    #expect(table.watched.seq < table.view.seq)
    // Claiming an entry that was never sent does not help either.
    let joined = table.lobby.join(
      table.code, as: .spectator, after: table.view.seq, by: mallory
    ).joined.first
    #expect(try #require(joined).tail.allSatisfy { $0.seq <= table.watched.seq })
    table.lobby.advance(by: .seconds(15))
    #expect(table.lobby.view(of: mallory) == table.view)
  }

  @Test("delays the room list and presence as well")
  func listAndPresence() throws {
    var table = try Table(delay: .seconds(30))
    try table.lobby.begin(table.players)
    #expect(table.lobby.directory.list.map(\.phase) == [.waiting])
    let outputs = table.lobby.setConnected(false, table.players[1])
    for case .presence(_, let sessions, _) in outputs { #expect(!sessions.contains(table.eve)) }
    let later = table.lobby.advance(by: .seconds(30))
    #expect(table.lobby.directory.list.map(\.phase) == [.playing])
    let told = later.contains { output in
      guard case .presence(let presence, let sessions, _) = output else { return false }
      return sessions == [table.eve] && presence.map(\.isConnected) == [true, false]
    }
    #expect(told)
  }

  @Test("continues while an entry waits for the journal")
  func whileJournalWaits() throws {
    var table = try Table(delay: .seconds(10))
    try table.lobby.begin(table.players)
    let live = table.view
    table.lobby.isJournalWaiting = true
    table.lobby.want(.restart, by: table.players[0])
    table.lobby.advance(by: .seconds(10))
    #expect(table.watched == live)
    table.lobby.isJournalWaiting = false
    table.lobby.land()
  }

  @Test("announces the number of spectators once for hundreds who come together")
  func audience() throws {
    var table = try Table(delay: .zero)
    table.lobby.advance(by: .seconds(5))
    var counts: [Int] = []
    func note(_ outputs: [LobbyOutput], _ counts: inout [Int]) {
      for case .audience(let count, let sessions, _) in outputs where sessions.count > 1 {
        counts.append(count)
      }
    }
    for index in 0..<300 {
      let spectator = table.lobby.open("viewer \(index)")
      let outputs = table.lobby.join(table.code, as: .spectator, by: spectator)
      note(outputs, &counts)
      #expect(outputs.joined.count == 1)
    }
    #expect(counts == [2])
    note(table.lobby.advance(by: .seconds(1)), &counts)
    #expect(counts == [2, 301])
    #expect(table.lobby.directory.list.map(\.spectators) == [301])
  }

  @Test("costs a room nothing when a spectator's connection is measured, however many there are")
  func measuring() throws {
    var table = try Table(delay: .zero)
    try table.lobby.begin(table.players)
    let visits = table.lobby.directory.roomVisits
    for _ in 0..<100 {
      let outputs = table.lobby.measured(MeasuredConnection(), of: table.eve)
      #expect(outputs.isEmpty)
    }
    #expect(table.lobby.directory.roomVisits == visits)
    table.lobby.measured(MeasuredConnection(), of: table.players[0])
    #expect(table.lobby.directory.roomVisits == visits + 1)
  }

  @Test("removes spectators who have been disconnected for a minute, each in turn")
  func absentSpectators() throws {
    var table = try Table(delay: .zero)
    let spectators = (0..<5).map { table.lobby.open("viewer \($0)") }
    for spectator in spectators { table.lobby.join(table.code, as: .spectator, by: spectator) }
    for spectator in spectators {
      table.lobby.setConnected(false, spectator)
      table.lobby.advance(by: .seconds(1))
    }
    table.lobby.setConnected(true, spectators[1])
    let gone = table.lobby.advance(by: .seconds(57)).departures
    #expect(gone == [spectators[0]: .gone, spectators[2]: .gone])
    let later = table.lobby.advance(by: .seconds(60)).departures
    #expect(later == [spectators[3]: .gone, spectators[4]: .gone])
  }

  @Test("ends for all spectators when the owner locks the room")
  func locked() throws {
    var table = try Table(delay: .zero)
    let code = try #require(table.lobby.clients[table.eve]?.room?.roomCode)
    let locked = MatchSettings(pairs: 16, turnLimit: .zero, audience: .locked)
    let outputs = table.lobby.want(.configure(locked), by: table.players[0])
    #expect(outputs.departures == [table.eve: .locked])
    try table.lobby.begin(table.players)
    #expect(table.watched.phase == .waiting, "Nothing of the match has reached who watched.")
    let again = table.lobby.join(code, as: .spectator, by: table.eve)
    #expect(again.refusals.map(\.code) == [.roomLocked])
  }

  @Test("is left at once, though an entry waits for the journal, and another room entered")
  func switches() throws {
    var table = try Table(delay: .zero)
    let carol = table.lobby.open("carol")
    let other = try table.lobby.create(MatchSettings(pairs: 2), by: carol)
    table.lobby.isJournalWaiting = true
    table.lobby.want(.ready(entropyCommit: []), by: table.players[0])
    let left = table.lobby.ask(.leaveRoom, by: table.eve)
    #expect(left.departures == [table.eve: .asked])
    let joined = table.lobby.join(other, as: .spectator, by: table.eve)
    #expect(joined.joined.map(\.roomCode) == [other])
    let landed = table.lobby.land()
    for case .entries(_, let sessions, _) in landed {
      #expect(!sessions.contains(table.eve))
    }
  }
}
