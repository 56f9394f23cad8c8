// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// A stretch in which nobody could go on with a match, until it has been given back.
///
/// What is given back is an entry like any other, so it is known only once that has landed.
struct ClockPause: Hashable, Sendable {
  /// Why the clock stands still.
  enum Reason: Hashable, Sendable {
    /// A decision took longer to land than it should.
    case lateBatch
    /// So did an entry that did nothing but give time back: it can wait for the next decision, or
    /// a journal that stays slow would be told of itself for ever.
    case lateNotice
    /// The journal could not take a decision: until it takes one.
    case journal
    /// The server was away until then: until those who play are back, or had time to be.
    case outage(until: ServerTime)
  }

  var reason: Reason
  /// Since when.
  var since: ServerTime
  /// Until when; nil while it lasts.
  var until: ServerTime?

  /// How long it has lasted by `now`.
  func length(at now: ServerTime) -> Duration { max((until ?? now) - since, .zero) }
}

extension Room {
  /// A decision on the room's state, with what is owed given back first.
  ///
  /// What counts as made before a clock pause that is over is decided as if that had not come yet.
  func deciding(at moment: Moment, cause: Cause? = nil) -> Decision {
    var decision = Decision(on: match, at: moment, cause: cause)
    guard let clockPause, !isBefore(clockPause, moment) else { return decision }
    // For late notices nothing is shown again, or a journal that stays slow would show it for ever.
    decision.giveBack(
      since: max(moment.now, view.at) - clockPause.length(at: moment.now),
      showsAgain: clockPause.reason != .lateNotice)
    return decision
  }

  /// Whether what happens at `moment` leaves a clock pause to be given back later.
  func isBefore(_ clockPause: ClockPause, _ moment: Moment) -> Bool {
    clockPause.until != nil && moment.judged < clockPause.since
  }

  /// Whether an entry that gives back what is owed should come although nothing else is due.
  func isNoticeDue(at due: ServerTime, lead: Duration) -> Bool {
    guard let clockPause else { return false }
    if clockPause.until == nil || clockPause.reason == .lateBatch { return true }
    return match.nextWake(lead: lead, grace: grace(inFaceOf: nil)).map { $0 <= due } ?? false
  }

  /// Whether the clock stands still because players have not come back after an outage.
  func isAwaitingPlayers(at now: ServerTime) -> Bool {
    awaitsPlayers.map { $0.map { now < $0 } ?? true } ?? false
  }

  /// Whether an input comes from somebody who plays, and so ends the wait for the others.
  func isPlayedOn(by input: RoomInput?) -> Bool {
    guard case .intent(_, let session, _, _)? = input, let member = member(session) else {
      return false
    }
    return seat(of: member).map { view.seats[$0.rawValue].isPlaying } ?? false
  }

  /// Until when the clock stands still after an outage; nil for not at all, and nil within for as
  /// long as nobody at all is back.
  var awaitsPlayers: ServerTime?? {
    guard case .outage(let end) = clockPause?.reason else { return nil }
    let playing = members.players.filter { member in
      seat(of: member).map { view.seats[$0.rawValue].isPlaying } ?? false
    }
    let back = playing.count { $0.disconnectedAt == nil }
    if back == playing.count { return nil }
    return .some(back > 0 ? end + LobbyLimits.returnLimit : nil)
  }

  /// What a clock pause comes to now that a batch has landed, and what that has cost if it was late.
  func clockPause(after step: Step, waitedSince pendingSince: ServerTime, at now: ServerTime)
    -> ClockPause?
  {
    guard view.isMatchRunning else { return nil }
    let late = max(now - pendingSince - LobbyLimits.commitAllowance, .zero)
    if !step.isClockPauseSettled, var clockPause {
      clockPause.until = clockPause.until.map { $0 + late }
      return clockPause
    }
    guard late > .zero else { return nil }
    let isNotice = step.entries.allSatisfy { $0.event.isNotice }
    return ClockPause(
      reason: isNotice ? .lateNotice : .lateBatch, since: now - late, until: now)
  }

  /// What a clock pause comes to now that the journal has not taken a batch.
  func clockPause(afterFailureSince pendingSince: ServerTime) -> ClockPause? {
    guard view.isMatchRunning else { return nil }
    guard let clockPause else { return ClockPause(reason: .journal, since: pendingSince) }
    guard let until = clockPause.until else { return clockPause }
    return ClockPause(reason: .journal, since: pendingSince - (until - clockPause.since))
  }
}

extension Event {
  /// Whether it only says that time was given back.
  fileprivate var isNotice: Bool {
    if case .clockAdjusted = self { true } else { false }
  }
}
