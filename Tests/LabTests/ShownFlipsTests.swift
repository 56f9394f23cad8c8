// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import FacedownTesting
import Game
import MatchClient
import SocketClient
import Testing
import Wire

@testable import Lab

@Suite("Shown flips", .timeLimit(.minutes(1)))
struct ShownFlipsTests {
  /// The log of a match between two bots, and its base.
  private static func log() throws -> MatchLog {
    let world = InMemoryWorld(dealer: .fair(.openSSL))
    let settings = MatchSettings(pairs: 8, seats: 2, reveal: .seconds(1))
    let ana = world.enter(
      name: "Ana", agent: "facedown-bot/test",
      driver: BotDriver(Bot(seed: 1), goal: .create(settings), pace: .fast))
    let code = try world.until("a room") { $0[ana.index].core.table?.code }
    _ = world.enter(
      name: "Ben", agent: "facedown-bot/test",
      driver: BotDriver(Bot(seed: 2), goal: .join(code: code), pace: .fast))
    return try world.until("the end") { guests -> MatchLog? in
      guests[ana.index].core.table.flatMap { $0.log.latest.phase == .ended ? $0.log : nil }
    }
  }

  /// Shows the flips of `log` to a viewer whose clock is the server's, who gets each entry `wait`
  /// after it was made, and who presses its own flips' cards at that moment.
  private static func show(_ log: MatchLog, after wait: Duration) -> [ShownFlips.Flip] {
    var shown = ShownFlips()
    var seen: [ShownFlips.Flip] = []
    var known = MatchLog(base: log.base)
    var rest = log.entries[...]
    var pressed: Set<UInt64> = []
    var now = log.entries.first?.at ?? .zero
    let end = (log.entries.last?.at ?? .zero) + .seconds(2)
    while now < end {
      let local = LocalTime(microseconds: now.microseconds)
      for entry in log.entries where entry.at <= now && pressed.insert(entry.seq).inserted {
        guard case .flipped(let flip) = entry.event, flip.seat == SeatIndex(0) else { continue }
        shown.pressed(flip.card, at: local, now)
      }
      while let entry = rest.first, entry.at + wait <= now {
        rest.removeFirst()
        known.append(entry)
        guard case .flipped(let flip) = entry.event else { continue }
        shown.arrived(entry, flip, isOwn: flip.seat == SeatIndex(0), at: local, now)
      }
      // In between nothing relevant changes on a screen.
      let isNear = log.entries.contains { entry in
        guard case .flipped(let flip) = entry.event else { return false }
        return entry.at <= now && now < flip.revealAt + wait + .milliseconds(200)
      }
      if isNear { seen += shown.frame(of: known, at: local, now).shown }
      now = now + .microseconds(16_667)
    }
    return seen
  }

  @Test("a face appears in the first frame after its reveal, and the pressed card moves at once")
  func inTime() throws {
    let log = try Self.log()
    let seen = Self.show(log, after: .milliseconds(50))
    let flips = log.entries.count { if case .flipped = $0.event { true } else { false } }
    #expect(seen.count == flips)
    #expect(seen.contains { $0.pressed != nil } && seen.contains { $0.pressed == nil })
    for flip in seen {
      let faced = try #require(flip.faced)
      let after = Duration.microseconds(faced.microseconds - flip.flip.revealAt.microseconds)
      #expect((.zero...(.microseconds(16_667))).contains(after))
      #expect(flip.late == .zero)
      #expect((flip.pressed == nil) == (flip.moved == nil))
      guard let pressed = flip.pressed, let moved = flip.moved else { continue }
      // A card that is still turning back shows it a frame later.
      #expect(moved - pressed <= .microseconds(2 * 16_667))
    }
  }

  @Test("an entry that arrives after its reveal is late by that much, and so is its face")
  func late() throws {
    let seen = Self.show(try Self.log(), after: .milliseconds(400))
    #expect(!seen.isEmpty)
    for flip in seen {
      #expect(flip.late > .milliseconds(100))
      let faced = try #require(flip.faced)
      #expect(faced > flip.arrived && faced - flip.arrived < .milliseconds(200))
    }
  }
}
