// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchClient
import Protocol

/// An estimator of the server's clock on trial.
protocol ClockUnderTest {
  /// When it wants to send the next ping, on its own clock.
  var nextWake: LocalTime? { get }
  /// Whether its own clock stops while the machine sleeps.
  var stopsInSleep: Bool { get }
  /// The connection has opened.
  mutating func opened(at now: LocalTime)
  /// The machine has slept.
  mutating func woke(at now: LocalTime)
  /// The ping to send now, if any.
  mutating func probe(at now: LocalTime) -> Ping?
  /// A pong has arrived.
  mutating func answered(_ pong: Pong, at now: LocalTime)
  /// The estimated server time.
  func serverTime(at now: LocalTime) -> ServerTime?
  /// The error bound, if it states one.
  func bound(at now: LocalTime) -> Duration?
}

/// The client's own estimator.
struct KeptClock: ClockUnderTest {
  private var clockSync: ClockSync

  init(_ pace: ProbePace, seed: UInt64) {
    clockSync = ClockSync(seed: seed)
    clockSync.keep(pace, at: LocalTime(microseconds: 0))
  }

  var nextWake: LocalTime? { clockSync.nextWake }
  var stopsInSleep: Bool { false }

  mutating func opened(at now: LocalTime) { clockSync.opened(at: now) }

  mutating func woke(at now: LocalTime) {
    clockSync.notice(now)
    clockSync.woke(at: now)
  }

  mutating func probe(at now: LocalTime) -> Ping? {
    clockSync.notice(now)
    return clockSync.probe(at: now)
  }

  mutating func answered(_ pong: Pong, at now: LocalTime) {
    clockSync.notice(now)
    clockSync.answered(pong, at: now)
  }

  func serverTime(at now: LocalTime) -> ServerTime? { clockSync.estimate?.serverTime(at: now) }

  func bound(at now: LocalTime) -> Duration? { clockSync.estimate?.bound(at: now) }
}

/// A common estimator: a rule over the midpoints of exchanges, on a clock that stops in sleep.
struct PlainClock: ClockUnderTest {
  /// How it combines exchanges into one offset.
  enum Rule: Sendable {
    /// The first exchange only.
    case single
    /// An exponential moving average with this weight.
    case movingAverage(Double)
    /// The exchange with the shortest round trip of the last few.
    case shortest(of: Int)
  }

  private let rule: Rule
  private var due: LocalTime?
  private var asked: [UInt64: LocalTime] = [:]
  private var lastID: UInt64 = 0
  private var exchanges: [(offset: Double, roundTrip: Double)] = []
  private var offset: Double?

  init(_ rule: Rule) { self.rule = rule }

  var nextWake: LocalTime? { due }
  var stopsInSleep: Bool { true }

  mutating func opened(at now: LocalTime) { due = now }

  mutating func woke(at now: LocalTime) {}

  mutating func probe(at now: LocalTime) -> Ping? {
    guard let due, due <= now else { return nil }
    if case .single = rule { self.due = nil } else { self.due = now + .seconds(2) }
    lastID += 1
    asked[lastID] = now
    return Ping(id: lastID, t0: now.microseconds)
  }

  mutating func answered(_ pong: Pong, at now: LocalTime) {
    guard let sent = asked.removeValue(forKey: pong.id) else { return }
    let there = Double(pong.t1.microseconds - sent.microseconds)
    let back = Double(pong.t2.microseconds - now.microseconds)
    exchanges.append(((there + back) / 2, there - back))
    let newest = exchanges[exchanges.count - 1].offset
    switch rule {
    case .single: offset = offset ?? newest
    case .movingAverage(let share): offset = offset.map { $0 + share * (newest - $0) } ?? newest
    case .shortest(let count):
      exchanges.removeFirst(max(exchanges.count - count, 0))
      offset = exchanges.min { $0.roundTrip < $1.roundTrip }?.offset
    }
  }

  func serverTime(at now: LocalTime) -> ServerTime? {
    offset.map { ServerTime(microseconds: now.microseconds + Int64($0)) }
  }

  func bound(at now: LocalTime) -> Duration? { nil }
}

/// The estimators that the table compares.
enum Estimator: String, CaseIterable, Sendable {
  /// The client's own, at a player's pace.
  case ours
  /// The client's own, at a spectator's pace, in sessions of ten minutes.
  case spectator
  /// One exchange when the connection opens.
  case naive
  /// A moving average: a tenth of each exchange, every two seconds.
  case ema
  /// The shortest round trip of the last eight, one every two seconds.
  case minRTT = "min-rtt-of-8"

  func outcome(_ conditions: LinkConditions, seed: UInt64, sleeps: Bool) -> ClockOutcome {
    switch self {
    case .ours: run(conditions, seed: seed, sleeps: sleeps, KeptClock(.player, seed: seed))
    case .spectator:
      run(
        conditions, seed: seed, sleeps: sleeps, KeptClock(.spectator, seed: seed),
        for: .seconds(600))
    case .naive: run(conditions, seed: seed, sleeps: sleeps, PlainClock(.single))
    case .ema: run(conditions, seed: seed, sleeps: sleeps, PlainClock(.movingAverage(0.1)))
    case .minRTT: run(conditions, seed: seed, sleeps: sleeps, PlainClock(.shortest(of: 8)))
    }
  }

  private func run(
    _ conditions: LinkConditions, seed: UInt64, sleeps: Bool, _ clock: some ClockUnderTest,
    for session: Duration = .seconds(180)
  ) -> ClockOutcome {
    var trial = ClockTrial(conditions, seed: seed, sleeps: sleeps, clock, for: session)
    return trial.run()
  }
}
