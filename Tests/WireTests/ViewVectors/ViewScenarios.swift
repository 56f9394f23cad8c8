// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// A scripted room whose log and views are a file of examples/views.
struct ViewScenario: Sendable {
  /// The file's name, without `.json`.
  let name: String
  /// What happens in it.
  let about: String
  let play: @Sendable () -> ViewScript

  static let all = [
    memorize, classic, oneFlip, blitz, zen, teams, alone, blind, blindByItself, stalemate, rematch,
    outages,
  ]

  private static let memorize = ViewScenario(
    name: "memorize",
    about: "Scores, bonuses, seen cards, an idle turn, an open shuffle by a seat; one share of two"
      + " is never opened."
  ) {
    var room = ViewScript(["Ann:ann", "Ben"], MatchSettings(pairs: 3))
    room.getReady(sharing: [0, 1])
    room.reveal(0)
    room.pass(.seconds(6))
    room.deal()
    for isSeen in [false, true] {
      if let cards = room.mismatch(seen: isSeen) { room.choose(cards) }
    }
    room.shuffle()
    room.choose(room.pair)
    room.pass(.seconds(31))
    room.choose(room.pair.0)
    room.pass(.seconds(33))
    room.finish()
    return room
  }

  private static let classic = ViewScenario(
    name: "classic",
    about:
      "Three seats: one is passed over and comes back, a bot stands in for another, who gives up"
      + " in their turn and leaves."
  ) {
    var room = ViewScript(
      ["Ann", "Ben", "Cid"], MatchSettings(pairs: 4, mode: .classic, shuffle: .off))
    room.getReady()
    room.deal()
    let away = room.turnSeat
    room.ask(away) { $0.skip(SeatIndex(away)) }
    room.pass(.seconds(1))
    if let cards = room.mismatch(seen: false) { room.choose(cards) }
    room.ask(away) { $0.comeBack(SeatIndex(away)) }
    let other = room.turnSeat
    room.choose(room.pair.0)
    room.ask(other) {
      $0.skip(SeatIndex(other), standIn: Player(name: "Owl", isBot: true, level: "medium"))
    }
    room.pass(.seconds(3))
    room.ask(other) { $0.comeBack(SeatIndex(other)) }
    room.choose(room.pair)
    let leaver = room.turnSeat
    room.ask(leaver) { decision in
      try decision.resign(SeatIndex(leaver))
      decision.emit(.vacated(SeatIndex(leaver)))
    }
    room.emit(.ownerChanged(room.view.seats.compactMap(\.actor).min()))
    room.pass(.seconds(1))
    room.finish()
    return room
  }

  private static let oneFlip = ViewScenario(
    name: "one-flip",
    about: "The turn passes after a pair too; after every four turns the cards move in the open."
  ) {
    var room = ViewScript(
      ["Ann", "Ben"], MatchSettings(pairs: 4, mode: .oneFlip, shuffleEvery: 4))
    room.getReady()
    room.deal()
    for _ in 0..<3 {
      if let cards = room.mismatch(seen: false) { room.choose(cards) }
      room.pass(.seconds(1))
    }
    room.finish()
    return room
  }

  private static let blitz = ViewScenario(
    name: "blitz",
    about:
      "Turns run out, one with a card up; a player comes back to a clean slate; after three turns"
      + " in a row both are away, and the match is abandoned."
  ) {
    var room = ViewScript(["Ann", "Ben"], MatchSettings(pairs: 2, mode: .blitz))
    room.getReady()
    room.deal()
    let first = room.turnSeat
    room.choose(room.pair.0)
    room.pass(.seconds(15))
    room.ask(first) { $0.skip(SeatIndex(first)) }
    room.pass(.seconds(1))
    room.ask(first) { $0.comeBack(SeatIndex(first)) }
    while room.view.phase == .playing { room.pass(.seconds(60)) }
    return room
  }

  private static let zen = ViewScenario(
    name: "zen", about: "No clock and no scores: each card of a turn is turned by another seat."
  ) {
    var room = ViewScript(["Ann", "Ben"], MatchSettings(pairs: 2, mode: .zen))
    room.getReady()
    room.deal()
    while room.view.phase == .playing {
      let (first, second) = room.mismatch(seen: false) ?? room.pair
      room.choose(first, by: 0)
      room.choose(second, by: 1)
      room.pass(.seconds(2))
    }
    return room
  }

  private static let teams = ViewScenario(
    name: "teams",
    about:
      "Two teams of two: scores and bonuses, a player who resigns and leaves, and standings by"
      + " team."
  ) {
    var room = ViewScript(["Ann", "Ben", "Cid", "Dee"], MatchSettings(pairs: 4, mode: .teams))
    room.getReady()
    room.deal()
    if let cards = room.mismatch(seen: false) { room.choose(cards) }
    room.choose(room.pair)
    let leaver = room.turnSeat
    room.ask(leaver) { decision in
      try decision.resign(SeatIndex(leaver))
      decision.emit(.vacated(SeatIndex(leaver)))
    }
    room.pass(.seconds(1))
    room.finish()
    return room
  }

  private static let alone = ViewScenario(
    name: "alone",
    about:
      "Alone at the table, a choice turns a mismatch back before its time; then the player leaves."
  ) {
    var room = ViewScript(["Ann"], MatchSettings(pairs: 2, seats: 1, turnLimit: .zero))
    room.getReady()
    room.deal()
    if let (first, second) = room.mismatch(seen: false) {
      room.choose(first)
      room.choose(second)
      room.choose((0..<4).first { $0 != first && $0 != second } ?? 0, by: 0)
      room.pass(.seconds(3))
    }
    room.ask(0) { decision in
      try decision.resign(SeatIndex(0))
      decision.emit(.vacated(SeatIndex(0)))
      decision.emit(.ownerChanged(nil))
    }
    return room
  }

  private static let blind = ViewScenario(
    name: "blind",
    about:
      "A seat shuffles blindly when a pair has left: the rest has new numbers, leaves and bonuses."
  ) {
    var room = ViewScript(["Ann", "Ben"], MatchSettings(pairs: 3, shuffle: .blind))
    room.getReady(sharing: [0])
    room.reveal(0)
    room.deal()
    if let cards = room.mismatch(seen: false) { room.choose(cards) }
    room.choose(room.pair)
    room.shuffle()
    room.finish()
    return room
  }

  private static let blindByItself = ViewScenario(
    name: "blind-by-itself", about: "After every four turns the server shuffles blindly."
  ) {
    var room = ViewScript(
      ["Ann", "Ben"],
      MatchSettings(pairs: 3, mode: .classic, shuffle: .blind, shuffleEvery: 4))
    room.getReady()
    room.deal()
    while room.view.shuffleCount < 2 {
      if let cards = room.mismatch(seen: false) ?? room.mismatch(seen: true) { room.choose(cards) }
      room.pass(.seconds(1))
    }
    room.pass(.seconds(4))
    room.finish()
    return room
  }

  private static let stalemate = ViewScenario(
    name: "stalemate",
    about: "Nobody turns anything new: it is announced, called off by a new card, announced again,"
      + " and comes."
  ) {
    var room = ViewScript(
      ["Ann", "Ben"],
      MatchSettings(pairs: 3, mode: .classic, reveal: .seconds(1), shuffle: .off))
    room.getReady()
    room.deal()
    if let cards = room.mismatch(seen: false) { room.choose(cards) }
    var isCalledOff = false
    while room.view.phase == .playing {
      if room.view.tally.untilStalemate == 1, !isCalledOff,
        let cards = room.mismatch(seen: false)
      {
        isCalledOff = true
        room.choose(cards)
      } else if let cards = room.mismatch(seen: true) {
        room.choose(cards)
      }
    }
    return room
  }

  private static let rematch = ViewScenario(
    name: "rematch",
    about:
      "A room before its match: commitments made, withdrawn and undone by other settings, a seat"
      + " given up and taken by another; then a rematch of the same seats, one of them taken by "
      + "another between the matches, and one agreed on in the middle of it."
  ) {
    var room = ViewScript(["Ann", "Ben"], MatchSettings(pairs: 4))
    room.emit(.readied(SeatIndex(0), entropyCommit: sequence(0, count: 32)), by: SeatIndex(0))
    room.emit(.readied(SeatIndex(1), entropyCommit: sequence(32, count: 32)), by: SeatIndex(1))
    room.emit(.readied(SeatIndex(1), entropyCommit: []), by: SeatIndex(1))
    room.emit(
      .configured(
        MatchSettings(pairs: 2, seats: 3, mode: .classic, theme: "animals"), theme: "animals"),
      by: SeatIndex(0))
    room.emit(.vacated(SeatIndex(1)), by: SeatIndex(1))
    room.sit("Cid", SeatIndex(1))
    room.sit("Dot", SeatIndex(2))
    room.getReady()
    room.deal()
    room.finish()
    room.pass(.seconds(2))
    let winner = room.view.standings.first?.seat ?? SeatIndex(0)
    room.emit(.vacated(winner), by: winner)
    room.sit("Eve", winner)
    room.open(room.view.settings, by: winner)
    room.getReady()
    room.deal()
    room.emit(.consented(SeatIndex(0)), by: SeatIndex(0))
    if let cards = room.mismatch(seen: false) { room.choose(cards) }
    for seat in 0..<3 { room.emit(.consented(SeatIndex(seat)), by: SeatIndex(seat)) }
    room.ask(2) { $0.end(.restarted) }
    room.open(room.view.settings, by: SeatIndex(2))
    return room
  }

  private static let outages = ViewScenario(
    name: "outages",
    about:
      "The clock stands still in each phase, with no, one and two cards up; a known player goes"
      + " on as another member."
  ) {
    var room = ViewScript(["Ann:ann", "Ben"], MatchSettings(pairs: 2))
    room.getReady(sharing: [0])
    room.pass(.seconds(2))
    room.standStill(.seconds(7))
    room.reveal(0)
    room.pass(.seconds(1))
    room.standStill(.seconds(3))
    room.ask(1) { try $0.deal() }
    room.pass(.milliseconds(900))
    room.standStill(.seconds(5))
    while room.view.phase == .dealing { room.pass(.milliseconds(100)) }
    room.pass(.seconds(2))
    room.standStill(.seconds(4))
    if let (first, second) = room.mismatch(seen: false) {
      room.choose(first)
      room.pass(.milliseconds(500))
      room.standStill(.seconds(6))
      room.sit("Ann:ann", SeatIndex(0))
      room.choose(second)
      room.pass(.milliseconds(200))
      room.standStill(.seconds(8))
    }
    room.pass(.seconds(3))
    room.finish()
    return room
  }
}
