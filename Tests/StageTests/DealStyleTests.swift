// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation
import MatchFixtures
import Stage
import Testing

@Suite("Deal styles", .timeLimit(.minutes(1)))
struct DealStyleTests {
  private static let seeds: [UInt64] = [0, 1, 77, .max]

  private static let script: ScriptedMatch = {
    var script = ScriptedMatch()
    script.pass(.seconds(1))
    script.begin()
    script.deal()
    script.pass(.milliseconds(500))
    return script
  }()

  /// The position of each card at the moment it starts to move, by slot.
  private func origins(_ seed: UInt64) throws -> [Point] {
    let staged = StagedLog(Self.script.log, dealStyle: .fromPlaces(seed: seed))
    let deal = try #require(Self.script.view.deal)
    return try (0..<8).map { slot in
      let turn = try #require(Self.script.view.dealOrder.firstIndex(of: slot))
      let scene = stage(staged, ViewerState(), at: deal.beganAt + deal.stagger * turn)
      return try #require(scene.cards.first { $0.id.slot == slot }).centre
    }
  }

  @Test("each card comes from its own place, well outside the table", arguments: seeds)
  func places(seed: UInt64) throws {
    let origins = try origins(seed)
    let table = stage(Self.script.log, ViewerState(), at: Self.script.now).table
    for origin in origins {
      let isFar =
        origin.x <= -3 || origin.x >= table.width + 3 || origin.y <= -3
        || origin.y >= table.height + 3
      #expect(isFar && abs(origin.x) < table.width + 20 && abs(origin.y) < table.height + 20)
    }
    #expect(Set(origins).count == origins.count)
    #expect(try origins == self.origins(seed))
    #expect(try origins != self.origins(seed ^ 5))
  }

  @Test("places lie on all sides of the table")
  func sides() throws {
    let table = stage(Self.script.log, ViewerState(), at: Self.script.now).table
    let origins = try (1...40).flatMap { try self.origins($0) }
    #expect(origins.count { $0.x < 0 } > 40 && origins.count { $0.x > table.width } > 40)
    #expect(origins.count { $0.y < 0 } > 40 && origins.count { $0.y > table.height } > 40)
  }

  @Test("they fly and land when those from a deck do, and no deck lies there")
  func landing() throws {
    let deal = try #require(Self.script.view.deal)
    let staged = StagedLog(Self.script.log, dealStyle: .fromPlaces(seed: 9))
    #expect(staged.dealStyle == .fromPlaces(seed: 9))
    for milliseconds in stride(from: -400, to: 3000, by: 50) {
      let time = deal.beganAt + .milliseconds(milliseconds)
      var scene = stage(staged, ViewerState(), at: time)
      var usual = stage(Self.script.log, ViewerState(), at: time)
      #expect(scene.deck == nil)
      #expect(scene.cards.map(\.id) == usual.cards.map(\.id))
      #expect(scene.cards.map(\.lift) == usual.cards.map(\.lift))
      usual.deck = nil
      if time < deal.playableAt { (scene.cards, usual.cards) = ([], []) }
      #expect(scene == usual)
    }
  }

  @Test("a restart sends them back to where they came from")
  func undeal() throws {
    var script = Self.script
    let origins = try origins(4)
    script.emit(
      .opened(Event.Opened(matchID: "next", settings: script.view.settings, theme: "animals")))
    var staged = StagedLog(MatchLog(), dealStyle: .fromPlaces(seed: 4))
    staged.follow(script.log)
    var last: [CardID: Point] = [:]
    for milliseconds in 0..<600 {
      let scene = stage(staged, ViewerState(), at: script.now + .milliseconds(milliseconds))
      for card in scene.cards { last[card.id] = card.centre }
      #expect(scene.deck == nil)
    }
    for (id, point) in last {
      let origin = origins[id.slot]
      #expect(abs(point.x - origin.x) < 0.1 && abs(point.y - origin.y) < 0.1)
    }
    #expect(last.count == 8)
  }
}
