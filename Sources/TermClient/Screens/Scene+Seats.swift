// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Stage

// Who may come and go, and who may be sent away.

extension Scene {
  /// What it costs if the viewer leaves now.
  func leavingCost(in room: RoomContext) -> LeavingCost {
    let hasOthers = seats.contains { $0.isTaken && !$0.isYou && $0.player?.isBot != true }
    if room.isHost, hasOthers || room.audience > 0 { return .closing }
    guard let you, phase.isRunning, seats.count > 1, seats.indices.contains(you.rawValue) else {
      return .nothing
    }
    return seats[you.rawValue].hasResigned ? .nothing : .resigning
  }

  /// Whether the viewer's wish to start again would end this match at once.
  ///
  /// That is so where nobody else's consent is missing; bots consent to everything.
  var isRestartImmediate: Bool {
    guard let you, phase.isRunning, !settings.isRated else { return false }
    return seats.allSatisfy { seat in
      seat.index == you || !seat.isTaken || seat.hasResigned || seat.isAway || seat.wantsRestart
        || seat.player?.isBot == true
    }
  }

  /// Whether a question still makes sense.
  func mayAsk(_ confirmation: Confirmation, in room: RoomContext) -> Bool {
    switch confirmation {
    case .leave(let cost): leavingCost(in: room) == cost
    case .restart: isRestartImmediate
    }
  }

  /// Why the viewer can give nobody's seat away now; nil if they can.
  var removalProblem: RefusalCode? {
    guard let you, seats.indices.contains(you.rawValue) else { return .playNotSeated }
    guard seats[you.rawValue].isOwner else { return .roomNotOwner }
    guard !phase.isRunning else { return .roomMatchRunning }
    return removableSeats.isEmpty ? .roomUnknownSeat : nil
  }

  /// Why the viewer can seat no bot now; nil if they can.
  var botProblem: RefusalCode? {
    guard let you, seats.indices.contains(you.rawValue) else { return .playNotSeated }
    guard !settings.isRated else { return .roomRated }
    guard seats[you.rawValue].isOwner else { return .roomNotOwner }
    guard phase == .waiting else { return .roomNotWaiting }
    return seats.allSatisfy { $0.isTaken } ? .roomFull : nil
  }

  /// Whether a question about a seat still makes sense.
  func mayAsk(_ question: SeatQuestion) -> Bool {
    switch question {
    case .whichBot: botProblem == nil
    case .whom, .sure: removalProblem == nil
    }
  }

  /// The seats that the owner of the room may give away.
  var removableSeats: [SeatIndex] {
    seats.filter { $0.isTaken && !$0.isYou }.map { $0.index }
  }
}

extension MatchView {
  /// Whether the player of a seat has not used their shuffle yet, where players shuffle.
  func mayShuffle(_ seat: SeatIndex) -> Bool {
    guard seats.indices.contains(seat.rawValue), settings.shuffle != .off else { return false }
    return settings.shuffleEvery == 0 && !seats[seat.rawValue].hasShuffled
  }
}

extension Scene {
  /// Whether it is the viewer's turn, or theirs are the cards that are still showing, so that the
  /// cursor is for them.
  var isTurnYours: Bool { isYourTurn || (you != nil && turn?.seat == you) }

  /// What the latest entry worth a note has done to a seat's score; both cards of a mismatch may have
  /// cost a point.
  func lastScoreChange(of seat: SeatIndex) -> Int? {
    guard let last = scoreNotes.last(where: { $0.change.seat == seat }) else { return nil }
    return scoreNotes.reduce(0) { sum, note in
      note.seq == last.seq && note.change.seat == seat ? sum &+ note.change.delta : sum
    }
  }
}

extension Scene.Clock {
  /// Whether so little time is left that it should catch the eye.
  var isUrgent: Bool { secondsLeft <= 5 }
}

/// What the owner of a room is asked before a seat changes hands.
enum SeatQuestion: Hashable, Sendable {
  /// Which bot takes one? The level chosen so far, by its place among all.
  case whichBot(Int)
  /// Who is removed? The player chosen so far, by the place among those who can be.
  case whom(Int)
  /// Really this one's?
  case sure(SeatIndex)
}
