// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// Time lost to an outage or a slow journal, during which players could not act; the next decision
/// refunds it.
///
/// The refund is a log entry like any other, so it is certain only once that entry has landed.
struct ClockPause: Hashable, Sendable {
  /// Why the match clock is paused.
  enum Reason: Hashable, Sendable {
    /// A decision took too long to land.
    case lateBatch
    /// The late batch contained only a refund. It is not announced: the next decision carries the
    /// refund, or a persistently slow journal would announce itself forever.
    case lateNotice
    /// The journal rejected a decision; the pause lasts until it accepts one.
    case journal
    /// The server was down until that time. The pause lasts until all active players are back, or
    /// until `LobbyLimits.returnLimit` after the restart if at least one is.
    case outage(until: ServerTime)
  }

  var reason: Reason
  var since: ServerTime
  /// Nil while the pause lasts.
  var until: ServerTime?

  /// The length of the pause as of `now`; never negative.
  func length(at now: ServerTime) -> Duration { max((until ?? now) - since, .zero) }
}

extension Room {
  /// Starts a decision on the room's state that first refunds any lost time.
  ///
  /// An input that counts as made before a finished pause is decided as if the pause had not
  /// happened yet; its refund stays owed.
  func deciding(at moment: Moment, cause: Cause? = nil) -> Decision {
    precondition(pending.isEmpty, "A room decides nothing while a batch waits for the journal.")
    assert(clockPause == nil || view.isMatchRunning, "Only a running match has a clock pause.")
    var decision = Decision(on: match, at: moment, cause: cause)
    guard let clockPause, !isBefore(clockPause, moment) else { return decision }
    // After a late notice, face-up cards are not shown again, or a persistently slow journal would
    // show them forever.
    decision.giveBack(
      since: max(moment.now, view.at) - clockPause.length(at: moment.now),
      showsAgain: clockPause.reason != .lateNotice)
    return decision
  }

  /// Whether an input at `moment` predates a finished pause, whose refund is then left to a later
  /// decision.
  func isBefore(_ clockPause: ClockPause, _ moment: Moment) -> Bool {
    clockPause.until != nil && moment.judged < clockPause.since
  }

  /// Whether a refund should be written now although nothing else is due.
  func isNoticeDue(at due: ServerTime, lead: Duration) -> Bool {
    guard let clockPause else { return false }
    if clockPause.until == nil || clockPause.reason == .lateBatch { return true }
    return match.nextWake(lead: lead, grace: grace(inFaceOf: nil)).map { $0 <= due } ?? false
  }

  /// Whether a clock pause has nothing left to refund.
  func hasIdleClockPause(at now: ServerTime) -> Bool {
    guard let clockPause else { return false }
    return clockPause.reason != .lateNotice && clockPause.length(at: now) > .zero
      && !isAwaitingPlayers(at: now)
  }

  /// Whether the match is waiting for its players to return after an outage.
  func isAwaitingPlayers(at now: ServerTime) -> Bool {
    awaitsPlayers.map { $0.map { now < $0 } ?? true } ?? false
  }

  /// Whether an input comes from an active player, which ends the wait for the others.
  func isPlayedOn(by input: RoomInput?) -> Bool {
    guard case .intent(_, let session, _, _)? = input, let actor = actor(of: session) else {
      return false
    }
    return view.seat(of: actor).map { view.seats[$0.rawValue].isPlaying } ?? false
  }

  /// When the match stops waiting for its players after an outage.
  ///
  /// The outer optional is nil when nobody is awaited. The inner one is nil while no player at all
  /// is back: then there is no deadline.
  var awaitsPlayers: ServerTime?? {
    guard case .outage(let end) = clockPause?.reason else { return nil }
    let playing = members.filter { member in
      seat(of: member).map { view.seats[$0.rawValue].isPlaying } ?? false
    }
    let back = playing.count { $0.disconnectedAt == nil }
    if back == playing.count { return nil }
    return .some(back > 0 ? end + LobbyLimits.returnLimit : nil)
  }

  /// The clock pause after a batch has landed: what is still owed, or the delay of this batch if it
  /// was late.
  func clockPause(after steps: [Step], waitedSince pendingSince: ServerTime, at now: ServerTime)
    -> ClockPause?
  {
    guard view.isMatchRunning else { return nil }
    let late = max(now - pendingSince - LobbyLimits.commitAllowance, .zero)
    let isSettled = steps.contains { $0.isClockPauseSettled && !$0.entries.isEmpty }
    if !isSettled, var clockPause {
      clockPause.until = clockPause.until.map { $0 + late }
      return clockPause
    }
    guard late > .zero else { return nil }
    let isNotice = steps.allSatisfy { $0.entries.allSatisfy(\.event.isNotice) }
    return ClockPause(
      reason: isNotice ? .lateNotice : .lateBatch, since: now - late, until: now)
  }

  /// The clock pause after the journal has rejected a batch.
  func clockPause(afterFailureSince pendingSince: ServerTime) -> ClockPause? {
    guard view.isMatchRunning else { return nil }
    guard let clockPause else { return ClockPause(reason: .journal, since: pendingSince) }
    guard let until = clockPause.until else { return clockPause }
    return ClockPause(reason: .journal, since: pendingSince - (until - clockPause.since))
  }
}

extension Event {
  /// Whether the event only announces a refund.
  fileprivate var isNotice: Bool {
    if case .clockAdjusted = self { true } else { false }
  }
}
