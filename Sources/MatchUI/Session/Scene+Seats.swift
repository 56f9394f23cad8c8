// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Stage

// What the viewer may do about seats.

extension Scene {
  /// The cost of leaving now.
  func leavingCost(in room: RoomContext) -> LeavingCost {
    let hasOthers = seats.contains { $0.isTaken && !$0.isYou && $0.player?.isBot != true }
    if room.isHost, hasOthers || room.audience > 0 { return .closing }
    guard let you, phase.isRunning, seats.indices.contains(you.rawValue),
      !seats[you.rawValue].hasResigned
    else { return .nothing }
    if settings.daily != nil { return .givingUp }
    return seats.count > 1 ? .resigning : .nothing
  }

  /// Whether the viewer's request to restart would end this match at once.
  ///
  /// True if nobody else's consent is missing; bots consent to everything.
  var isRestartImmediate: Bool {
    guard let you, phase.isRunning, !settings.isFixed else { return false }
    return seats.allSatisfy { seat in
      seat.index == you || !seat.isTaken || seat.hasResigned || seat.isAway || seat.wantsRestart
        || seat.player?.isBot == true
    }
  }

  /// Whether a question is still valid.
  func mayAsk(_ confirmation: Confirmation, in room: RoomContext) -> Bool {
    switch confirmation {
    case .leave(let cost): leavingCost(in: room) == cost
    case .restart: isRestartImmediate
    }
  }

  /// Why the viewer can remove nobody now; nil if they can.
  var removalProblem: RefusalCode? {
    guard let you, seats.indices.contains(you.rawValue) else { return .playNotSeated }
    guard seats[you.rawValue].isOwner else { return .roomNotOwner }
    guard !phase.isRunning else { return .roomMatchRunning }
    return removableSeats.isEmpty ? .roomUnknownSeat : nil
  }

  /// Why the viewer can add no bot now; nil if they can.
  var botProblem: RefusalCode? {
    guard let you, seats.indices.contains(you.rawValue) else { return .playNotSeated }
    guard !settings.isRated else { return .roomRated }
    guard settings.daily == nil else { return .roomDaily }
    guard seats[you.rawValue].isOwner else { return .roomNotOwner }
    guard phase == .waiting else { return .roomNotWaiting }
    return seats.allSatisfy { $0.isTaken } ? .roomFull : nil
  }

  /// Whether a question with several answers is still valid.
  func mayAsk(_ question: ChoiceQuestion) -> Bool {
    switch question {
    case .whatToSay: true
    case .whichBot: botProblem == nil
    case .whom: removalProblem == nil
    case .sure(let seat): removalProblem == nil && removableSeats.contains(seat)
    }
  }

  /// The seats that the room's owner may free.
  var removableSeats: [SeatIndex] {
    seats.filter { $0.isTaken && !$0.isYou }.map { $0.index }
  }
}

extension MatchView {
  /// Whether a seat's player may still shuffle, where players shuffle.
  func mayShuffle(_ seat: SeatIndex) -> Bool {
    guard seats.indices.contains(seat.rawValue), settings.shuffle != .off else { return false }
    return settings.shuffleEvery == 0 && !seats[seat.rawValue].hasShuffled
  }
}

extension Scene {
  /// Whether to highlight the cursor: it is the viewer's turn, or their cards are still showing.
  var isTurnYours: Bool { isYourTurn || (you != nil && turn?.seat == you) }

  /// A seat's score change by the latest entry noted; both cards of a mismatch may cost a point.
  func lastScoreChange(of seat: SeatIndex) -> Int? {
    guard let last = scoreNotes.last(where: { $0.change.seat == seat }) else { return nil }
    return scoreNotes.reduce(0) { sum, note in
      note.seq == last.seq && note.change.seat == seat ? sum &+ note.change.delta : sum
    }
  }
}

extension Scene.Clock {
  /// Whether to highlight the time left.
  var isUrgent: Bool { secondsLeft <= 5 }
}

/// A question with several answers: what to say, or of a room's owner about a seat.
package enum ChoiceQuestion: Hashable, Sendable {
  /// Which phrase to say. Holds the index of the chosen phrase.
  case whatToSay(Int)
  /// Which bot? Holds the index of the chosen level.
  case whichBot(Int)
  /// Remove which player? Holds the index among removable seats.
  case whom(Int)
  /// Really remove this player?
  case sure(SeatIndex)
}
