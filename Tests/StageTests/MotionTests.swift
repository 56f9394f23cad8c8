// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation
import MatchFixtures
import Stage
import Testing

@Suite("Motion on the stage", .timeLimit(.minutes(1)))
struct MotionTests {
  private func dealt(_ names: [String] = ["Ana", "Ben"]) -> ScriptedMatch {
    var script = ScriptedMatch(names)
    script.begin()
    script.deal()
    return script
  }

  private func card(_ log: MatchLog, _ place: Int, at time: ServerTime) throws -> Scene.Card {
    try #require(stage(log, ViewerState(), at: time).cards.first { $0.place == place })
  }

  @Test("A dealt card is half-way after half its flight, in the air and above the others")
  func flight() throws {
    let script = dealt()
    let deal = try #require(script.view.deal)
    let turn = 3
    let slot = script.view.dealOrder[turn]
    let middle = deal.beganAt + deal.stagger * turn + deal.duration / 2
    let scene = stage(script.log, ViewerState(), at: middle)
    let card = try #require(scene.cards.first { $0.id.slot == slot })
    let place = try #require(scene.table.centre(of: slot))
    #expect(abs(card.centre.x - (scene.table.centre.x + place.x) / 2) < 1e-4)
    #expect(abs(card.centre.y - (scene.table.centre.y + place.y) / 2) < 1e-4)
    #expect(card.lift > 0.999 && card.rotation == 180 && card.face == nil)
    let lying = scene.cards.filter { $0.lift == 0 && $0.centre != scene.table.centre }
    #expect(lying.allSatisfy { $0.z < card.z })
    let later = script.view.dealOrder[turn + 1]
    #expect(scene.cards.first { $0.id.slot == later }.map { $0.z < card.z } ?? true)
  }

  @Test("A viewer who joins during a deal, a flip or a removal sees what everyone sees")
  func late() throws {
    var script = ScriptedMatch()
    // Once the seats have slid in: a view does not say when a player joined.
    script.pass(.seconds(1))
    script.begin()
    script.deal()
    script.choose(0)
    script.choose(1)
    script.pass(.milliseconds(1200))
    let entries = script.log.entries
    let dealAt = try #require(script.view.deal).beganAt
    let first = try #require(entries.firstIndex { $0.at == dealAt })
    for joined in (first + 1)...entries.count {
      var late = MatchLog()
      for entry in entries[..<joined] { late.append(entry) }
      let since = late.latest.at
      late = MatchLog(base: late.latest)
      for entry in entries[joined...] { late.append(entry) }
      let (staged, whole) = (StagedLog(late), StagedLog(script.log))
      for step in 0..<120 {
        let time = max(since, late.base.lastRevealAt) + .milliseconds(17 * step)
        var (mine, theirs) = (
          stage(staged, ViewerState(), at: time), stage(whole, ViewerState(), at: time)
        )
        // Points in flight when the viewer joined are in the standings, but not drawn.
        if joined > first + 1 {
          (mine.numbers, theirs.numbers) = ([], [])
          (mine.scoreNotes, theirs.scoreNotes) = ([], [])
          (mine.motion, theirs.motion) = (.still, .still)
          (mine.nextChange, theirs.nextChange) = (nil, nil)
        }
        #expect(mine == theirs, "joined after \(joined), step \(step)")
      }
    }
  }

  @Test("A pair spins once a second from its reveal on, and shrinks as it leaves")
  func pair() throws {
    var script = dealt()
    script.choose(0)
    script.choose(1)
    let reveal = script.now
    script.pass(.seconds(2))
    #expect(try card(script.log, 0, at: reveal).spin == 0)
    let quarter = try card(script.log, 0, at: reveal + .milliseconds(250))
    #expect(abs(quarter.spin - 90) < 0.01 && quarter.isMatched && quarter.face == Face(0))
    let leaving = try #require(
      script.log.entries.first {
        if case .settled = $0.event { true } else { false }
      })
    let before = try card(script.log, 1, at: leaving.at)
    #expect(before.scale == 1)
    let half = try card(script.log, 1, at: leaving.at + .milliseconds(175))
    #expect(abs(half.scale - 0.5) < 0.01 && half.isMatched && half.face == Face(0))
    let after = stage(script.log, ViewerState(), at: leaving.at + .milliseconds(350))
    #expect(after.cards.count == 6)
  }

  @Test("Score numbers fly off their card, accelerate and fade")
  func numbers() throws {
    var script = dealt()
    script.choose(0)
    script.choose(1)
    let reveal = script.now
    func number(_ milliseconds: Int) -> Scene.FlyingNumber? {
      stage(script.log, ViewerState(), at: reveal + .milliseconds(milliseconds)).numbers.last
    }
    let table = stage(script.log, ViewerState(), at: reveal).table
    let start = try #require(number(0))
    #expect(start.delta > 0 && start.opacity == 1 && start.centre == table.centre(of: 1))
    let middle = try #require(number(750))
    #expect(middle.centre.x == start.centre.x)
    #expect((0.5..<2).contains(start.centre.y - middle.centre.y))
    let end = try #require(number(1499))
    #expect(abs(start.centre.y - end.centre.y - 4) < 0.02 && end.opacity < 0.01)
    #expect(number(1500) == nil)
  }

  @Test("A restart sends the cards back to the deck, face down")
  func undeal() throws {
    var script = dealt()
    script.choose(2)
    script.pass(.milliseconds(300))
    let table = stage(script.log, ViewerState(), at: script.now).table
    script.emit(
      .opened(
        Event.Opened(matchID: "next", settings: script.view.settings, theme: "animals")))
    let start = script.now
    let half = stage(script.log, ViewerState(), at: start + .milliseconds(200))
    #expect(half.cards.count == 8 && half.table == table && half.motion == .moving)
    #expect(half.cards.contains { $0.centre != table.centre(of: $0.place) })
    let later = stage(script.log, ViewerState(), at: start + .milliseconds(479))
    #expect(later.cards.count + (later.deck?.count ?? 0) == 8 && (later.deck?.count ?? 0) > 0)
    #expect(later.cards.allSatisfy { $0.rotation == 180 })
    #expect(stage(script.log, ViewerState(), at: start + .milliseconds(560)).cards.isEmpty)
  }

  @Test("Repeated shuffles never make a card jump, and it ends where the last one put it")
  func hammer() throws {
    var script = dealt()
    let start = script.now
    let turned = (0..<8).map { ($0 + 3) % 8 } + Array(8..<script.view.rows * script.view.columns)
    for _ in 0..<5 {
      script.emit(.shuffled(Event.Shuffled(seat: nil, permutation: turned)))
      script.pass(.milliseconds(110))
    }
    let staged = StagedLog(script.log)
    var last: [CardID: Point] = [:]
    for step in 0..<130 {
      let scene = stage(staged, ViewerState(), at: start + .milliseconds(8 * step))
      for card in scene.cards {
        let before = last.updateValue(card.centre, forKey: card.id) ?? card.centre
        let way = Point(x: card.centre.x - before.x, y: card.centre.y - before.y)
        #expect((way.x * way.x + way.y * way.y).squareRoot() < 0.5)
      }
    }
    let end = stage(staged, ViewerState(), at: start + .seconds(1))
    #expect(end.cards.allSatisfy { $0.centre == end.table.centre(of: $0.place) && $0.lift == 0 })
    #expect(end.cards.map { $0.place - ($0.id.slot + 15) % 8 }.allSatisfy { $0 == 0 })
  }

  @Test("Seats slide in and out")
  func seats() throws {
    var script = ScriptedMatch()
    let start = script.now
    #expect(stage(script.log, ViewerState(), at: start).seats[1].presence == 0)
    let half = stage(script.log, ViewerState(), at: start + .milliseconds(175)).seats[1]
    #expect((0.5..<1).contains(half.presence))
    script.pass(.seconds(1))
    script.emit(.vacated(SeatIndex(1)))
    let leaving = stage(script.log, ViewerState(), at: script.now).seats[1]
    #expect(leaving.leaver?.player.name == "Ben" && leaving.leaver?.presence == 1)
    let gone = stage(script.log, ViewerState(), at: script.now + .milliseconds(350))
    #expect(gone.seats[1].leaver == nil && gone.motion == .still && gone.nextChange == nil)
  }

  @Test(
    "Nothing jumps in matches of any kind, sampled at 60 Hz",
    arguments: 1...3 as ClosedRange<UInt64>)
  func steady(seed: UInt64) throws {
    var state = seed
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var script = dealt(["Ana", "Ben", "Cy"])
    var shuffles = 0
    while script.view.phase == .playing {
      guard script.view.turn != nil, script.now >= script.view.earliestChoice else {
        script.pass(.milliseconds(50))
        continue
      }
      let seat = script.view.seats[script.turnSeat.rawValue]
      if !seat.hasShuffled, script.view.faceUp.isEmpty, random(4) == 0 {
        script.shuffle()
        shuffles += 1
        continue
      }
      let down = script.view.cards.filter { $0.state == .down }
      script.choose(down[random(down.count)].place)
      script.pass(.milliseconds(random(700)))
    }
    let staged = StagedLog(script.log)
    var time = try #require(script.view.deal).beganAt
    var last: [CardID: Scene.Card] = [:]
    var jumps: [(Scene.Card, Scene.Card)] = []
    while time < script.now + .seconds(2) {
      var next: [CardID: Scene.Card] = [:]
      for card in stage(staged, ViewerState(), at: time).cards {
        next[card.id] = card
        guard let before = last[card.id] else { continue }
        let way = Point(x: card.centre.x - before.centre.x, y: card.centre.y - before.centre.y)
        let turned = (card.spin - before.spin + 360).truncatingRemainder(dividingBy: 360)
        let isSteady =
          (way.x * way.x + way.y * way.y).squareRoot() < 1.2
          && abs(card.rotation - before.rotation) < 18 && turned < 7
          && abs(card.scale - before.scale) < 0.12 && abs(card.lift - before.lift) < 0.2
        if !isSteady { jumps.append((before, card)) }
      }
      last = next
      time = time + .microseconds(16_667)
    }
    #expect(jumps.isEmpty && shuffles > 0 && last.isEmpty)
  }
}
