// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Protocol
import Testing

@testable import Lobby

/// A lobby whose sessions make requests, leave, disconnect and return at random, over a journal
/// that is slow and sometimes fails.
private struct RandomLobby {
  var lobby = ScriptedLobby()
  private var random: SplitMix64
  let sessions: [SessionID]
  /// Whether the server crashes now and then and is restored.
  var crashes = false
  private var crashCount: UInt8 = 0
  /// Recent requests, to be repeated.
  var asked: [SessionID: [(id: RequestID, request: RoomRequest)]] = [:]
  /// Every request, by session.
  var requests: [SessionID: Set<RequestID>] = [:]
  var refused: [SessionID: Set<RequestID>] = [:]
  /// The requests that the outputs and the journal answered with anything but a refusal.
  var granted: [SessionID: Set<RequestID>] = [:]

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    var lobby = ScriptedLobby(key: UInt8(truncatingIfNeeded: seed))
    sessions = (0..<5).map { lobby.open("guest \($0)") }
    self.lobby = lobby
  }

  mutating func step() {
    if crashes, random.below(30) == 0 { return crash() }
    let session = random.pick(sessions)
    guard lobby.directory.knows(session) else { return }
    lobby.isJournalWaiting = random.below(3) > 0
    switch random.below(20) {
    case 0...9: ask(request(of: session), by: session)
    case 10...13:
      if !lobby.pending.isEmpty { note(random.below(6) == 0 ? lobby.fail() : lobby.land()) }
    case 14:
      note(lobby.setConnected(false, session))
    case 15:
      note(lobby.setConnected(true, session))
      comeBack(session)
    case 16: note(lobby.advance(by: .seconds(random.below(40))))
    default: note(lobby.advance(by: .milliseconds(random.below(4000))))
    }
  }

  /// The server crashes after some of the pending batches have landed; everyone reconnects to the
  /// next one and repeats unanswered requests.
  private mutating func crash() {
    let landing = random.below(lobby.pending.count + 1)
    crashCount += 1
    let losses = lobby.crash(
      key: 255 - crashCount, landing: landing, outage: .seconds(random.below(3)))
    #expect(losses == [])
    lobby.isJournalWaiting = false
    for session in sessions where lobby.directory.knows(session) {
      note(lobby.setConnected(true, session))
      for (id, request) in asked[session] ?? [] {
        guard refused[session]?.contains(id) != true, granted[session]?.contains(id) != true else {
          continue
        }
        note(lobby.ask(request, by: session, id: id))
      }
      comeBack(session)
    }
  }

  /// Lands everything and reconnects everyone.
  mutating func finish() {
    lobby.isJournalWaiting = false
    while !lobby.pending.isEmpty { note(lobby.land()) }
    note(lobby.advance(by: .seconds(2)))
    for session in sessions where lobby.directory.knows(session) {
      note(lobby.setConnected(true, session))
      comeBack(session)
    }
    noteJournal()
  }

  private mutating func comeBack(_ session: SessionID) {
    guard let room = lobby.clients[session]?.room else { return }
    let join = JoinRoom(
      code: room.code, role: room.role, afterSeq: lobby.view(of: session).seq)
    ask(.joinRoom(join), by: session)
  }

  private mutating func ask(_ request: RoomRequest, by session: SessionID) {
    let id = RequestID((lobby.clients[session]?.lastRequest.rawValue ?? 0) + 1)
    requests[session, default: []].insert(id)
    switch request {
    case .createRoom, .quickMatch, .joinRoom: entering[session, default: []].append(id)
    case .leaveRoom, .intent: break
    }
    asked[session] = (asked[session] ?? []).suffix(7) + [(id, request)]
    note(lobby.ask(request, by: session))
  }

  /// Each session's requests to enter a room that have no answer yet, in order.
  private var entering: [SessionID: [RequestID]] = [:]

  private mutating func request(of session: SessionID) -> RoomRequest {
    let view = lobby.view(of: session)
    guard lobby.clients[session]?.room != nil, random.below(12) > 0 else {
      let codes = lobby.directory.list.map { RoomCode($0.code) }
      if codes.isEmpty || random.below(4) == 0 {
        return .createRoom(
          MatchSettings(pairs: 3, seats: 1 + random.below(3), turnLimit: .seconds(5)))
      }
      if random.below(4) == 0 {
        return .quickMatch(QuickMatch(mode: .blitz, seats: 2, isRated: random.below(2) == 0))
      }
      let role: Role = random.below(4) == 0 ? .spectator : .player
      return .joinRoom(JoinRoom(code: random.pick(codes).rawValue, role: role))
    }
    let intents: [Intent] = [
      .ready(entropyCommit: []), .deal, .rematch, .restart, .shuffle, .removeSeat(SeatIndex(1)),
    ]
    let intent: Intent
    switch random.below(20) {
    case 0: return .leaveRoom
    case 1: intent = .resign
    case 2...8: intent = random.pick(intents)
    case 9...12 where view.phase == .waiting: intent = .ready(entropyCommit: [])
    default:
      intent = .choose(CardID(generation: view.generation, slot: random.below(6)))
    }
    return .intent(IntentRequest(seenSeq: view.seq, intent: intent))
  }

  private mutating func note(_ outputs: [LobbyOutput]) {
    for output in outputs {
      switch output {
      case .refused(let session, let id, _):
        refused[session, default: []].insert(id)
        entering[session]?.removeAll { $0 == id }
      case .left(let session, let id?, _): granted[session, default: []].insert(id)
      case .joined(let session, _):
        if let id = entering[session]?.first {
          granted[session, default: []].insert(id)
          entering[session]?.removeFirst()
        }
      default: break
      }
    }
    noteRepeats()
  }

  /// Counts an earlier request's entry as the answer to a request that changed nothing.
  private mutating func noteRepeats() {
    for session in sessions {
      guard let known = lobby.directory.sessions[session] else { continue }
      for id in requests[session] ?? [] where granted[session]?.contains(id) != true {
        guard let answer = known.answer(to: id), let log = lobby.journal[answer.room] else {
          continue
        }
        let entry = log[Int(answer.entries.lowerBound) - 1]
        if entry.cause?.request != id { granted[session, default: []].insert(id) }
      }
    }
  }

  /// Counts every entry that names its request as the answer to it.
  private mutating func noteJournal() {
    for log in lobby.journal.values {
      var members: [ActorNumber: SessionID] = [:]
      for entry in log {
        if case .seated(let seated) = entry.event {
          members[seated.actor] = SessionID(seated.player.name)
        }
        guard let cause = entry.cause, let session = members[cause.actor] else { continue }
        granted[session, default: []].insert(cause.request)
      }
    }
  }
}

@Suite("A lobby at random", .timeLimit(.minutes(1)))
struct RandomLobbyTests {
  @Test(
    "answers every request once, and everyone in a room sees the same as its journal",
    arguments: UInt64(1)...80)
  func promises(seed: UInt64) throws {
    var random = RandomLobby(seed: seed)
    for _ in 0..<400 {
      random.step()
      try #require(random.lobby.directory.counts == LobbyCounts(of: random.lobby.directory))
    }
    random.finish()
    let lobby = random.lobby
    for session in random.sessions {
      let asked = random.requests[session] ?? []
      let refused = random.refused[session] ?? []
      let granted = random.granted[session] ?? []
      #expect(refused.isDisjoint(with: granted), "\(session.rawValue)")
      #expect(asked.subtracting(refused).subtracting(granted).isEmpty, "\(session.rawValue)")
      guard let room = lobby.clients[session]?.room else { continue }
      var view = MatchView()
      for entry in try #require(lobby.journal[room.room]) { view.apply(entry) }
      #expect(lobby.view(of: session) == view)
      #expect(room.actor.flatMap { view.seat(of: $0) } == room.seat)
    }
    for log in lobby.journal.values {
      #expect(log.map(\.seq) == Array(1...UInt64(log.count)))
      #expect(zip(log, log.dropFirst()).allSatisfy { $0.at <= $1.at })
    }
  }

  @Test(
    "outlives its server again and again: nothing seen is missing, nothing is done twice",
    arguments: UInt64(1)...60)
  func crashes(seed: UInt64) throws {
    var random = RandomLobby(seed: seed)
    random.crashes = true
    for _ in 0..<400 {
      random.step()
      for session in random.sessions {
        guard let client = random.lobby.clients[session], let room = client.room else { continue }
        let journal = try #require(random.lobby.journal[room.room])
        let seen = client.log.entries
        #expect(seen == Array(journal.dropFirst(Int(client.log.base.seq)).prefix(seen.count)))
      }
    }
    random.finish()
    for log in random.lobby.journal.values {
      #expect(log.map(\.seq) == Array(1...UInt64(log.count)))
      #expect(zip(log, log.dropFirst()).allSatisfy { $0.at <= $1.at })
      let causes = log.compactMap(\.cause)
      let runs = zip(causes, causes.dropFirst()).count { $0 != $1 } + min(causes.count, 1)
      #expect(runs == Set(causes).count, "A request was done twice.")
    }
    for session in random.sessions {
      guard let room = random.lobby.clients[session]?.room else { continue }
      var view = MatchView()
      for entry in try #require(random.lobby.journal[room.room]) { view.apply(entry) }
      #expect(random.lobby.view(of: session) == view)
    }
  }

  @Test("is tried in every way: all that can happen at a table")
  func variety() {
    var events: Set<Substring> = []
    // One seed in a hundred has a stalemate warning, such as 96.
    for seed in Array(UInt64(1)...39) + [96] {
      var random = RandomLobby(seed: seed)
      for _ in 0..<400 { random.step() }
      for log in random.lobby.journal.values {
        events.formUnion(log.map { "\($0.event)".prefix { $0 != "(" } })
      }
    }
    let expected: Set<Substring> = [
      "opened", "seated", "vacated", "ownerChanged", "skipped", "returned", "readied", "committed",
      "consented", "dealt", "turnBegan", "flipped", "settled", "shuffled", "turnExpired",
      "resigned", "ended", "clockAdjusted", "stalemateWarning",
    ]
    #expect(events == expected)
  }

  @Test("says the same again to the same requests at the same times")
  func deterministic() {
    func play() -> [RoomID: [Entry]] {
      var random = RandomLobby(seed: 7)
      for _ in 0..<400 { random.step() }
      return random.lobby.journal
    }
    let first = play()
    #expect(first == play())
    #expect(!first.isEmpty)
  }

  @Test("empties by itself when everyone has gone", arguments: UInt64(1)...30)
  func empties(seed: UInt64) {
    var random = RandomLobby(seed: seed)
    for _ in 0..<300 { random.step() }
    random.finish()
    for session in random.sessions { random.lobby.setConnected(false, session) }
    random.lobby.advance(by: .seconds(7200))
    #expect(random.lobby.directory.roomCount == 0)
    #expect(random.lobby.directory.counts == LobbyCounts(of: random.lobby.directory))
    #expect(random.lobby.directory.list.isEmpty)
    #expect(random.sessions.allSatisfy { !random.lobby.directory.knows($0) })
    #expect(random.lobby.directory.nextWake == nil)
  }
}
