// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
public import Game
public import Protocol

/// Keeps a client's estimate of the server's clock: asks when it is time to, believes what it may,
/// and starts over when the machine has slept, a clock has jumped, or the server is another.
///
/// A value like everything that decides: it is told the local time with every input.
public struct ClockSync: Sendable {
  /// A probe without an answer yet.
  private struct Question: Sendable {
    var id: UInt64
    var sentAt: LocalTime
  }

  /// How long after a fresh start what is shown may step: nothing is being watched yet.
  static let settlesWithin = Duration.milliseconds(1500)
  /// A wake-up later than this means that the process or the machine stood still.
  static let longestGap = Duration.seconds(2)
  /// How long the line may be silent after a probe before it counts as gone.
  static let silence = Duration.seconds(6)
  /// By how much the clock may have miscounted a sleep: a chip of its own counts it, coarsely.
  static let sleepDoubt = Duration.seconds(1)
  /// How many probes may be without an answer; older ones are forgotten.
  static let mostQuestions = 64
  /// How much longer than the shortest ever a round trip may be and still count as undisturbed.
  static let clean = Duration.milliseconds(20)

  /// Where the server's time lies; nil before the first exchange.
  public private(set) var estimate: ClockEstimate?
  /// How many times it has started over since the connection opened.
  public private(set) var restarts = 0
  private var schedule: ProbeSchedule
  private var questions: Deque<Question> = []
  private var lastID: UInt64 = 0
  private var lastSeen: LocalTime?
  /// The last answer's nonce and when it came, which go back with the next probe.
  private var echo: (nonce: UInt64, at: LocalTime)?
  private var epoch: UInt64?
  /// The shortest round trip ever seen to this server.
  private var shortest: Duration?
  private var recent: Deque<Duration> = []

  /// Knows nothing yet.
  ///
  /// - Parameter seed: decides by how much the times between probes vary.
  public init(seed: UInt64) {
    schedule = ProbeSchedule(seed: seed)
  }

  /// When the oldest probe without an answer was sent; nil for none.
  public var unansweredSince: LocalTime? { questions.first?.sentAt }

  /// When `probe` is due next; nil while there is no connection.
  public var nextWake: LocalTime? { schedule.due }

  /// A connection has opened: another route, maybe, so the offset is learnt anew.
  public mutating func opened(at now: LocalTime) {
    startOver(at: now, doubt: .zero)
    lastSeen = now
    restarts = 0
    echo = nil
    recent = []
  }

  /// The connection is gone.
  public mutating func closed() {
    schedule.stop()
    questions.removeAll()
    recent = []
    echo = nil
  }

  /// The machine has slept.
  public mutating func woke(at now: LocalTime) {
    guard schedule.due != nil else {
      estimate?.flush(doubt: Self.sleepDoubt)
      return
    }
    startOver(at: now, doubt: Self.sleepDoubt)
  }

  /// The server has named its clock; a new name is a new scale.
  public mutating func welcomed(epoch: UInt64, serverTime: ServerTime, at now: LocalTime) {
    if let former = self.epoch, former != epoch {
      estimate = nil
      shortest = nil
    }
    self.epoch = epoch
    estimate?.addHint(sent: serverTime, at: now)
  }

  /// Takes note of the local time of an input; finds out when time does not pass as it should.
  public mutating func notice(_ now: LocalTime) {
    defer { lastSeen = now }
    if let lastSeen, now < lastSeen {
      estimate?.bridge(from: lastSeen, to: now)
      if schedule.due != nil { startOver(at: now, doubt: Self.sleepDoubt) }
    } else if let due = schedule.due, now - due > Self.longestGap {
      startOver(at: now, doubt: Self.sleepDoubt)
    }
  }

  /// The probe to send now, if one is due.
  public mutating func probe(at now: LocalTime) -> Ping? {
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

  /// Takes in an answer that came at `now`; one to no open question is passed over.
  public mutating func answered(_ pong: Pong, at now: LocalTime) {
    guard let index = questions.firstIndex(where: { $0.id == pong.id }),
      questions[index].sentAt.microseconds == pong.t0
    else { return }
    let sent = questions[index].sentAt
    // Answers come in order: one to an earlier question will not come any more.
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
    take(sample, at: now)
  }

  private mutating func take(_ sample: ClockSample, at now: LocalTime) {
    guard estimate != nil else {
      estimate = ClockEstimate(sample, at: now)
      return
    }
    let began = schedule.burstBegan
    let mayStep = began.map { now - $0 < Self.settlesWithin } ?? false
    guard estimate?.add(sample, at: now, mayStep: mayStep) == false else { return }
    // A clock has jumped. One that does so all the time must not cost a burst each time.
    if let began, now - began > ProbeSchedule.earlyFor {
      restarts += 1
      schedule.begin(at: now)
    }
  }

  /// How good the line is, at a local time.
  public func quality(at now: LocalTime) -> ConnectionQuality {
    let typical = ConnectionQuality.median(Array(recent))
    let waiting = questions.first.map { now - $0.sentAt } ?? .zero
    let isSilent = schedule.due == nil || waiting > Self.silence
    return ConnectionQuality(
      level: ConnectionQuality.level(
        recent: Array(recent), overdue: waiting - (typical ?? .zero), isSilent: isSilent),
      bound: estimate?.bound(at: now), roundTrip: typical)
  }

  /// Whether only congested answers have come of late, or an answer is overdue.
  private func isPressing(at now: LocalTime) -> Bool {
    if let first = questions.first, now - first.sentAt > .milliseconds(1500) { return true }
    guard let best = estimate?.shortestRoundTrip, let shortest else { return true }
    // A minute without a short one, and this line is a longer one.
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
