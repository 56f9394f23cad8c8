// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Lobby

@Suite("Room directory", .timeLimit(.minutes(1)))
struct RoomDirectoryTests {
  @Test("opens a room with its creator on the first seat, as owner")
  func creates() throws {
    var lobby = ScriptedLobby()
    let ada = lobby.open("ada")
    let outputs = lobby.ask(.createRoom(MatchSettings(theme: "food")), by: ada)
    let joined = try #require(outputs.joined.first)
    #expect(joined.seat == SeatIndex(0))
    #expect(joined.role == .player)
    let view = lobby.view(of: ada)
    #expect(view.owner == joined.actor)
    #expect(view.seats.map(\.player?.name) == ["ada", nil])
    #expect(view.theme == "food")
    #expect(view.phase == .waiting)
    #expect(lobby.directory.roomCount == 1)
  }

  @Test("draws a theme where none is chosen")
  func theme() throws {
    var themes: Set<String> = []
    var lobby = ScriptedLobby()
    for index in 0..<30 {
      let session = lobby.open("guest \(index)")
      _ = try lobby.create(by: session)
      themes.insert(lobby.view(of: session).theme)
    }
    #expect(themes.isSubset(of: Set(ThemeName.all)))
    #expect(themes.count > 3)
  }

  @Test("gives every room a code and a name of its own")
  func unique() throws {
    var lobby = ScriptedLobby()
    var codes: Set<RoomCode> = []
    var matches: Set<String> = []
    for index in 0..<100 {
      let session = lobby.open("guest \(index)")
      codes.insert(try lobby.create(by: session))
      matches.insert(lobby.view(of: session).matchID)
    }
    #expect(codes.count == 100)
    #expect(matches.count == 100)
    #expect(lobby.journal.count == 100)
  }

  @Test("refuses settings nobody can play by, and opens no room for them")
  func badSettings() {
    var lobby = ScriptedLobby()
    let ada = lobby.open("ada")
    let outputs = lobby.ask(.createRoom(MatchSettings(pairs: 99)), by: ada)
    #expect(outputs.refusals.map(\.code) == [.settingsOutOfRange])
    #expect(outputs.refusals.first?.fact("field") == "pairs")
    #expect(lobby.directory.roomCount == 0)
    #expect(throws: Never.self) { try lobby.create(by: ada) }
  }

  @Test("lists public rooms as they change, in the order they were opened")
  func lists() throws {
    var lobby = ScriptedLobby()
    let (ada, bob, cy, dan) = (
      lobby.open("ada"), lobby.open("bob"), lobby.open("cy"), lobby.open("dan")
    )
    let first = try lobby.create(MatchSettings(seats: 3), by: ada)
    _ = try lobby.create(MatchSettings(audience: .unlisted), by: bob)
    let second = try lobby.create(by: cy)
    #expect(lobby.directory.list.map(\.code) == [first.rawValue, second.rawValue])
    let outputs = lobby.join(first, by: dan)
    let listed = outputs.compactMap { output -> RoomSummary? in
      if case .listed(let summary) = output { summary } else { nil }
    }
    #expect(listed.map(\.seatsTaken).last == 2)
    #expect(lobby.directory.list.map(\.seatsTaken) == [2, 1])
    #expect(lobby.directory.list.map(\.phase) == [.waiting, .waiting])
    let left = lobby.ask(.leaveRoom, by: cy)
    #expect(left.contains(.unlisted(second)))
    #expect(lobby.directory.list.count == 1)
  }

  @Test("takes a room off the list that its owner makes unlisted")
  func unlisted() throws {
    var lobby = ScriptedLobby()
    let ada = lobby.open("ada")
    let code = try lobby.create(by: ada)
    let outputs = lobby.want(.configure(MatchSettings(audience: .unlisted)), by: ada)
    #expect(outputs.contains(.unlisted(code)))
    #expect(lobby.directory.list.isEmpty)
  }

  @Test("refuses a code that no room has")
  func unknownCode() {
    var lobby = ScriptedLobby()
    let ada = lobby.open("ada")
    let refusal = lobby.join(RoomCode("zzzzz"), by: ada).refusals.first
    #expect(refusal?.code == .roomUnknownCode)
    #expect(refusal?.fact("code") == "ZZZZZ")
  }

  @Test("lets a session be in one room only")
  func oneRoom() throws {
    var lobby = ScriptedLobby()
    let (ada, bob) = (lobby.open("ada"), lobby.open("bob"))
    _ = try lobby.create(by: ada)
    let other = try lobby.create(by: bob)
    #expect(lobby.join(other, by: ada).refusals.map(\.code) == [.roomAlreadyIn])
    let created = lobby.ask(.createRoom(MatchSettings()), by: ada)
    #expect(created.refusals.map(\.code) == [.roomAlreadyIn])
  }

  @Test("refuses to leave or to play outside a room")
  func notIn() {
    var lobby = ScriptedLobby()
    let ada = lobby.open("ada")
    #expect(lobby.ask(.leaveRoom, by: ada).refusals.map(\.code) == [.roomNotIn])
    #expect(lobby.want(.deal, by: ada).refusals.map(\.code) == [.roomNotIn])
  }

  @Test("closes a room sixty seconds after the last has left, and forgets its code")
  func empties() throws {
    var lobby = ScriptedLobby()
    let (ada, bob) = (lobby.open("ada"), lobby.open("bob"))
    let code = try lobby.create(by: ada)
    lobby.ask(.leaveRoom, by: ada)
    let closes = lobby.now + .seconds(60)
    lobby.advance(to: closes - .microseconds(1))
    #expect(lobby.directory.roomCount == 1)
    lobby.advance(to: closes)
    #expect(lobby.directory.roomCount == 0)
    #expect(lobby.join(code, by: bob).refusals.map(\.code) == [.roomUnknownCode])
  }

  @Test("keeps an empty room that somebody enters in time, and makes them its owner")
  func entersEmpty() throws {
    var lobby = ScriptedLobby()
    let (ada, bob) = (lobby.open("ada"), lobby.open("bob"))
    let code = try lobby.create(by: ada)
    lobby.ask(.leaveRoom, by: ada)
    lobby.advance(by: .seconds(59))
    let joined = try #require(lobby.join(code, by: bob).joined.first)
    #expect(lobby.view(of: bob).owner == joined.actor)
    #expect(joined.actor == ActorNumber(2), "Membership numbers are used once.")
    lobby.advance(by: .seconds(120))
    #expect(lobby.directory.roomCount == 1)
  }

  @Test("answers a join that arrives as the room closes, and keeps nobody in it")
  func joinsClosing() throws {
    var lobby = ScriptedLobby()
    let (ada, bob) = (lobby.open("ada"), lobby.open("bob"))
    let code = try lobby.create(by: ada)
    lobby.ask(.leaveRoom, by: ada)
    // The wake-up is late: the join reaches the room first.
    let late = lobby.now + .seconds(61)
    var directory = lobby.directory
    let outputs = directory.handle(
      .joinRoom(JoinRoom(code: code.rawValue, role: .player)), id: RequestID(1), from: bob,
      received: late, now: late)
    #expect(outputs.refusals.map(\.code) == [.roomUnknownCode])
    let again = directory.handle(
      .createRoom(MatchSettings()), id: RequestID(2), from: bob, received: late, now: late)
    #expect(again.refusals.isEmpty, "The session is free to go elsewhere.")
  }

  @Test("closes a room ten minutes after its match has ended, with everybody shown out")
  func idles() throws {
    var lobby = ScriptedLobby()
    let (ada, bob, eve) = (lobby.open("ada"), lobby.open("bob"), lobby.open("eve"))
    let code = try lobby.create(by: ada)
    lobby.join(code, by: bob)
    lobby.join(code, as: .spectator, by: eve)
    try lobby.begin([ada, bob])
    lobby.want(.resign, by: ada)
    #expect(lobby.view(of: eve).phase == .ended)
    let closes = lobby.view(of: eve).at + .seconds(600)
    lobby.advance(to: closes - .microseconds(1))
    #expect(lobby.directory.roomCount == 1)
    let outputs = lobby.advance(to: closes)
    #expect(outputs.departures == [ada: .idle, bob: .idle, eve: .idle])
    #expect(lobby.directory.roomCount == 0)
    #expect(throws: Never.self) { try lobby.create(by: ada) }
  }

  @Test("forgets a session ten minutes after its connection, but none that is in a room")
  func forgets() throws {
    var lobby = ScriptedLobby()
    let (ada, bob) = (lobby.open("ada"), lobby.open("bob"))
    _ = try lobby.create(by: ada)
    lobby.ask(.leaveRoom, by: ada)
    _ = try lobby.create(MatchSettings(seats: 1), by: bob)
    try lobby.begin([bob])
    lobby.setConnected(false, ada)
    lobby.setConnected(false, bob)
    lobby.advance(by: .seconds(599))
    #expect(lobby.directory.knows(ada))
    let outputs = lobby.advance(by: .seconds(1))
    #expect(outputs.contains(.forgotten(ada)))
    #expect(!lobby.directory.knows(ada))
    #expect(lobby.directory.knows(bob), "Its match still runs.")
    #expect(lobby.setConnected(true, ada).isEmpty)
    lobby.advance(by: .seconds(1800))
    #expect(!lobby.directory.knows(bob))
    #expect(lobby.directory.roomCount == 0)
    #expect(lobby.directory.nextWake == nil)
  }

  @Test("does not forget a session that came back, whenever it went before")
  func comesBack() {
    var lobby = ScriptedLobby()
    let ada = lobby.open("ada")
    lobby.setConnected(false, ada)
    lobby.advance(by: .seconds(30))
    lobby.setConnected(true, ada)
    lobby.advance(by: .seconds(20))
    lobby.setConnected(false, ada)
    lobby.advance(by: .seconds(59))
    #expect(lobby.directory.knows(ada))
    lobby.advance(by: .seconds(1))
    #expect(!lobby.directory.knows(ada), "It was never in a room.")
  }

  @Test("gives up the session that has been away the longest, of those in no room")
  func givesUp() throws {
    var lobby = ScriptedLobby()
    let sessions = ["ada", "bob", "cy", "dan", "eve"].map { lobby.open($0) }
    let (ada, bob, cy, dan, eve) = (
      sessions[0], sessions[1], sessions[2], sessions[3], sessions[4]
    )
    _ = try lobby.create(MatchSettings(seats: 1), by: ada)
    try lobby.begin([ada])
    // Ada is at a match, Cy is back, Dan is about to be: of the others Eve went first, then Bob.
    for session in [ada, cy, dan, eve, bob] {
      lobby.setConnected(false, session)
      lobby.advance(by: .seconds(5))
    }
    lobby.setConnected(true, cy)
    func giveUp() -> [LobbyOutput] {
      lobby.directory.forgetLongestIdle(now: lobby.now) { $0 == dan }
    }
    #expect(giveUp() == [.forgotten(eve)])
    #expect(giveUp() == [.forgotten(bob)])
    #expect(giveUp().isEmpty)
    #expect([ada, cy, dan].allSatisfy { lobby.directory.knows($0) })
    lobby.advance(by: .seconds(60))
    #expect(!lobby.directory.knows(dan), "Who was spared is still forgotten in time.")
  }

  @Test("keeps its heap of wakes small over a long match and a flapping connection")
  func wakes() throws {
    var lobby = ScriptedLobby()
    let ada = lobby.open("ada")
    _ = try lobby.create(
      MatchSettings(pairs: 32, seats: 1, turnLimit: .seconds(120)), by: ada)
    try lobby.begin([ada])
    var most = 0
    for turn in 0..<400 {
      let view = lobby.view(of: ada)
      guard view.phase == .playing else { break }
      let hidden = view.cards.filter { $0.state == .down }.map(\.id)
      let pair = [hidden[turn % hidden.count], hidden[(turn * 7 + 1) % hidden.count]]
      for card in pair {
        lobby.want(.choose(card), by: ada)
        lobby.advance(to: lobby.view(of: ada).lastRevealAt)
        most = max(most, lobby.directory.wakes.count)
      }
      lobby.setConnected(false, ada)
      lobby.setConnected(true, ada)
      let seq = lobby.view(of: ada).seq
      lobby.join(try #require(lobby.clients[ada]?.room?.roomCode), after: seq, by: ada)
      lobby.advance(by: .seconds(3))
    }
    #expect(lobby.journal.values.map(\.count).max() ?? 0 > 1000)
    #expect(most <= 2 * 2 + TimerQueue<RoomDirectory.TimerSubject>.slack + 1)
  }

  @Test("traps when a session is opened twice or was never opened")
  func ourMistakes() async {
    await #expect(processExitsWith: .failure) {
      var lobby = ScriptedLobby()
      _ = lobby.open("ada")
      _ = lobby.open("ada")
    }
    await #expect(processExitsWith: .failure) {
      var lobby = ScriptedLobby()
      lobby.ask(.leaveRoom, by: SessionID("nobody"))
    }
  }
}
