// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchUI
import Stage

// Demos of the game: scripted matches, from just before the moment of interest.

enum DemoMatches {
  private static let before = Duration.milliseconds(500)

  static func flip() -> Timeline {
    var script = DemoScript.dealt(pairs: 3)
    let start = script.now
    script.pass(before)
    script.chooseMismatch(pause: .seconds(1))
    script.pass(.milliseconds(2500))
    return timeline(script, from: start)
  }

  static func transactions() -> Timeline {
    var script = DemoScript.dealt(pairs: 6)
    let start = script.now
    script.pass(before)
    script.shuffle()
    script.pass(.milliseconds(1200))
    script.choosePair()
    script.pass(.milliseconds(2500))
    return timeline(script, from: start)
  }

  static func spin() -> Timeline {
    var script = DemoScript.dealt(pairs: 4)
    let start = script.now
    script.pass(before)
    script.choosePair(pause: .milliseconds(500))
    script.pass(.seconds(2))
    return timeline(script, from: start)
  }

  static func leaving() -> Timeline {
    var script = DemoScript.dealt(pairs: 4)
    script.choosePair()
    script.pass(before)
    let start = script.now
    script.pass(.seconds(2))
    return timeline(script, from: start)
  }

  static func deal() -> Timeline {
    var script = room(pairs: 12)
    script.begin()
    let start = script.now
    script.pass(before)
    script.deal()
    script.pass(.seconds(1))
    return timeline(script, from: start)
  }

  static func dealRandom() -> Timeline {
    var script = room(pairs: 12)
    script.begin()
    let start = script.now
    script.pass(before)
    script.deal()
    script.pass(.seconds(1))
    return Timeline(
      MatchTimeline(script.log, span: start...script.now, dealStyle: .fromPlaces(seed: 7)))
  }

  static func restart() -> Timeline {
    var script = DemoScript.dealt(pairs: 6, players: ["Ada", "Ben"])
    script.choosePair()
    script.pass(.seconds(2))
    let start = script.now
    script.pass(before)
    script.restart()
    script.pass(.milliseconds(1500))
    script.begin()
    script.pass(before)
    script.deal()
    script.pass(.seconds(1))
    return timeline(script, from: start)
  }

  static func grid() -> Timeline {
    var script = DemoScript.dealt(pairs: 3)
    let start = script.now
    for pairs in [8, 18] {
      script.pass(.seconds(1))
      script.restart(pairs: pairs)
      script.pass(.milliseconds(1300))
      script.begin()
      script.pass(before)
      script.deal()
    }
    script.pass(.milliseconds(1500))
    return timeline(script, from: start)
  }

  static func pie() -> Timeline {
    var script = DemoScript.dealt(pairs: 3)
    let start = script.now
    script.pass(before)
    script.chooseMismatch(pause: .milliseconds(2500))
    script.pass(.milliseconds(2500))
    // The same card again: its bonus resumes from what was left.
    script.chooseMismatch(pause: .milliseconds(3500))
    script.pass(.milliseconds(2500))
    return timeline(script, from: start)
  }

  static func flyingNumber() -> Timeline {
    var script = DemoScript.dealt(pairs: 4)
    script.chooseMismatch()
    script.pass(.seconds(3))
    let start = script.now
    script.pass(before)
    script.chooseMismatch()
    script.pass(.seconds(3))
    script.choosePair()
    script.pass(.milliseconds(2500))
    return timeline(script, from: start)
  }

  static func seats() -> Timeline {
    var script = room(pairs: 8, players: ["Ada", "Ben"], seats: 4)
    let start = script.now
    script.pass(.seconds(1))
    script.sit("Cleo", on: 2)
    script.pass(.seconds(1))
    script.sit("Dan", on: 3)
    script.pass(.seconds(1))
    script.leave(1)
    script.pass(.milliseconds(1500))
    return timeline(script, from: start)
  }

  static func refusal() -> Timeline {
    var script = DemoScript.dealt(pairs: 4, players: ["Ada", "Ben"])
    let start = script.now
    let other = SeatIndex(script.view.turn?.seat == SeatIndex(0) ? 1 : 0)
    var local = ViewerState()
    local.add(.seat(other), at: .zero)
    // It is not this viewer's turn, so the server refuses, one round trip later.
    if let card = script.view.card(at: 2)?.id {
      local.add(.chose(card), at: start + .milliseconds(800))
      local.add(.refused(card), at: start + .milliseconds(1050))
    }
    script.pass(.milliseconds(2500))
    return timeline(script, from: start, local)
  }

  static func clock() -> Timeline {
    var script = room(pairs: 8, players: ["Ada", "Ben"], turnLimit: .seconds(5))
    script.begin()
    script.deal()
    let start = script.now
    script.pass(.milliseconds(7500))
    return timeline(script, from: start)
  }

  static func ending() -> Timeline {
    var script = DemoScript.dealt(pairs: 2, players: ["Ada", "Ben"])
    script.choosePair()
    script.pass(.seconds(2))
    let start = script.now
    script.pass(before)
    script.choosePair()
    script.pass(.milliseconds(4500))
    return timeline(script, from: start)
  }

  static func teams() -> Timeline {
    var script = DemoScript(
      ["Ada", "Ben", "Cleo", "Dan"],
      MatchSettings(pairs: 3, seats: 4, mode: .teams, turnLimit: .zero, theme: "animals"))
    let start = script.now
    script.pass(.seconds(1))
    script.begin()
    script.pass(before)
    script.deal()
    script.choosePair()
    script.pass(.milliseconds(1500))
    script.chooseMismatch()
    script.pass(.seconds(2))
    while script.view.phase == .playing {
      script.choosePair()
      script.pass(.milliseconds(1500))
    }
    script.pass(.seconds(2))
    return timeline(script, from: start)
  }

  private static func room(
    pairs: Int, players: [String] = ["Ada"], seats: Int = 1, turnLimit: Duration = .zero
  ) -> DemoScript {
    DemoScript(
      players,
      MatchSettings(pairs: pairs, seats: seats, turnLimit: turnLimit, theme: "animals"))
  }

  private static func timeline(
    _ script: DemoScript, from start: ServerTime, _ local: ViewerState = ViewerState()
  )
    -> Timeline
  {
    Timeline(MatchTimeline(script.log, local: local, span: start...script.now))
  }
}
