// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
package import Stage

extension Scene {
  /// The state of the match in one short sentence.
  package var headlineText: String {
    switch headline {
    case .waiting(let free, _) where free > 0:
      "Waiting for \(Wording.count(free, "more player"))."
    case .waiting(_, let notReady) where notReady.isEmpty: "Everyone is ready."
    case .waiting(_, let notReady) where notReady.count == 1 && notReady.first == you:
      "Ready when you are."
    case .waiting(_, let notReady): "Waiting for \(names(notReady)) to be ready."
    case .committing: "Preparing a fair shuffle."
    case .undealt: "Ready to deal."
    case .dealing: "The cards are being dealt."
    case .turn(let seat): turnText(of: seat) + (timeLeft.map { ": \($0)" } ?? ".")
    // When everyone plays together, the turn does not tell who turned the cards.
    case .pair where settings.mode.rules.isCooperative: "A pair!"
    case .pair(let seat): "\(subject(seat)) found a pair!"
    case .mismatch: "No match."
    case .betweenTurns: "Next turn."
    case .shuffling: "The cards are being shuffled."
    case .paused: "Everyone is away, so the match is paused."
    case .ended(let reason, let winners): ended(reason, winners)
    }
  }

  /// The headline without the time left, for screens that show it elsewhere.
  package var headlineTextWithoutTime: String {
    guard case .turn(let seat) = headline else { return headlineText }
    return turnText(of: seat)
  }

  /// Whose turn it is.
  func turnText(of seat: SeatIndex) -> String {
    // The count decides the place on the day's board.
    if settings.daily != nil { return "Turn \(turnsTaken + 1)" }
    let turn = seat == you ? "Your turn" : "\(name(seat))'s turn"
    if let left = turnsUntilStalemate {
      return "\(turn), \(Wording.count(left, "turn")) to a stalemate"
    }
    return settings.mode.rules.isCooperative && seats.count > 1 ? "\(turn), or anyone's" : turn
  }

  /// The time left, such as `24 s`; nil while no clock runs.
  package var timeLeft: String? {
    turn?.clock.map { "\($0.secondsLeft) s" }
  }

  /// The display name of a seat's player.
  func name(_ seat: SeatIndex) -> String {
    let player = seats.indices.contains(seat.rawValue) ? seats[seat.rawValue].player : nil
    return Wording.name(player, seat: seat)
  }

  private func subject(_ seat: SeatIndex) -> String { seat == you ? "You" : name(seat) }

  /// Names up to two players and counts more, to keep the headline short.
  private func names(_ seats: [SeatIndex]) -> String {
    guard seats.count <= 2 else { return Wording.count(seats.count, "player") }
    return Wording.list(seats.map { $0 == you ? "you" : name($0) })
  }

  private func ended(_ reason: Event.Ended.Reason, _ winners: [SeatIndex]) -> String {
    switch reason {
    case .restarted: return "Everyone agreed to restart."
    case .abandoned: return "Everyone left, so the match ended."
    case .aborted: return "Match cancelled: a player did not complete the shuffle."
    case .finished, .resigned, .stalemate: break
    }
    if settings.mode.rules.isCooperative, reason == .finished {
      return Wording.together(turns: turnsTaken, pairs: settings.pairs)
    }
    let names = winners.map(finisher)
    guard let winner = names.first else { return "The match is over." }
    let own = standings.first { isYours($0) }?.seat
    if let result = Wording.teamResult(standings, settings.mode.rules, you: own) {
      return ended(result, reason)
    }
    if names.count > 1 {
      let sharing = "\(Wording.list(names.map { $0 ?? "You" })) share first place"
      return reason == .stalemate ? "A stalemate: \(sharing)." : "\(sharing)."
    }
    if settings.daily != nil {
      return reason == .finished
        ? "All pairs found in \(Wording.count(turnsTaken, "turn"))." : "You gave up today's deal."
    }
    if seats.count == 1 { return "All pairs have been found." }
    return ended(winner.map { "\($0) wins" } ?? "You win", reason)
  }

  private func ended(_ wins: String, _ reason: Event.Ended.Reason) -> String {
    switch reason {
    case .resigned: "\(wins): everybody else has left."
    case .stalemate: "A stalemate: \(wins)."
    default: "\(wins)!"
    }
  }

  /// The name of the player who finished on a seat, even if another sits there now; nil for the
  /// viewer.
  private func finisher(_ seat: SeatIndex) -> String? {
    guard let line = standings.first(where: { $0.seat == seat }) else {
      return seat == you ? nil : name(seat)
    }
    return isYours(line) ? nil : Wording.name(line.player, seat: seat)
  }
}
