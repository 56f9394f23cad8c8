// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient

/// Answers about the table as shown, fit to be read aloud: a sentence a line, always in the same
/// order.
struct PlainAnswers: Sendable {
  /// What faces are called.
  var faces = ThemeFaces.standard
  /// Whose ears these are; nil for a spectator.
  var you: SeatIndex?
  /// How many watch.
  var audience = 0
  /// How good the line is; nil where there is none.
  var line: ConnectionQuality?

  /// What one hears who comes while a match is on or over: all that those know who have been here;
  /// nothing before it.
  func arrival(_ view: MatchView, at time: ServerTime) -> [String] {
    guard view.phase != .waiting else { return [] }
    let rules = Wording.rules(view.settings, theme: view.theme)
    let table = view.phase.isRunning ? ["A match is on: \(rules)."] + board(view) : []
    return table + score(view) + watching + [turn(view, at: time)]
  }

  /// The answer's lines.
  func lines(_ question: PlainQuestion, _ view: MatchView, at time: ServerTime) -> [String] {
    switch question {
    case .board: board(view)
    case .score: score(view) + watching
    case .turn: [turn(view, at: time)] + trouble
    case .choices: [PlainChoices(view, you: you).sentence]
    }
  }

  /// Where each card lies, a line a row: `Row 1: A1 face down, B1 fox, C1 empty.`.
  private func board(_ view: MatchView) -> [String] {
    guard !view.cards.isEmpty, view.columns > 0 else { return ["No cards are dealt yet."] }
    // A server says how large the board is; nobody wants to hear of more rows than can be dealt.
    let last = min(view.cards.map { $0.place }.max() ?? 0, Self.placeLimit)
    return (0...max(last / view.columns, 0)).map { row in
      let places = (row * view.columns)..<min((row + 1) * view.columns, last + 1)
      let cards = places.map { place in
        "\(Coordinates.name(place, columns: view.columns)) \(state(of: view.card(at: place), view))"
      }
      return "Row \(row + 1): \(cards.joined(separator: ", "))."
    }
  }

  private static let placeLimit = 255

  private func state(of card: CardView?, _ view: MatchView) -> String {
    guard let card else { return "empty" }
    switch card.state {
    case .down: return card.isSeen ? "face down, seen before" : "face down"
    case .up, .matched:
      let name = card.face.map { faces.face(view.theme, $0).name } ?? "face up"
      return card.state == .matched ? "\(name), a pair" : name
    case .cleared: return "empty"
    }
  }

  private func score(_ view: MatchView) -> [String] {
    let taken = view.seats.indices.filter { view.seats[$0].isTaken }
    guard !taken.isEmpty else { return ["Nobody sits at the table."] }
    return taken.map { index in
      let seat = view.seats[index]
      let name = Wording.name(
        seat.player, seat: SeatIndex(index), among: view.seats.map { $0.player })
      let who = you?.rawValue == index ? "You, \(name)" : name
      return "\(who): \(Wording.count(seat.score, "point")), \(Wording.count(seat.pairs, "pair"))."
    }
  }

  private var watching: [String] {
    audience > 0
      ? ["\(Wording.count(audience, "viewer")) \(audience == 1 ? "is" : "are") watching."] : []
  }

  /// What is wrong with the line, so that the time left may be too.
  private var trouble: [String] {
    guard let line else { return [] }
    switch line.level {
    case .none: return ["The server does not answer now."]
    case .poor: return ["The line to the server is slow."]
    case .good, .fair: return []
    }
  }

  private func turn(_ view: MatchView, at time: ServerTime) -> String {
    guard let turn = view.turn else {
      switch view.phase {
      case .waiting, .committing: return "The match has not begun."
      case .undealt: return "The deck is ready to be dealt."
      case .dealing: return "The cards are being dealt."
      case .playing: return "The turn is passing on."
      case .ended: return "The match is over."
      }
    }
    let seat = turn.seat
    let player = view.seats.indices.contains(seat.rawValue) ? view.seats[seat.rawValue].player : nil
    let whose = seat == you ? "your" : "\(Wording.name(player, seat: seat))'s"
    guard let deadline = turn.deadline else { return "It is \(whose) turn, without a limit." }
    let left = max((deadline - time).wholeMilliseconds, 0)
    return "It is \(whose) turn: \(Wording.count(Int((left + 999) / 1000), "second")) left."
  }
}
