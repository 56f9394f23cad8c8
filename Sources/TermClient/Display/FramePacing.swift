// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchClient

/// When the next frame may go to a terminal: a value that is handed times and never asks for one.
///
/// Each frame ends with a question. While two are unanswered no further one is sent, so that on a
/// slow link frames merge instead of queueing and a key is seen soon. How long answers take says how
/// often frames are worth sending, and how long they may be. A terminal that never answers gets
/// thirty frames a second, as far as the system takes their bytes.
struct FramePacing: Sendable {
  /// Why a frame is wanted.
  enum Need: Hashable, Sendable {
    /// Something has happened, or a person did something.
    case change
    /// Something moves on.
    case motion
  }

  /// How often a link bears frames.
  enum Rung: Int, Hashable, Sendable, CaseIterable {
    case sixty = 60
    case thirty = 30
    case fifteen = 15

    /// From one frame to the next.
    var interval: Duration { .microseconds(1_000_000 / rawValue) }
  }

  /// Whether status queries are answered.
  private enum Answering: Hashable, Sendable {
    case unknown(until: LocalTime)
    case yes
    case no
  }

  /// The frames that may be unanswered.
  static let window = 2
  /// How long the first answer is waited for.
  static let firstTimeout = Duration.milliseconds(250)
  /// An answer that takes longer is taken for lost.
  static let timeout = Duration.seconds(2)
  /// How long answers have to come fast before frames come faster.
  static let calm = Duration.seconds(1)
  /// Without attention nothing has to move smoothly.
  static let unfocusedInterval = Duration.milliseconds(100)
  /// A frame that is so long under way keeps what comes after it waiting too long.
  private static let longDelay = Duration.milliseconds(60)
  /// How long a frame should be under way then.
  private static let rightDelay = Duration.milliseconds(25)
  /// The fewest bytes a frame may be limited to.
  static let leastLimit = 2048
  /// A link that bears frames of so much needs no limit.
  private static let mostLimit = 1 << 16

  private struct Flight: Sendable {
    var at: LocalTime
    var bytes: Int
  }

  /// How often a person wants the screen to change at most.
  var rate: FrameRate
  /// Whether someone looks at the window.
  var isFocused = true
  /// How often the link bears frames.
  private(set) var rung = Rung.sixty
  /// How long answers took lately; nil if none came.
  private(set) var roundTrip: Duration?
  /// How long the last answer took; nil if none came to a frame.
  private(set) var latest: Duration?
  /// How many bytes a frame should have at most.
  private(set) var limit = Int.max

  private var answering = Answering.no
  private var flights: [Flight] = []
  private var last: LocalTime?
  /// The shortest answer, which is what the way alone takes.
  private var shortest: Duration?
  /// Since when answers have been fast enough for the next rung.
  private var calmSince: LocalTime?

  /// A pacing that keeps to what a person wants.
  init(_ rate: FrameRate) {
    self.rate = rate
  }

  /// How finely colours are told apart while things move.
  var finish: FrameDiffer.Finish { rung == .sixty && limit == .max ? .full : .coarse }

  /// Whether the next frame should end with a question.
  var asks: Bool { answering != .no }

  /// How many frames are on their way.
  var unanswered: Int { flights.count }

  // MARK: What happens

  /// The first question was asked, before any frame.
  mutating func begin(at now: LocalTime) {
    answering = .unknown(until: now + Self.firstTimeout)
    flights = []
  }

  /// A frame was sent, with a question at its end if `asks`.
  mutating func sent(_ bytes: Int, at now: LocalTime) {
    last = now
    guard asks else { return }
    if flights.count >= Self.window { flights.removeFirst() }
    flights.append(Flight(at: now, bytes: bytes))
  }

  /// An answer came.
  mutating func answered(at now: LocalTime) {
    latest = nil
    guard answering == .yes else {
      // It may belong to any question so far.
      answering = .yes
      flights = []
      return
    }
    guard !flights.isEmpty else { return }
    let flight = flights.removeFirst()
    let taken = now - flight.at
    latest = taken
    shortest = min(shortest ?? taken, taken)
    let average = roundTrip.map { $0 + (taken - $0) / 4 } ?? taken
    roundTrip = average
    climb(average, at: now)
    fit(flight, taken)
  }

  /// The terminal was somebody else's meanwhile: what was under way is lost.
  mutating func forget() {
    flights = []
  }

  /// Time has passed.
  mutating func advance(to now: LocalTime) {
    switch answering {
    case .unknown(let until) where until <= now:
      answering = .no
      flights = []
    case .yes:
      if let first = flights.first, first.at + Self.timeout <= now { flights.removeFirst() }
    default: break
    }
  }

  // MARK: What follows

  /// The earliest time for the next frame, unless an answer comes before.
  func nextFrame(_ need: Need) -> LocalTime {
    var earliest = last.map { $0 + interval(need) } ?? LocalTime(microseconds: .min)
    guard flights.count >= Self.window, let first = flights.first else { return earliest }
    switch answering {
    case .unknown(let until): earliest = max(earliest, until)
    case .yes: earliest = max(earliest, first.at + Self.timeout)
    case .no: break
    }
    return earliest
  }

  private func interval(_ need: Need) -> Duration {
    var interval = (rate == .low ? Rung.fifteen : .sixty).interval
    if answering == .no { interval = max(interval, Rung.thirty.interval) }
    guard need == .motion else { return interval }
    interval = max(interval, rung.interval)
    return isFocused ? interval : max(interval, Self.unfocusedInterval)
  }

  /// Goes down at once and up after a while, so as not to swing.
  private mutating func climb(_ average: Duration, at now: LocalTime) {
    // With two under way a rung is kept while an answer takes no longer than two of its frames.
    switch rung {
    case .sixty where average > Rung.sixty.interval * 2: rung = .thirty
    case .thirty where average > Rung.thirty.interval * 2: rung = .fifteen
    case .thirty where average < Rung.sixty.interval: return rise(to: .sixty, at: now)
    case .fifteen where average < Rung.thirty.interval: return rise(to: .thirty, at: now)
    default: break
    }
    calmSince = nil
  }

  private mutating func rise(to better: Rung, at now: LocalTime) {
    guard let calmSince else {
      self.calmSince = now
      return
    }
    guard now - calmSince >= Self.calm else { return }
    rung = better
    self.calmSince = nil
  }

  /// Frames get shorter while theirs is a long way, and longer when it is not.
  private mutating func fit(_ flight: Flight, _ taken: Duration) {
    let delay = taken - (shortest ?? .zero)
    if delay > (limit == .max ? Self.longDelay : Self.rightDelay) {
      let part = max(Self.rightDelay / delay, 0.25)
      limit = max(Self.leastLimit, Int(Double(min(limit, flight.bytes)) * part))
    } else if limit != .max, delay < Self.rightDelay / 2, flight.bytes >= limit / 2 {
      limit = limit > Self.mostLimit ? .max : limit + limit / 4
    }
  }
}
