// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// A bot at a table: follows the log as it is shown, and decides what to do and when.
///
/// It is independent of how its actions reach the match: through a client or inside the server.
package struct BotPlayer: Sendable {
  /// How fast a bot acts.
  package enum Pace: String, CaseIterable, Hashable, Sendable {
    /// As fast as a person.
    case human
    /// As fast as the rules allow.
    case fast
  }

  /// A bot's action.
  package enum Action: Hashable, Sendable {
    /// Get ready.
    case ready
    /// Send an intent.
    case intent(Intent)
  }

  private let pace: Pace
  private var bot: Bot
  /// The last entry it has seen.
  private var watchedSeq: UInt64
  /// Its next move and when; kept until it is made or obsolete.
  private var plan: (turningPoint: UInt64, cardsUp: Int, at: ServerTime)?

  /// Lets `bot` play at `pace`; it has not seen entries up to `seq`.
  package init(_ bot: Bot, pace: Pace, after seq: UInt64 = 0) {
    self.bot = bot
    self.pace = pace
    watchedSeq = seq
  }

  /// Decides what to do at a given time.
  ///
  /// - Parameters:
  ///   - log: the table's log as far as received.
  ///   - seat: the bot's seat.
  ///   - time: the time being shown; later entries are ignored.
  /// - Returns: what to do now, and the latest time to ask again; nil to wait for the next entry.
  package mutating func act(
    on log: MatchLog, as seat: SeatIndex, at time: ServerTime
  ) -> (action: Action?, wakeAt: ServerTime?) {
    watch(log, from: seat, at: time)
    let view = log.view(shownAt: time)
    guard view.seats.indices.contains(seat.rawValue) else {
      return (nil, log.nextShown(after: time))
    }
    let move = play(view, latest: log.latest, as: seat, at: time)
    return (move.action, earlier(move.wakeAt, log.nextShown(after: time)))
  }

  /// Follows a table where the bot has no seat, or not yet.
  package mutating func watch(_ log: MatchLog, from seat: SeatIndex?, at time: ServerTime) {
    let shown = log.shownCount(at: time)
    let known = watchedSeq > log.base.seq ? Int(clamping: watchedSeq - log.base.seq) : 0
    guard known < shown else { return }
    for entry in log.entries[known..<shown] {
      bot.watch(entry, from: seat)
      watchedSeq = entry.seq
    }
  }

  /// The action at the table as shown, and when to look again.
  private mutating func play(
    _ view: MatchView, latest: MatchView, as seat: SeatIndex, at time: ServerTime
  ) -> (action: Action?, wakeAt: ServerTime?) {
    // The bot's own last action may not be shown yet.
    let own = latest.seats[seat.rawValue]
    guard view.phase == latest.phase else { return (nil, nil) }
    switch view.phase {
    case .waiting where !own.isReady: return (.ready, nil)
    case .undealt where view.takenSeats.first == seat:
      return whenDue(view, at: time) { _ in .intent(.deal) }
    case .committing, .undealt, .dealing, .playing:
      // Consents that are still shown may have lapsed with the turn.
      let others = zip(view.seats, latest.seats).contains { $0.hasConsented && $1.hasConsented }
      if others, !own.hasConsented { return (.intent(.restart), nil) }
      guard view.turn?.seat == seat, view.faceUp.count < 2,
        latest.lastTurningPoint == view.lastTurningPoint,
        latest.faceUp.count == view.faceUp.count
      else { return (nil, nil) }
      return whenDue(view, at: time) { bot in bot.choose(in: view).map { .intent(.choose($0)) } }
    case .waiting, .ended: return (nil, nil)
    }
  }

  /// Waits for the thinking time, then returns `action`.
  private mutating func whenDue(
    _ view: MatchView, at time: ServerTime, _ action: (inout Bot) -> Action?
  ) -> (action: Action?, wakeAt: ServerTime?) {
    let current = plan.flatMap { plan in
      plan.turningPoint == view.lastTurningPoint && plan.cardsUp == view.faceUp.count ? plan : nil
    }
    let timeLeft = view.turn?.deadline.map { $0 - time }
    let due =
      current?.at ?? (time + (pace == .human ? bot.thinkingTime(timeLeft: timeLeft) : .zero))
    plan = (view.lastTurningPoint, view.faceUp.count, due)
    guard due <= time else { return (nil, due) }
    plan = nil
    return (action(&bot), nil)
  }
}
