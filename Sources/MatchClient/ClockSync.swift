// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Protocol

/// Keeps the estimate of the server's clock: schedules probes, accepts valid answers, and starts
/// over after sleep, a clock jump, or a change of server.
///
/// A pure value: it receives the local time with every input.
package struct ClockSync: Sendable {
  /// An unanswered probe.
  private struct Question: Sendable {
    var id: UInt64
    var sentAt: LocalTime
  }

  /// How long after a fresh start the shown time may step: nothing is being watched yet.
  static let settlesWithin = Duration.milliseconds(1500)
  /// A timer later than this means that the process or machine was suspended.
  static let longestGap = Duration.seconds(2)
  /// The timeout after a probe, when a silent connection counts as lost.
  static let silence = Duration.seconds(6)
  /// How far the clock may have miscounted a sleep, which a coarser hardware clock measures.
  static let sleepDoubt = Duration.seconds(1)
  /// The maximum number of unanswered probes remembered.
  static let mostQuestions = 64
  /// How much a round trip may exceed the shortest one and still count as uncongested.
  static let clean = Duration.milliseconds(20)
  /// How much the error bound may grow between two of a spectator's probes, in microseconds.
  static let allowance = 500.0
  /// A correction of the shown time up to which the estimate counts as steady.
  static let steady = Duration.milliseconds(2)

  /// The estimate; nil before the first exchange.
  package private(set) var estimate: ClockEstimate?
  /// The number of restarts since the connection opened.
  package private(set) var restarts = 0
  /// How often it probes in the long run.
  package private(set) var pace = ProbePace.player
  private var schedule: ProbeSchedule
  private var questions: [Question] = []
  private var lastID: UInt64 = 0
  private var lastSeen: LocalTime?
  /// The last answer's nonce and arrival, echoed by the next probe.
  private var echo: (nonce: UInt64, at: LocalTime)?
  private var epoch: UInt64?
  /// The shortest round trip ever to this server.
  private var shortest: Duration?
  private var recent: [Duration] = []

  /// No estimate yet.
  ///
  /// - Parameter seed: seeds the jitter of the probes.
  package init(seed: UInt64) {
    schedule = ProbeSchedule(seed: seed)
  }

  /// When the oldest unanswered probe was sent, or nil.
  package var unansweredSince: LocalTime? { questions.first?.sentAt }

  /// When `probe` is due next; nil without a connection.
  package var nextWake: LocalTime? { schedule.due }

  /// The measurements of another server, of which nothing is known yet.
  func ofAnotherServer() -> ClockSync {
    var other = self
    other.closed()
    other.estimate = nil
    other.shortest = nil
    other.epoch = nil
    return other
  }

  /// A connection has opened, possibly over another route: the offset is measured anew.
  package mutating func opened(at now: LocalTime) {
    startOver(at: now, doubt: .zero)
    lastSeen = now
    restarts = 0
    echo = nil
    recent = []
  }

  /// The connection was lost or closed.
  package mutating func closed() {
    schedule.stop()
    questions.removeAll()
    recent = []
    echo = nil
  }

  /// The machine has slept.
  package mutating func woke(at now: LocalTime) {
    guard schedule.due != nil else {
      estimate?.flush(doubt: Self.sleepDoubt)
      return
    }
    startOver(at: now, doubt: Self.sleepDoubt)
  }

  /// The server has named its clock's epoch; a new epoch voids the estimate.
  package mutating func welcomed(epoch: UInt64, serverTime: ServerTime, at now: LocalTime) {
    if let former = self.epoch, former != epoch {
      estimate = nil
      shortest = nil
    }
    self.epoch = epoch
    estimate?.addHint(sent: serverTime, at: now)
  }

  /// Checks the local time of an input for jumps and suspensions.
  package mutating func notice(_ now: LocalTime) {
    defer { lastSeen = now }
    if let lastSeen, now < lastSeen {
      estimate?.bridge(from: lastSeen, to: now)
      if schedule.due != nil { startOver(at: now, doubt: Self.sleepDoubt) }
    } else if let due = schedule.due, now - due > Self.longestGap {
      startOver(at: now, doubt: Self.sleepDoubt)
    }
  }

  /// Adopts the pace of a role; one that is about to play is probed for at once.
  package mutating func keep(_ pace: ProbePace, at now: LocalTime) {
    guard pace != self.pace else { return }
    self.pace = pace
    if pace == .player { schedule.hurry(at: now) }
  }

  /// Makes a probe due at `time`, unless one is due earlier or there is no connection.
  mutating func probe(by time: LocalTime) { schedule.advance(to: time) }

  /// The probe to send now, if one is due.
  package mutating func probe(at now: LocalTime) -> Ping? {
    guard let due = schedule.due, due <= now else { return nil }
    lastID += 1
    if questions.count == Self.mostQuestions { questions.removeFirst() }
    questions.append(Question(id: lastID, sentAt: now))
    schedule.sent(at: now, isPressing: isPressing(at: now))
    let held = echo.map {
      Ping.Echo(nonce: $0.nonce, held: min(max(now - $0.at, .zero), .seconds(3600)))
    }
    return Ping(id: lastID, t0: now.microseconds, echo: held)
  }

  /// Handles an answer received at `now`; ignores answers to no open question.
  package mutating func answered(_ pong: Pong, at now: LocalTime) {
    guard let index = questions.firstIndex(where: { $0.id == pong.id }),
      questions[index].sentAt.microseconds == pong.t0
    else { return }
    let sent = questions[index].sentAt
    // Answers arrive in order: earlier questions will not be answered any more.
    questions.removeFirst(index + 1)
    echo = (pong.nonce, now)
    guard
      let sample = ClockSample(
        sent: sent, serverReceived: pong.t1, serverSent: pong.t2, received: now)
    else { return }
    let roundTrip = Duration.microseconds(Int64(saturating: max(sample.roundTrip, 0)))
    shortest = min(shortest ?? roundTrip, roundTrip)
    if recent.count == ProbeSchedule.burst { recent.removeFirst() }
    recent.append(roundTrip)
    let usual = estimate?.shortestRoundTrip
    take(sample, at: now)
    if let wait = restingInterval(after: roundTrip, usual: usual, at: now) {
      schedule.postpone(to: wait, after: sent, at: now)
    }
  }

  /// How long a spectator's estimate stays good after an answer with this round trip, when the
  /// shortest was `usual`; nil for a player's, and for one that the answer has shown to be less
  /// good than it seemed.
  private func restingInterval(
    after roundTrip: Duration, usual: Duration?, at now: LocalTime
  ) -> Duration? {
    guard pace == .spectator, let usual, let estimate, !isPressing(at: now) else { return nil }
    let change = max(roundTrip - usual, usual - roundTrip)
    let correction = estimate.timeline.difference(at: now)
    guard change <= Self.clean + usual / 8, max(correction, .zero - correction) <= Self.steady
    else { return nil }
    return .microseconds(
      Int64(saturating: Self.allowance / (ClockSamples.wander + estimate.skew.deviation)))
  }

  private mutating func take(_ sample: ClockSample, at now: LocalTime) {
    guard estimate != nil else {
      estimate = ClockEstimate(sample, at: now)
      return
    }
    let began = schedule.burstBegan
    let mayStep = began.map { now - $0 < Self.settlesWithin } ?? false
    guard estimate?.add(sample, at: now, mayStep: mayStep) == false else { return }
    // A clock has jumped. One that keeps jumping must not cause a burst each time.
    if let began, now - began > ProbeSchedule.earlyFor {
      restarts += 1
      schedule.begin(at: now)
    }
  }

  /// The connection's quality at a local time.
  package func quality(at now: LocalTime) -> ConnectionQuality {
    let typical = ConnectionQuality.median(recent)
    let waiting = questions.first.map { now - $0.sentAt } ?? .zero
    let isSilent = schedule.due == nil || waiting > Self.silence
    return ConnectionQuality(
      level: ConnectionQuality.level(
        recent: recent, overdue: waiting - (typical ?? .zero), isSilent: isSilent),
      roundTrip: typical)
  }

  /// Whether all recent answers were congested, or one is overdue.
  private func isPressing(at now: LocalTime) -> Bool {
    if let first = questions.first, now - first.sentAt > .milliseconds(1500) { return true }
    guard let best = estimate?.shortestRoundTrip, let shortest else { return true }
    // After a minute without a short round trip, the route has become longer.
    guard let began = schedule.burstBegan, now - began < .seconds(60) else { return false }
    return best > shortest + Self.clean
  }

  private mutating func startOver(at now: LocalTime, doubt: Duration) {
    estimate?.flush(doubt: doubt)
    questions.removeAll()
    schedule.begin(at: now)
    restarts += 1
  }
}
