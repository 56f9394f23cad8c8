// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchClient
import MatchUI

/// Answers to questions about the table, fit for a screen reader: one sentence per line, always in
/// the same order.
struct PlainAnswers: Sendable {
  /// The names of the faces.
  var faces = ThemeFaces.standard
  /// The listener's seat; nil for a spectator.
  var you: SeatIndex?
  /// The number of spectators.
  var audience = 0
  /// The connection's quality, or nil.
  var quality: ConnectionQuality?

  /// The description for a person who joins during or after a match: everything public.
  ///
  /// Empty before a match.
  func arrival(_ view: MatchView, at time: ServerTime) -> [String] {
    guard view.phase != .waiting else { return [] }
    let rules = Wording.rules(view.settings, theme: view.theme)
    let table = view.phase.isRunning ? ["A match is in progress: \(rules)."] + board(view) : []
    return table + score(view) + watching + [turn(view, at: time)]
  }

  /// The answer's lines.
  func lines(_ question: PlainQuestion, _ view: MatchView, at time: ServerTime) -> [String] {
    switch question {
    case .board: board(view)
    case .score: score(view) + watching
    case .turn: [turn(view, at: time)] + warnings
    case .choices: [PlainChoices(view, you: you).sentence]
    }
  }

  /// The cards, one line per row: `Row 1: A1 face down, B1 fox, C1 empty.`.
  private func board(_ view: MatchView) -> [String] {
    guard !view.cards.isEmpty, view.columns > 0 else { return ["No cards are dealt yet."] }
    // The server says how large the board is; no more rows are read out than can be dealt.
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
    guard !taken.isEmpty else { return ["Nobody is at the table."] }
    let rules = view.settings.mode.rules
    let teams = Wording.teams(
      view.seats.enumerated().map { (SeatIndex($0.offset), $0.element.score) }, rules)
    return taken.map { index in
      let seat = view.seats[index]
      let name = Wording.name(
        seat.player, seat: SeatIndex(index), among: view.seats.map { $0.player })
      let team = Wording.team(of: SeatIndex(index), rules)
      let who = (you?.rawValue == index ? "You, \(name)" : name) + team
      return "\(who): \(Wording.count(seat.score, "point")), \(Wording.count(seat.pairs, "pair"))."
    } + (teams.isEmpty ? [] : ["\(teams)."])
  }

  private var watching: [String] {
    audience > 0
      ? ["\(Wording.count(audience, "spectator")) \(audience == 1 ? "is" : "are") watching."] : []
  }

  /// A warning about the connection, because the time left may then be wrong.
  private var warnings: [String] {
    guard let quality else { return [] }
    switch quality.level {
    case .none: return ["The server is not responding."]
    case .poor: return ["The connection to the server is slow."]
    case .good, .fair: return []
    }
  }

  private func turn(_ view: MatchView, at time: ServerTime) -> String {
    guard let turn = view.turn else {
      switch view.phase {
      case .waiting, .committing: return "The match has not begun."
      case .undealt: return "The deck is ready to be dealt."
      case .dealing: return "The cards are being dealt."
      case .playing: return "The next turn is about to begin."
      case .ended: return "The match is over."
      }
    }
    let seat = turn.seat
    let player = view.seats.indices.contains(seat.rawValue) ? view.seats[seat.rawValue].player : nil
    let whose = seat == you ? "your" : "\(Wording.name(player, seat: seat))'s"
    guard let deadline = turn.deadline else { return "It is \(whose) turn, with no time limit." }
    let left = max((deadline - time).wholeMilliseconds, 0)
    return "It is \(whose) turn: \(Wording.count(Int((left + 999) / 1000), "second")) left."
  }
}
