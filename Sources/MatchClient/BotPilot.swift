// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Bots
public import Game

/// A bot at a client: enters its room, gets ready, and plays what it is shown, in its own time.
public struct BotPilot: Pilot {
  /// How a bot takes its time.
  public enum Pace: String, CaseIterable, Hashable, Sendable {
    /// As long as a person thinks.
    case human
    /// As soon as it may.
    case fast
  }

  /// What a bot does once it is connected.
  public enum Errand: Hashable, Sendable {
    /// Opens a room and waits for company.
    case create(MatchSettings)
    /// Takes a seat in the room with this code.
    case join(code: String)
  }

  private let errand: Errand
  private let pace: Pace
  private var bot: Bot
  private var hasEntered = false
  /// Entries of the log it has seen so far.
  private var watchedSeq: UInt64 = 0
  /// What it means to do and when; kept until it is done or out of date.
  private var plan: (turningPoint: UInt64, cardsUp: Int, at: ServerTime)?

  /// `bot` on its `errand`, at `pace`.
  public init(_ bot: Bot, errand: Errand, pace: Pace) {
    self.bot = bot
    self.errand = errand
    self.pace = pace
  }

  /// Looks at the table as it is shown and plays.
  public mutating func act(_ client: ClientCore, now: LocalTime) -> PilotMove {
    guard client.welcome != nil, let clock = client.clock, !client.isWaiting else {
      return PilotMove()
    }
    guard let table = client.table else { return enter() }
    // What is shown at its own estimate might be shown there only a little later.
    let margin = clock.bound + .milliseconds(1)
    let shownNow = clock.serverTime(at: now) - margin
    watch(table, at: shownNow)
    let view = table.log.view(shownAt: shownNow)
    var move = play(view, table: table, at: shownNow)
    let next = [move.wakeAt, table.log.nextShown(after: shownNow)].compactMap { $0 }.min()
    move.move.wake = next.map { clock.localTime(at: $0 + margin) }
    return move.move
  }

  private mutating func enter() -> PilotMove {
    guard !hasEntered else { return PilotMove() }
    hasEntered = true
    switch errand {
    case .create(let settings): return PilotMove([.createRoom(settings)])
    case .join(let code): return PilotMove([.joinRoom(code: code, role: .player)])
    }
  }

  private mutating func watch(_ table: ClientTable, at time: ServerTime) {
    let log = table.log
    for entry in log.entries.prefix(log.shownCount(at: time)) where entry.seq > watchedSeq {
      bot.watch(entry, from: table.seat)
      watchedSeq = entry.seq
    }
  }

  /// What to do at the table as it is shown, and when to look again.
  private mutating func play(
    _ view: MatchView, table: ClientTable, at time: ServerTime
  ) -> (move: PilotMove, wakeAt: ServerTime?) {
    guard let seat = table.seat, view.seats.indices.contains(seat.rawValue) else {
      return (PilotMove(), nil)
    }
    // What the bot itself has done already may not be shown yet.
    let latest = table.log.latest
    let chair = latest.seats[seat.rawValue]
    guard view.phase == latest.phase else { return (PilotMove(), nil) }
    switch view.phase {
    case .waiting where !chair.isReady: return (PilotMove([.ready]), nil)
    case .undealt where view.takenSeats.first == seat:
      return whenDue(view, at: time) { _ in .intent(.deal) }
    case .committing, .undealt, .dealing, .playing:
      let others = view.seats.contains { $0.hasConsented }
      if others, !chair.hasConsented { return (PilotMove([.intent(.restart)]), nil) }
      guard view.turn?.seat == seat, view.faceUp.count < 2,
        latest.lastTurningPoint == view.lastTurningPoint,
        latest.faceUp.count == view.faceUp.count
      else { return (PilotMove(), nil) }
      return whenDue(view, at: time) { bot in bot.choose(in: view).map { .intent(.choose($0)) } }
    case .waiting, .ended: return (PilotMove(), nil)
    }
  }

  /// Takes its time, then does `deed`.
  private mutating func whenDue(
    _ view: MatchView, at time: ServerTime, _ deed: (inout Bot) -> ClientCommand?
  ) -> (move: PilotMove, wakeAt: ServerTime?) {
    let current = plan.flatMap { plan in
      plan.turningPoint == view.lastTurningPoint && plan.cardsUp == view.faceUp.count ? plan : nil
    }
    let timeLeft = view.turn?.deadline.map { $0 - time }
    let due =
      current?.at ?? (time + (pace == .human ? bot.thinkingTime(timeLeft: timeLeft) : .zero))
    plan = (view.lastTurningPoint, view.faceUp.count, due)
    guard due <= time else { return (PilotMove(), due) }
    plan = nil
    return (PilotMove(deed(&bot).map { [$0] } ?? []), nil)
  }
}
