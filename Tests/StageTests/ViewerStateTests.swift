// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation
import MatchFixtures
import Stage
import Testing

@Suite("Local viewer state", .timeLimit(.minutes(1)))
struct ViewerStateTests {
  private let script: ScriptedMatch
  private let card: CardID

  init() throws {
    var script = ScriptedMatch()
    script.begin()
    script.deal()
    self.script = script
    card = try #require(script.view.card(at: 3)).id
  }

  private func shown(_ local: ViewerState, at time: ServerTime) throws -> Scene.Card {
    try #require(stage(script.log, local, at: time).cards.first { $0.id == card })
  }

  @Test("A chosen card is marked from the press on, and turned by the answer alone")
  func prediction() throws {
    var script = script
    var local = ViewerState()
    let pressedAt = script.now
    local.add(.chose(card), at: pressedAt)
    #expect(try !shown(local, at: pressedAt - .microseconds(1)).isChosen)
    let waiting = try shown(local, at: pressedAt)
    #expect(waiting.isChosen && waiting.rotation == 180 && waiting.face == nil)
    script.choose(3)
    let turned = stage(script.log, local, at: script.now + .milliseconds(1)).cards.first {
      $0.id == card
    }
    #expect(turned?.isChosen == false && turned?.face == Face(1))
    script.choose(4)
    script.pass(.seconds(2))
    let back = stage(script.log, local, at: script.now + .milliseconds(400)).cards.first {
      $0.id == card
    }
    #expect(back?.isChosen == false && back?.face == nil)
  }

  @Test("The own card turns from the press on, without a face, and is edge-on at the reveal")
  func ownFlip() throws {
    var script = script
    var local = ViewerState()
    let pressedAt = script.now
    local.add(.chose(card), at: pressedAt)
    let alone = try shown(local, at: pressedAt + .seconds(1))
    #expect(alone.rotation == 96 && alone.face == nil)
    script.pass(.milliseconds(60))
    script.choose(3)
    let edge = script.now
    var last = 180.0
    for milliseconds in stride(from: 0, to: 440, by: 4) {
      let time = pressedAt + .milliseconds(milliseconds)
      let pose = try #require(
        stage(script.log, local, at: time).cards.first { $0.id == card })
      #expect(pose.rotation <= last && last - pose.rotation < 3)
      #expect((pose.face != nil) == (time > edge))
      last = pose.rotation
    }
    #expect(last == 0)
  }

  @Test(
    "A flip that arrives late but before its reveal is in time for it", arguments: [20, 60, 90])
  func hurried(milliseconds: Int) throws {
    var script = script
    script.choose(3)
    let flip = try #require(script.steps.last?.entry)
    var local = ViewerState()
    let arrival = flip.at + .milliseconds(milliseconds)
    local.add(.arrived(flip.seq), at: arrival)
    #expect(try rotation(script, local, arrival) == 180)
    #expect(try rotation(script, local, flip.shownAt) == 90)
    let same = flip.shownAt + .milliseconds(150)
    #expect(try rotation(script, local, same) == rotation(script, ViewerState(), same))
  }

  @Test("A flip that arrives just before its reveal takes at least half the usual time to edge-on")
  func hurriedMost() throws {
    var script = script
    script.choose(3)
    let flip = try #require(script.steps.last?.entry)
    var local = ViewerState()
    let arrival = flip.shownAt - .milliseconds(30)
    local.add(.arrived(flip.seq), at: arrival)
    #expect(try rotation(script, local, arrival + .milliseconds(89)) > 90)
    #expect(try rotation(script, local, arrival + .milliseconds(91)) < 90)
    let same = flip.shownAt + .milliseconds(150)
    #expect(try rotation(script, local, same) == rotation(script, ViewerState(), same))
  }

  @Test("A flip that arrives after its reveal is shown by a blink")
  func tooLate() throws {
    var script = script
    script.choose(3)
    let flip = try #require(script.steps.last?.entry)
    var local = ViewerState()
    let arrival = flip.shownAt + .milliseconds(40)
    local.add(.arrived(flip.seq), at: arrival)
    func seen(_ milliseconds: Int) throws -> Scene.Card {
      try #require(
        stage(script.log, local, at: arrival + .milliseconds(milliseconds)).cards.first {
          $0.id == card
        })
    }
    #expect(try seen(-1).rotation == 180 && seen(-1).lift == 0 && seen(-1).scale == 1)
    #expect(try seen(59).rotation == 180 && seen(59).scale < 0.8)
    #expect(try seen(61).face != nil && seen(61).scale < 0.8)
    #expect(try seen(120).scale == 1)
  }

  private func rotation(
    _ script: ScriptedMatch, _ local: ViewerState, _ time: ServerTime
  ) throws -> Double {
    let cards = stage(script.log, local, at: time).cards
    return try #require(cards.first { $0.id == card }).rotation
  }

  @Test("A refusal turns the card back with a small shake")
  func shake() throws {
    var local = ViewerState()
    local.add(.chose(card), at: script.now)
    let refusedAt = script.now + .milliseconds(50)
    local.add(.refused(card), at: refusedAt)
    let before = try shown(local, at: refusedAt)
    #expect((96..<180).contains(before.rotation))
    let shaken = try shown(local, at: refusedAt + .milliseconds(50))
    #expect(shaken.rotation != before.rotation && shaken.centre.x > before.centre.x + 0.1)
    let rest = try shown(local, at: refusedAt + .milliseconds(330))
    #expect(rest.rotation == 180 && rest.centre == before.centre)
  }

  @Test("A refusal ends the prediction and is shown for a moment")
  func refusal() throws {
    var local = ViewerState()
    local.add(.chose(card), at: script.now)
    local.add(.refused(card), at: script.now + .milliseconds(50))
    let refused = try shown(local, at: script.now + .milliseconds(50))
    #expect(!refused.isChosen && refused.isRefused)
    #expect(try !shown(local, at: script.now + .milliseconds(450)).isRefused)
    #expect(try shown(local, at: script.now + .milliseconds(49)).isChosen)
  }

  @Test("The refusal of another request leaves a prediction alone")
  func otherRefusal() throws {
    var local = ViewerState()
    local.add(.chose(card), at: script.now)
    local.add(.refused(nil), at: script.now)
    #expect(try shown(local, at: script.now).isChosen)
  }

  @Test("Notes are kept in order of time, whatever the order of arrival")
  func order() {
    let times = [3, 1, 2].map { ServerTime(microseconds: $0) }
    var local = ViewerState()
    for (index, time) in times.enumerated() { local.add(.seat(SeatIndex(index)), at: time) }
    #expect(local.notes.map(\.at) == times.sorted())
    #expect(local.seat(at: .zero) == nil)
    #expect(local.seat(at: ServerTime(microseconds: 2)) == SeatIndex(2))
    #expect(local.seat(at: ServerTime(microseconds: 9)) == SeatIndex(0))
  }

  @Test("The number of notes is limited, and the seat outlives the choices")
  func bound() {
    var local = ViewerState()
    local.add(.seat(SeatIndex(1)), at: .zero)
    for number in 1...(2 * ViewerState.limit) {
      local.add(.chose(card), at: ServerTime(microseconds: Int64(number)))
    }
    #expect(local.notes.count == ViewerState.limit)
    #expect(local.seat(at: ServerTime(microseconds: 1)) == SeatIndex(1))
    #expect(local.notes.last?.at == ServerTime(microseconds: Int64(2 * ViewerState.limit)))
  }
}
