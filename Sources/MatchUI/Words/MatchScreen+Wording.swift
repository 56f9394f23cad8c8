// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
package import Game
import Protocol
package import Stage

// The texts of a match screen, independent of how it is drawn.

extension MatchScreen {
  /// A seat's label in the list of players: the name, shortened if necessary, and its state.
  package func label(of seat: Scene.Seat, in scene: Scene, limit: Int = .max) -> String {
    guard let player = seat.player else { return "(free)" }
    let role = role(of: seat, player)
    let room = max(limit - role.cells, 1)
    let name = Wording.name(player, seat: seat.index, among: scene.players, limit: min(room, 16))
    return (name.cells > room ? name.shortened(to: room - 1) + "…" : name) + role
  }

  private func role(of seat: Scene.Seat, _ player: Player) -> String {
    if seat.isYou { return " (you)" }
    if !seat.isTaken { return " (left)" }
    if seat.hasStandIn { return " (bot plays)" }
    if offline.contains(seat.index) { return " (offline)" }
    if seat.isAway { return " (away)" }
    return player.isBot ? " (bot)" : ""
  }

  /// Facts about the match: pairs left, room and connection quality, spectators.
  package func facts(in scene: Scene, between parts: String = "  ") -> [String] {
    var facts: [String] = []
    let pairs = pairsLeft(in: scene)
    if !pairs.isEmpty { facts.append(pairs) }
    if !scene.teams.isEmpty { facts.append(scene.teams) }
    let table = [room, line].filter { !$0.isEmpty }
    if !table.isEmpty { facts.append(table.joined(separator: parts)) }
    if audience > 0 { facts.append(watching) }
    return facts
  }

  /// How many pairs are left, such as `7 of 8 pairs left`; empty without cards on the table.
  func pairsLeft(in scene: Scene) -> String {
    guard scene.phase == .playing || scene.phase == .dealing else { return "" }
    let found = scene.seats.reduce(0) { $0 + $1.pairs }
    return "\(max(scene.settings.pairs - found, 0)) of \(scene.settings.pairs) pairs left"
  }

  /// The number of spectators, and what one of them shows: `3 watching: clap`; empty for none.
  private var watching: String {
    guard audience > 0 else { return "" }
    return "\(audience) watching" + (reactions[nil].map { ": \($0.kind.words)" } ?? "")
  }

  private var room: String {
    let code = roomCode.harmless(limit: 20)
    return code.isEmpty ? "" : "Room \(code)"
  }

  /// The room and its facts, as many as fit in `cells` beside `text`.
  ///
  /// The connection quality has priority over the spectators, because it explains delays.
  func room(beside text: String, in cells: Int) -> String {
    let choices = [[watching, room, line], [room, line]].map { parts in
      parts.filter { !$0.isEmpty }.joined(separator: "  ")
    }
    return choices.first { text.cells + $0.cells + 5 <= cells } ?? room
  }

  /// A seat's state in the waiting room, without a rating; it says whether the seat is the viewer's, unless
  /// the name does.
  package func state(of seat: Scene.Seat, marksYou: Bool = true) -> String {
    guard seat.isTaken else { return "free" }
    let roles = [seat.isYou && marksYou ? "you" : nil, seat.isOwner ? "owner" : nil].compactMap {
      $0
    }
    let role = roles.isEmpty ? "" : "\(roles.joined(separator: ", ")), "
    if offline.contains(seat.index) { return role + "offline" }
    return role + (seat.isReady ? "ready" : "not ready")
  }

  /// Details of a seat's player in at most `cells` cells.
  ///
  /// Current states have priority over the pairs, which the score shows too, and the rating, which a page
  /// has beside the name.
  package func details(of seat: Scene.Seat, in cells: Int, hasRating: Bool = true) -> String {
    guard seat.player != nil else { return "" }
    let pairs = [Wording.count(seat.pairs, "pair")]
    let rating = hasRating ? self.rating(of: seat).map { ["rating \($0)"] } ?? [] : []
    var states: [String] = []
    if seat.isYou && seat.isAway { states.append("away") }
    if seat.hasResigned { states.append("resigned") }
    let choices =
      seat.wantsRestart
      ? [pairs + states + ["wants restart"], pairs + states + ["restart?"], states + ["restart?"]]
      : [rating + pairs + states, pairs + states, states]
    let texts = choices.map { $0.joined(separator: ", ") }
    return texts.first { $0.cells <= cells } ?? texts.last ?? ""
  }

  /// The rating of a seat's player; nil without one.
  package func rating(of seat: Scene.Seat) -> String? {
    seat.player?.id.flatMap { ratings[$0] }.map { RatingScale.text($0) }
  }

  /// A line of the final standings: rank and name, then the result.
  package func standing(_ line: Standing, in scene: Scene) -> (String, String) {
    let name =
      scene.isYours(line)
      ? "You"
      : Wording.name(line.player, seat: line.seat, among: scene.standings.map { $0.player })
    let points = scene.settings.mode.rules.hasScores ? Wording.count(line.score, "point") : ""
    let hasResigned = scene.seats.contains { $0.index == line.seat && $0.hasResigned }
    let result = [
      points, Wording.count(line.pairs, "pair"), hasResigned ? "resigned" : "",
    ]
    return (
      "\(line.rank). \(scene.mark(of: line.seat)) \(name)",
      result.filter { !$0.isEmpty }.joined(separator: ", ")
    )
  }

  /// The hints for keys that work now.
  package func hints(in scene: Scene) -> String {
    guard showsHints else { return "" }
    if isHelpShown { return "Esc close" }
    switch confirmation {
    case .leave: return "y leave  n stay"
    case .restart: return "y restart  n play on"
    case nil: break
    }
    switch choiceQuestion {
    case .whatToSay, .whichBot, .whom: return "Arrows, Enter choose  n cancel"
    case .sure: return "y remove  n cancel"
    case nil: break
    }
    let rest = "? help  q leave"
    if isCutOff { return rest }
    guard scene.you != nil else { return "You are watching.  \(rest)" }
    if let restart = restart(in: scene) { return "\(restart)  \(rest)" }
    return switch scene.phase {
    case .waiting: (waitingHints(in: scene) + [rest]).joined(separator: "  ")
    case .committing, .dealing: rest
    case .undealt: "Space deal  \(rest)"
    case .playing where scene.isYourTurn:
      "Arrows, Enter turn  \(mayShuffle ? "s shuffle  " : "")\(rest)"
    case .playing where scene.settings.isFixed: rest
    case .playing: "? help  r restart  q leave"
    case .ended:
      "Enter \(scene.settings.daily == nil ? "play again" : "done")  \(summary == nil ? "" : "c copy result  ")"
        + "\(savesReplays ? "s save  " : "")\(rest)"
    }
  }

  /// Hints in the waiting room.
  private func waitingHints(in scene: Scene) -> [String] {
    let isReady = scene.seats.contains { $0.isYou && $0.isReady }
    return [
      isReady ? nil : "Enter ready",
      shareable(in: scene) == nil ? nil : "c copy link",
      scene.botProblem == nil ? "b bot" : nil, scene.removalProblem == nil ? "x remove" : nil,
    ].compactMap { $0 }
  }

  /// The hint about a requested restart; nil if nobody has asked for one.
  ///
  /// The panel may have no room to show that.
  private func restart(in scene: Scene) -> String? {
    let wishing = scene.seats.filter { $0.wantsRestart }
    guard scene.phase.isRunning, let first = wishing.first else { return nil }
    if wishing.contains(where: { $0.isYou }) { return "You asked to restart: others press r" }
    return "r restart with \(scene.name(first.index).shortened(to: 12))"
  }

  /// The help table of a match, without the keys that only other phases have.
  ///
  /// - Parameters:
  ///   - scene: the match.
  ///   - isTerminal: whether keys are named that pages leave to their browser.
  /// - Returns: keys, and what they do.
  package func keys(in scene: Scene, isTerminal: Bool = true) -> [(String, String)] {
    let isOver = scene.phase == .ended
    let onTable: [(String, String)] =
      scene.you == nil
      ? []
      : isOver
        ? [("Enter", scene.settings.daily == nil ? "play again" : "see the board")]
        : [
          ("Arrows", "move to another card"), ("Enter, Space", "turn a card, deal, get ready"),
          ("b 3", "turn card B3 directly"),
        ] + (isTerminal ? [("Click", "turn a card")] : [])
          + (scene.settings.shuffle == .off ? [] : [("s", "shuffle, once a match")])
          + (scene.settings.isFixed ? [] : [("r", "restart, if everyone agrees")])
    let save = isOver && isTerminal && savesReplays ? [("s", "save the replay")] : []
    let talk = [("1 to 6", "wave, clap, laugh, wow, oops, hmm"), ("t", "say something")]
    let invite =
      scene.phase == .waiting && scene.you != nil
      ? [("b, x", "add a bot, remove a player (owner)")] : []
    let copied: String? =
      switch scene.phase {
      case .ended: "the result"
      case .waiting: "the link"
      default: nil
      }
    let copy = isTerminal ? copied.map { [("c", "copy \($0)")] } ?? [] : []
    return onTable + save + talk + invite + copy + [("q", "leave")]
      + (isTerminal ? [("Ctrl-L", "redraw the screen")] : []) + [("?, Esc", "close this help")]
  }

  /// A question's title, and its answers with their keys.
  static func wording(
    of confirmation: Confirmation
  ) -> (title: String, rows: [(String, String)]) {
    switch confirmation {
    case .leave(.nothing): ("Leave this room?", [("y, q", "leave"), ("n, Esc", "stay")])
    case .leave(.resigning):
      (
        "Resign and leave? You lose this match.",
        [("y, q", "resign and leave"), ("n, Esc", "stay and play on")]
      )
    case .leave(.givingUp):
      (
        "Give up this deal? It cannot be taken up again.",
        [("y, q", "give up and leave"), ("n, Esc", "stay and play on")]
      )
    case .leave(.closing):
      (
        "You host this match. If you leave, it ends for everyone. Leave?",
        [("y, q", "leave and stop the server"), ("n, Esc", "stay")]
      )
    case .restart:
      (
        "Restart the match? The current one is lost.",
        [("y", "restart"), ("n, Esc", "play on")]
      )
    }
  }

  /// A mark per seat, so that seats can be told apart without colours.
  ///
  /// All are in WGL4, which nearly every font covers. Terminals take missing characters from
  /// another font, where they may be wider than a cell.
  static let marks = ["●", "▲", "■", "♦", "▼", "♣", "♥", "♠"]

  /// The mark of a seat.
  static func mark(_ seat: SeatIndex) -> String {
    marks.indices.contains(seat.rawValue) ? marks[seat.rawValue] : "○"
  }
}

extension Scene {
  /// The players, by seat.
  var players: [Player?] { seats.map { $0.player } }

  /// A seat's mark, followed by the letter of its team where there are teams.
  package func mark(of seat: SeatIndex) -> String {
    let team = settings.mode.rules.teamLetter(of: seat).map { " \($0)" } ?? ""
    return MatchScreen.mark(seat) + team
  }

  /// The points of both teams once the match runs; empty without teams.
  var teams: String {
    guard phase != .waiting else { return "" }
    return Wording.teams(seats.map { ($0.index, $0.score) }, settings.mode.rules)
  }

  /// A seat's score: points, or pairs in a mode without points.
  package func points(of seat: Seat) -> String {
    settings.mode.rules.hasScores ? "\(seat.score)" : "\(seat.pairs)"
  }
}
