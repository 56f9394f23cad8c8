// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import FacedownTesting
import Game
import Journal
import Lobby
import MatchClient
import Protocol
import SocketClient
import Testing
import Wire

/// A match of two bots with a spectator, over a failing journal.
private final class Evening {
  let journal = FaultyJournal()
  let world: InMemoryWorld
  let guests: [Guest]

  init(seed: UInt64) throws {
    world = InMemoryWorld(
      dealer: .fair(.openSSL), seed: UInt8(seed), journalDelay: .milliseconds(3), journal: journal)
    var surroundings = InMemoryWorld.Surroundings(seed: seed)
    surroundings.reconnectPolicy = ReconnectPolicy()
    let settings = MatchSettings(pairs: 4, seats: 2, reveal: .seconds(1))
    let ana = world.bot("Ana", Bot(seed: seed), .create(settings), surroundings: surroundings)
    let code = try world.roomCode(of: ana)
    surroundings.seed += 100
    let ben = world.bot(
      "Ben", Bot(seed: seed + 1), .join(code: code), surroundings: surroundings)
    surroundings.seed += 100
    let eve = try world.welcomed("Eve", surroundings: surroundings)
    world.command(.request(.joinRoom(JoinRoom(code: code, role: .spectator))), eve)
    _ = try world.until("Ben to sit") { $0[ben.index].core.table }
    guests = [ana, ben, eve]
  }

  var length: Int { journal.contents.lobby.rooms.first?.entries.count ?? 0 }

  /// Plays until the log has `length` entries, or the match is over.
  func play(to length: Int) throws {
    _ = try world.until("entry \(length)") { guests -> Bool? in
      let view = guests[0].log?.latest
      return view.map { $0.seq >= UInt64(length) || $0.phase == .ended } == true ? true : nil
    }
  }

  /// Plays to the end, and checks that everyone has the journal's log.
  func finish() throws -> [Entry] {
    let logs = try world.logsAtTheEnd()
    let entries = try #require(journal.contents.lobby.rooms.first?.entries)
    for log in logs {
      #expect(log.latest == logs[0].latest)
      #expect(log.entries == Array(entries.suffix(log.entries.count)))
    }
    let causes = entries.compactMap(\.cause)
    let runs = zip(causes, causes.dropFirst()).count { $0 != $1 } + 1
    #expect(runs == Set(causes).count, "No request had two effects.")
    #expect(!entries.contains { if case .turnExpired = $0.event { true } else { false } })
    return entries
  }
}

@Suite("A match over a failing journal", .timeLimit(.minutes(1)))
struct JournalFaultsTests {
  @Test("survives server crashes at any moment", arguments: UInt64(1)...12)
  func crashes(seed: UInt64) async throws {
    let evening = try Evening(seed: seed)
    var next = 6 + Int(seed % 5)
    var crashes: UInt8 = 0
    while crashes < 8 {
      try evening.play(to: next)
      // Now and then in the middle of a commit.
      if crashes % 2 == 1 { evening.world.pass(.milliseconds(Int(seed) * 97 % 800)) }
      evening.journal.crash()
      crashes += 1
      evening.world.restartServer(
        with: evening.journal.contents, after: .milliseconds(300 * Int64(crashes)),
        seed: 100 + crashes)
      next += 3
      await Task.yield()
    }
    _ = try evening.finish()
    for guest in evening.guests {
      let recording = evening.world.recording(of: guest)
      #expect(recording.events.count { $0 == .welcomed } >= 5)
      #expect(recording.changedIntents == 0)
    }
  }

  @Test(
    "pauses while nothing can be written, shows nothing new, and resumes",
    arguments: [FaultyJournal.Fault.full, .unclearLost, .stalled])
  func full(fault: FaultyJournal.Fault) throws {
    let evening = try Evening(seed: 3)
    try evening.play(to: 14)
    evening.world.pass(.milliseconds(30))
    evening.journal.fault = fault
    let length = evening.length
    evening.world.pass(.seconds(45))
    #expect(evening.length == length)
    for guest in evening.guests {
      let recording = evening.world.recording(of: guest)
      #expect(recording.isConnected)
      #expect(recording.log?.latest.seq == UInt64(length))
    }
    evening.journal.fault = .none
    let entries = try evening.finish()
    let given = entries.compactMap { entry -> Duration? in
      if case .clockAdjusted(let givenBack) = entry.event { givenBack } else { nil }
    }
    #expect(given.contains { $0 > .seconds(40) }, "\(given)")
  }

  @Test("accepts entries found in the journal although their landing was never confirmed")
  func unclear() throws {
    let evening = try Evening(seed: 5)
    try evening.play(to: 10)
    evening.journal.fault = .unclearLanded
    try evening.play(to: 20)
    evening.journal.fault = .none
    _ = try evening.finish()
  }
}
