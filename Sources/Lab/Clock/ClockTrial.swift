// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchClient
import Protocol

/// One client on one link, frame by frame: the error of the time it shows.
///
/// True time is the server's. The link, the oscillator and everything else are drawn from the seed.
struct ClockTrial<Clock: ClockUnderTest> {
  /// The start of the steady state.
  static var settled: ServerTime { .zero + .seconds(10) }
  /// From when on pings are counted: those at the start are the same for all.
  static var young: ServerTime { .zero + .seconds(60) }
  /// When the machine sleeps, if it does.
  static var sleep: (start: ServerTime, end: ServerTime) {
    (.zero + .seconds(60), .zero + .seconds(90))
  }
  /// The largest error that counts as accurate, in milliseconds.
  static var tolerance: Double { 10 }
  /// How long the estimate must stay accurate to count as converged.
  static var holds: Duration { .seconds(5) }

  /// The length of the session.
  private let session: Duration
  private var clock: Clock
  private let machine: SimulatedClock
  private let link: LinkModel
  private let sleeps: Bool
  private var up: NetworkLink<Ping>
  private var down: NetworkLink<Pong>
  private var random: SeededRandom
  /// Answers that the operating system has received and the client has not read.
  private var handed: [(at: ServerTime, pong: Pong)] = []
  private var lastSent = ServerTime.zero
  private var hasWoken = false
  /// The pings since the end of the first minute.
  private var pingCount = 0

  init(
    _ conditions: LinkConditions, seed: UInt64, sleeps: Bool, _ clock: Clock,
    for session: Duration
  ) {
    self.session = session
    self.clock = clock
    self.sleeps = sleeps
    var conditions = conditions
    conditions.horizon = session + .seconds(60)
    link = LinkModel(conditions, seed: seed)
    up = NetworkLink(link, .up)
    down = NetworkLink(link, .down)
    random = SeededRandom(seed: seed, stream: 5)
    var machine = SimulatedClock(seed: seed)
    if sleeps {
      let error = Duration.microseconds(Int64(random.uniform(-500_000...500_000)))
      machine.sleeps = [.init(from: Self.sleep.start, to: Self.sleep.end, error: error)]
    }
    self.machine = machine
  }

  /// Runs the session.
  mutating func run() -> ClockOutcome {
    let start = sleeps ? Self.sleep.end : .zero
    var outcome = ClockOutcome(
      hasCongestedJoin: link.isCongested(in: start...(start + .seconds(6))))
    let hidden = Double(link.hiddenAsymmetry.wholeMicroseconds)
    outcome.hidden = abs(hidden) / 1000
    clock.opened(at: reading(at: .zero))
    var next = nextInstant(after: .zero)
    var before: (time: ServerTime, off: Double)?
    for frame in 0..<Int(session / .seconds(1)) * 60 {
      let time = ServerTime(microseconds: Int64(frame) * 1_000_000 / 60)
      while let due = next, due <= time {
        happen(at: due)
        next = nextInstant(after: due)
      }
      guard !machine.isAsleep(at: time) else { continue }
      let local = reading(at: time)
      guard let shown = clock.serverTime(at: local) else {
        if time >= start { outcome.missed(at: time, from: start) }
        continue
      }
      let off = Double((shown - time).wholeMicroseconds)
      if time >= start { outcome.saw(off: (off - hidden) / 1000, at: time, from: start) }
      let isSettled = time >= (sleeps ? start : Self.settled)
      if isSettled, frame % 12 == 0 {
        outcome.excess.append(abs(off - hidden) / 1000)
        outcome.total.append(abs(off) / 1000)
        if let bound = clock.bound(at: local) {
          outcome.bounds.append(Double(bound.wholeMicroseconds) / 1000)
          outcome.broken += abs(off) > Double(bound.wholeMicroseconds) + 1000 ? 1 : 0
        }
      }
      // After a sleep it may step for a second and a half.
      if time >= Self.settled, !sleeps || time < Self.sleep.start || time > start + .seconds(2),
        let before
      {
        outcome.worstJump = max(outcome.worstJump, abs(off - before.off) / 1000)
      }
      before = (time, off)
    }
    outcome.pingsPerMinute = Double(pingCount) / (session / .seconds(60) - 1)
    return outcome
  }

  private func reading(at time: ServerTime) -> LocalTime {
    let reading = machine.reading(at: time)
    return clock.stopsInSleep ? reading + (.zero - machine.slept(at: time)) : reading
  }

  private func nextInstant(after now: ServerTime) -> ServerTime? {
    let wake = clock.nextWake.map { wake in
      let asleep = clock.stopsInSleep ? machine.slept(at: now) : .zero
      return machine.time(of: wake + asleep, notBefore: now)
    }
    return [up.nextInstant, down.nextInstant, handed.first?.at, wake].compactMap { $0 }.min()
  }

  private mutating func happen(at now: ServerTime) {
    for (at, ping) in up.arrivals(upTo: now) {
      let sent = max(at + .microseconds(Int64(random.uniform(50...400))), lastSent)
      lastSent = sent
      let pong = Pong(id: ping.id, t0: ping.t0, t1: at, t2: sent, nonce: ping.id)
      down.send(pong, bytes: 64, at: sent)
    }
    for (at, pong) in down.arrivals(upTo: now) {
      var taken = at + .microseconds(Int64(random.exponential(mean: 300)))
      if sleeps, Self.sleep.start <= taken, taken < Self.sleep.end { taken = Self.sleep.end }
      handed.append((max(taken, handed.last?.at ?? .zero), pong))
    }
    guard !machine.isAsleep(at: now) else { return }
    if sleeps, !hasWoken, now >= Self.sleep.end {
      hasWoken = true
      clock.woke(at: reading(at: now))
    }
    while let first = handed.first, first.at <= now {
      handed.removeFirst()
      clock.answered(first.pong, at: reading(at: now))
    }
    if let ping = clock.probe(at: reading(at: now)) {
      up.send(ping, bytes: 64, at: now)
      if now >= Self.young { pingCount += 1 }
    }
  }
}

/// The outcome of one trial; milliseconds and seconds.
struct ClockOutcome: Sendable {
  /// The error beyond the hidden asymmetry, five times a second.
  var excess: [Double] = []
  /// The total error.
  var total: [Double] = []
  /// The hidden asymmetry, which no exchange of timestamps can show.
  var hidden = 0.0
  /// The client's stated error bound.
  var bounds: [Double] = []
  /// How often the error exceeded the bound by a millisecond or more.
  var broken = 0
  /// The largest step between two frames in the steady state, beyond the time that had passed.
  var worstJump = 0.0
  /// The pings sent per minute, after the first.
  var pingsPerMinute = 0.0
  /// Whether a queue was full at the start of the session, or after the sleep.
  let hasCongestedJoin: Bool
  /// Since when it has been accurate, in seconds from the start; nil while it is not.
  private var rightSince: Double?
  /// From when on it was accurate for long enough.
  private(set) var convergedAfter: Double?
  private var lastSeen = 0.0

  init(hasCongestedJoin: Bool) {
    self.hasCongestedJoin = hasCongestedJoin
  }

  /// Time until it was accurate for long enough, or the length of the trial.
  var convergence: Double { convergedAfter ?? rightSince ?? lastSeen }

  mutating func saw(off: Double, at time: ServerTime, from start: ServerTime) {
    lastSeen = Double((time - start).wholeMicroseconds) / 1e6
    guard convergedAfter == nil else { return }
    guard abs(off) <= 10 else {
      rightSince = nil
      return
    }
    let since = rightSince ?? lastSeen
    rightSince = since
    if lastSeen - since >= 5 { convergedAfter = since }
  }

  mutating func missed(at time: ServerTime, from start: ServerTime) {
    lastSeen = Double((time - start).wholeMicroseconds) / 1e6
  }
}
