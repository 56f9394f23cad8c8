// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// A bot at a table: looks at it as it is shown, and says what it does and when, in its own time.
///
/// It knows nothing of who carries its wishes to the match: a client over a network, or the server it
/// sits in.
public struct BotPlayer: Sendable {
  /// How a bot takes its time.
  public enum Pace: String, CaseIterable, Hashable, Sendable {
    /// As long as a person thinks.
    case human
    /// As soon as it may.
    case fast
  }

  /// What a bot does.
  public enum Action: Hashable, Sendable {
    /// It is ready.
    case ready
    /// It asks something of the match.
    case intent(Intent)
  }

  private let pace: Pace
  private var bot: Bot
  /// The last entry of the log it has seen.
  private var watchedSeq: UInt64
  /// What it means to do and when; kept until it is done or out of date.
  private var plan: (turningPoint: UInt64, cardsUp: Int, at: ServerTime)?

  /// `bot` at `pace`, who has seen nothing up to entry `seq`.
  public init(_ bot: Bot, pace: Pace, after seq: UInt64 = 0) {
    self.bot = bot
    self.pace = pace
    watchedSeq = seq
  }

  /// Looks at a table as it is shown at a time.
  ///
  /// - Parameters:
  ///   - log: the table's log as far as it is known.
  ///   - seat: where the bot sits.
  ///   - time: what is shown then, is seen; nothing else is.
  /// - Returns: what it does now, and when it is to be asked again at the latest; nil for not before
  ///   something happens.
  public mutating func act(
    on log: MatchLog, as seat: SeatIndex, at time: ServerTime
  ) -> (deed: Action?, wakeAt: ServerTime?) {
    watch(log, from: seat, at: time)
    let view = log.view(shownAt: time)
    guard view.seats.indices.contains(seat.rawValue) else {
      return (nil, log.nextShown(after: time))
    }
    let move = play(view, latest: log.latest, as: seat, at: time)
    return (move.deed, [move.wakeAt, log.nextShown(after: time)].compactMap { $0 }.min())
  }

  /// Sees what is shown of a table at which it has no seat, or none yet.
  public mutating func watch(_ log: MatchLog, from seat: SeatIndex?, at time: ServerTime) {
    let shown = log.shownCount(at: time)
    let known = watchedSeq > log.base.seq ? Int(watchedSeq - log.base.seq) : 0
    guard known < shown else { return }
    for entry in log.entries[known..<shown] {
      bot.watch(entry, from: seat)
      watchedSeq = entry.seq
    }
  }

  /// What to do at the table as it is shown, and when to look again.
  private mutating func play(
    _ view: MatchView, latest: MatchView, as seat: SeatIndex, at time: ServerTime
  ) -> (deed: Action?, wakeAt: ServerTime?) {
    // What the bot itself has done already may not be shown yet.
    let chair = latest.seats[seat.rawValue]
    guard view.phase == latest.phase else { return (nil, nil) }
    switch view.phase {
    case .waiting where !chair.isReady: return (.ready, nil)
    case .undealt where view.takenSeats.first == seat:
      return whenDue(view, at: time) { _ in .intent(.deal) }
    case .committing, .undealt, .dealing, .playing:
      // What is shown of it may have lapsed with the turn.
      let others = zip(view.seats, latest.seats).contains { $0.hasConsented && $1.hasConsented }
      if others, !chair.hasConsented { return (.intent(.restart), nil) }
      guard view.turn?.seat == seat, view.faceUp.count < 2,
        latest.lastTurningPoint == view.lastTurningPoint,
        latest.faceUp.count == view.faceUp.count
      else { return (nil, nil) }
      return whenDue(view, at: time) { bot in bot.choose(in: view).map { .intent(.choose($0)) } }
    case .waiting, .ended: return (nil, nil)
    }
  }

  /// Takes its time, then does `deed`.
  private mutating func whenDue(
    _ view: MatchView, at time: ServerTime, _ deed: (inout Bot) -> Action?
  ) -> (deed: Action?, wakeAt: ServerTime?) {
    let current = plan.flatMap { plan in
      plan.turningPoint == view.lastTurningPoint && plan.cardsUp == view.faceUp.count ? plan : nil
    }
    let timeLeft = view.turn?.deadline.map { $0 - time }
    let due =
      current?.at ?? (time + (pace == .human ? bot.thinkingTime(timeLeft: timeLeft) : .zero))
    plan = (view.lastTurningPoint, view.faceUp.count, due)
    guard due <= time else { return (nil, due) }
    plan = nil
    return (deed(&bot), nil)
  }
}
