// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Stage
import Testing

@Suite("What only this viewer knows", .timeLimit(.minutes(1)))
struct LocalTests {
  private let script: ScriptedMatch
  private let card: CardID

  init() throws {
    var script = ScriptedMatch()
    script.begin()
    script.deal()
    self.script = script
    card = try #require(script.view.card(at: 3)).id
  }

  private func shown(_ local: Local, at time: ServerTime) throws -> Scene.Card {
    try #require(stage(script.log, local, at: time).cards.first { $0.id == card })
  }

  @Test("A chosen card is marked from the press on, and turned by the answer alone")
  func prediction() throws {
    var script = script
    var local = Local()
    let pressedAt = script.now
    local.add(.chose(card), at: pressedAt)
    #expect(try !shown(local, at: pressedAt - .microseconds(1)).isChosen)
    let waiting = try shown(local, at: pressedAt)
    #expect(waiting.isChosen && waiting.rotation == 180 && waiting.face == nil)
    script.choose(3)
    let turned = stage(script.log, local, at: script.now).cards.first { $0.id == card }
    #expect(turned?.isChosen == false && turned?.face == Face(1))
    script.choose(4)
    script.pass(.seconds(2))
    let back = stage(script.log, local, at: script.now).cards.first { $0.id == card }
    #expect(back?.isChosen == false && back?.face == nil)
  }

  @Test("A refusal ends the prediction and is shown for a moment")
  func refusal() throws {
    var local = Local()
    local.add(.chose(card), at: script.now)
    local.add(.refused(card), at: script.now + .milliseconds(50))
    let refused = try shown(local, at: script.now + .milliseconds(50))
    #expect(!refused.isChosen && refused.isRefused)
    #expect(try !shown(local, at: script.now + .milliseconds(450)).isRefused)
    #expect(try shown(local, at: script.now + .milliseconds(49)).isChosen)
  }

  @Test("The refusal of another request leaves a prediction alone")
  func otherRefusal() throws {
    var local = Local()
    local.add(.chose(card), at: script.now)
    local.add(.refused(nil), at: script.now)
    #expect(try shown(local, at: script.now).isChosen)
  }

  @Test("Notes are kept by time in whatever order they come")
  func order() {
    let times = [3, 1, 2].map { ServerTime(microseconds: $0) }
    var local = Local()
    for (index, time) in times.enumerated() { local.add(.seat(SeatIndex(index)), at: time) }
    #expect(local.notes.map(\.at) == times.sorted())
    #expect(local.seat(at: .zero) == nil)
    #expect(local.seat(at: ServerTime(microseconds: 2)) == SeatIndex(2))
    #expect(local.seat(at: ServerTime(microseconds: 9)) == SeatIndex(0))
  }

  @Test("The notes are bounded, and the seat outlives the choices")
  func bound() {
    var local = Local()
    local.add(.seat(SeatIndex(1)), at: .zero)
    for number in 1...(2 * Local.limit) {
      local.add(.chose(card), at: ServerTime(microseconds: Int64(number)))
    }
    #expect(local.notes.count == Local.limit)
    #expect(local.seat(at: ServerTime(microseconds: 1)) == SeatIndex(1))
    #expect(local.notes.last?.at == ServerTime(microseconds: Int64(2 * Local.limit)))
  }
}
