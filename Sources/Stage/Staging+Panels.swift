// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation

// The panels: headline, seats, the turn's clock, score notes.

extension Staging {
  /// The duration for which a score note is shown.
  static let noteShows = Duration.milliseconds(1500)
  /// The number of last entries searched for notes.
  private static let notesFrom = 32

  var headline: Scene.Headline {
    switch view.phase {
    case .waiting:
      .waiting(
        freeChairs: view.seats.count { !$0.isTaken },
        notReady: view.takenSeats.filter { !view.seats[$0.rawValue].isReady })
    case .committing: .committing
    case .undealt: .undealt
    case .dealing: .dealing
    case .playing: playingHeadline
    case .ended: .ended(view.endReason ?? .abandoned, winners: winners)
    }
  }

  private var playingHeadline: Scene.Headline {
    if view.faceUp.count >= 2, let seat = view.lastTurnSeat {
      let isPair = view.faceUp.allSatisfy { view.card($0)?.state == .matched }
      return isPair ? .pair(seat) : .mismatch(seat)
    }
    if let turn = view.turn { return .turn(turn.seat) }
    if view.lastShuffledAt == view.at { return .shuffling }
    return view.seats.contains { $0.isPlaying } ? .betweenTurns : .paused
  }

  /// The seats of rank 1, unless the match was cut short.
  private var winners: [SeatIndex] {
    guard view.endReason?.hasWinners == true else { return [] }
    return view.standings.filter { $0.rank == 1 }.map { $0.seat }
  }

  mutating func seats(you: SeatIndex?) -> [Scene.Seat] {
    view.seats.enumerated().map { index, seatView in
      let seat = SeatIndex(index)
      var slide = (presence: 1.0, leaver: Scene.Leaver?.none, isMoving: false)
      if wanted.allowsTravel { slide = staged.seats[index].sample(at: t) }
      if slide.isMoving { move() }
      return Scene.Seat(
        index: seat, player: seatView.player, isTaken: seatView.isTaken, isYou: seat == you,
        isOwner: seatView.actor != nil && seatView.actor == view.owner, isTurn: seat == seatToShow,
        isReady: seatView.isReady, isAway: seatView.isSkipped,
        hasStandIn: seatView.standIn != nil, hasResigned: seatView.hasResigned,
        wantsRestart: seatView.hasConsented, score: seatView.score, pairs: seatView.pairs,
        presence: slide.presence, leaver: slide.leaver)
    }
  }

  /// The seat on turn, or the one whose cards are still showing.
  private var seatToShow: SeatIndex? {
    guard view.phase == .playing else { return nil }
    return view.turn?.seat ?? (view.faceUp.isEmpty ? nil : view.lastTurnSeat)
  }

  mutating func turn() -> Scene.Turn? {
    seatToShow.map { Scene.Turn(seat: $0, clock: clock()) }
  }

  private mutating func clock() -> Scene.Clock? {
    guard let turn = view.turn, let deadline = turn.deadline else { return nil }
    let left = drain(
      from: turn.beganAt, to: deadline, lacking: refill?.turnLacks(at: t) ?? 0)
    let second: Int64 = 1_000_000
    let seconds = left / second + (left % second > 0 ? 1 : 0)
    // After a clock pause the deadline is later than one turn limit after the turn's beginning.
    let limit = view.settings.turnLimit
    let whole = (limit > .zero ? limit : deadline - turn.beganAt).wholeMicroseconds
    return Scene.Clock(
      secondsLeft: Int(min(seconds, 99_999)),
      fraction: whole > 0 ? min(Double(left) / Double(whole), 1) : 0)
  }

  mutating func scoreNotes() -> [Scene.ScoreNote] {
    var notes: [Scene.ScoreNote] = []
    let log = staged.log
    for entry in log.entries.prefix(log.shownCount(at: t)).suffix(Self.notesFrom) {
      let end = entry.shownAt + Self.noteShows
      guard end > t, !entry.event.scoreChanges.isEmpty else { continue }
      look(ahead: end)
      for change in entry.event.scoreChanges {
        let place = change.card.flatMap { view.card($0)?.place }
        notes.append(
          Scene.ScoreNote(
            seq: entry.seq, change: change, centre: place.flatMap { table.centre(of: $0) }))
      }
    }
    return notes
  }

  mutating func numbers() -> [Scene.FlyingNumber] {
    let flying = staged.numbers(at: t)
    guard !flying.isEmpty else { return [] }
    switch wanted {
    case .full: move()
    case .reduced: count(from: t)
    case .none: break
    }
    return flying.map { number in
      Scene.FlyingNumber(
        seq: number.seq, seat: number.change.seat, card: number.card,
        delta: number.change.delta,
        centre: wanted.allowsTravel ? number.centre.value(at: t.seconds) : number.start,
        opacity: wanted.allowsFades ? number.opacity.value(at: t.seconds) : 1)
    }
  }
}

extension Event {
  /// The event's score changes, in display order.
  fileprivate var scoreChanges: [ScoreChange] {
    switch self {
    case .flipped(let flip): flip.scoreChanges
    case .turnExpired(let expired): expired.scoreChanges
    default: []
    }
  }
}
