// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import FacedownTesting
import Game
import MatchClient
import SocketClient
import Stage
import Testing
import Wire

/// Law 4 with a whole server: two players from the start, and late spectators, draw the same scene
/// at the same server time.
@Suite("One scene for everyone", .timeLimit(.minutes(3)))
struct SameSceneTests {
  /// A table of two bots; further guests are spectators.
  private let world = InMemoryWorld(dealer: .fair(.openSSL), seed: 7)
  private let players: [Guest]
  private let code: String

  init() throws {
    let settings = MatchSettings(pairs: 12, seats: 2, reveal: .seconds(1))
    let ana = world.bot("Ana", Bot(seed: 1), .create(settings))
    code = try world.roomCode(of: ana)
    players = [ana, world.bot("Ben", Bot(seed: 2), .join(code: code))]
  }

  /// A spectator from now on.
  private func spectator(_ name: String) throws -> Guest {
    try world.entered(name, code, as: .spectator)
  }

  private func log(_ guest: Guest) throws -> MatchLog {
    try #require(world.recording(of: guest).log)
  }

  /// Plays for some seconds and compares everyone's scenes, 20 times a second.
  ///
  /// - Returns: how many of the compared moments had motion.
  private func compare(_ guests: [Guest], for seconds: Int) throws -> Int {
    var moving = 0
    var staged = try guests.map { StagedLog(try log($0)) }
    for step in 0..<(seconds * 20) {
      for (index, guest) in guests.enumerated() { staged[index].follow(try log(guest)) }
      let scenes = staged.map { stage($0, ViewerState(), at: world.now) }
      #expect(scenes.allSatisfy { $0 == scenes[0] }, "step \(step)")
      moving += scenes[0].motion == .moving ? 1 : 0
      world.pass(.milliseconds(50))
    }
    return moving
  }

  @Test("a spectator who joins in the middle of the deal sees it as the players do")
  func dealing() throws {
    try world.reach(.dealing, players[0])
    world.pass(.milliseconds(900))
    let eve = try spectator("Eve")
    let deal = try #require(try log(eve).latest.deal)
    #expect(deal.beganAt < world.now && world.now < deal.playableAt)
    #expect(stage(try log(eve), ViewerState(), at: world.now).cards.count < 24)
    #expect(try compare(players + [eve], for: 4) > 20)
  }

  @Test("a delayed spectator sees everything as it was, and every flip of it")
  func delayed() throws {
    let world = InMemoryWorld(dealer: .fair(.openSSL), seed: 11)
    let settings = MatchSettings(
      pairs: 8, seats: 1, reveal: .seconds(1), spectatorDelay: .seconds(12))
    let ana = world.bot("Ana", Bot(seed: 1), .create(settings))
    let eve = try world.entered("Eve", world.roomCode(of: ana), as: .spectator)
    try world.reach(.playing, eve)
    var moving = 0
    var late = 0
    for step in 0..<400 {
      world.pass(.milliseconds(50))
      let core = world.recording(of: eve).core
      let shown = try #require(core.shownTime(at: world.localNow(of: eve)))
      #expect(abs((world.now - .milliseconds(12_300) - shown).wholeMilliseconds) <= 100)
      let table = try #require(core.table)
      let known = try #require(world.recording(of: ana).log)
      let there = stage(table.log, ViewerState(), at: shown)
      // Unannounced events are in flight for a moment, as they were for the players.
      if known.entries.contains(where: { $0.at <= shown && $0.seq > table.log.latest.seq }) {
        late += 1
      } else {
        #expect(there == stage(known, ViewerState(), at: shown), "step \(step)")
      }
      moving += there.motion == .moving ? 1 : 0
    }
    #expect(late == 0, "Every entry arrives before it is due.")
    #expect(moving > 100, "Many moments had motion.")
  }

  @Test("spectators who join at any time see what the players see")
  func playing() throws {
    var guests = players
    try world.reach(.playing, players[0])
    for (index, wait) in [1300, 170, 9100, 2450, 13_030].enumerated() {
      world.pass(.milliseconds(wait))
      guests.append(try spectator("Eve \(index)"))
      _ = try compare(guests, for: 3)
    }
    let bases = try guests.map { try log($0).base.seq }
    #expect(bases[0] == 0 && Set(bases).count > 3)
    // The recordings agree too, from each join on.
    let end = world.now
    let staged = try guests.map { StagedLog(try log($0)) }
    for step in 0..<60 {
      let time = end - .milliseconds(50 * step)
      let scenes = staged.map { stage($0, ViewerState(), at: time) }
      #expect(scenes.allSatisfy { $0 == scenes[0] }, "step \(step)")
    }
  }
}
