// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Decides when the next frame may be sent to a terminal.
///
/// A value that reads no clock: callers pass in the time.
///
/// Each frame ends with a status query. While two are unanswered no further frame is sent, so that
/// on a slow connection frames merge instead of queueing and keys echo soon. The response times
/// determine the frame rate and the frame size limit. Where frames are limited, motion leaves the
/// second place to keys: its next frame is sent just before the connection is idle. A terminal that
/// never answers gets thirty frames a second, as long as the system accepts their bytes.
struct FramePacing: Sendable {
  /// Why a frame is due.
  enum Need: Hashable, Sendable {
    /// Something has changed, or the user did something.
    case change
    /// The last frame exceeded the size limit.
    case rest
    /// Something moves.
    case motion
  }

  /// The frame rates, for different connections.
  enum Rung: Int, Hashable, Sendable, CaseIterable {
    case sixty = 60
    case thirty = 30
    case fifteen = 15

    /// The interval between frames.
    var interval: Duration { .microseconds(1_000_000 / rawValue) }
  }

  /// Whether the terminal answers status queries.
  private enum Answering: Hashable, Sendable {
    case unknown(until: DisplayTime)
    case yes
    case no
  }

  /// The maximum number of unanswered frames.
  static let window = 2
  /// The timeout of the first answer.
  static let firstTimeout = Duration.milliseconds(250)
  /// The timeout after which an answer counts as lost.
  static let timeout = Duration.seconds(2)
  /// The time for which answers must be fast before the frame rate rises.
  static let calm = Duration.seconds(1)
  /// The frame interval of an unfocused window.
  static let unfocusedInterval = Duration.milliseconds(100)
  /// Frames whose transfer takes longer than this must become shorter.
  private static let longDelay = Duration.milliseconds(60)
  /// The transfer time to aim for.
  private static let rightDelay = Duration.milliseconds(25)
  /// Where frames of this size follow each other, thirty a second are enough: so many cells change
  /// that a terminal takes longer to draw them than to read them.
  static let heavyFrame = 1 << 15
  /// Answers that take longer on average come over a slow connection.
  private static let slowAnswer = Duration.milliseconds(150)
  /// The lowest size limit of a frame in bytes.
  static let leastLimit = 2048
  /// How long before the connection is idle the next frame is sent, for the time it takes to draw.
  private static let lead = Duration.milliseconds(4)
  /// A connection that can transfer frames of this size needs no limit.
  private static let mostLimit = 1 << 16

  private struct Flight: Sendable {
    var at: DisplayTime
    var bytes: Int
    /// Whether it had the pixels of a picture.
    var hasPixels: Bool
    /// Whether no other frame was under way.
    var isAlone: Bool
    /// Whether the query before the frame waits for its answer.
    var awaitsStart: Bool
    /// When the terminal answered the query before the frame; nil without one.
    var startedAt: DisplayTime?
  }

  /// The user's maximum frame rate.
  var rate: FrameRate
  /// Whether the window has the focus.
  var isFocused = true
  /// The current frame rate.
  private(set) var rung = Rung.sixty
  /// The smoothed response time; nil without an answer.
  private(set) var roundTrip: Duration?
  /// The last response time; nil without an answer to a frame.
  private(set) var latest: Duration?
  /// The current size limit of a frame in bytes.
  private(set) var limit = Int.max

  private var answering = Answering.no
  private var flights: [Flight] = []
  private var last: DisplayTime?
  /// The response time of an idle connection; nil until measured.
  private var latency: Duration?
  /// The smoothed transfer time of a byte, in seconds; nil until measured.
  private var secondsPerByte: Double?
  /// Since when the first frame under way has been transferred, as far as answers tell.
  private var reachedAt = DisplayTime.zero
  /// Whether the last frame was heavy.
  private var isHeavy = false
  /// Since when answers have been fast enough for a higher frame rate.
  private var calmSince: DisplayTime?

  /// A pacing with the user's maximum frame rate.
  init(_ rate: FrameRate) {
    self.rate = rate
  }

  /// The colour precision while things move.
  var finish: FrameDiffer.Finish { rung == .sixty && limit == .max ? .full : .coarse }

  /// Whether the connection was measured to be too slow for motion that nobody has asked for.
  ///
  /// Where frames queue, because the terminal takes long to read or to draw them, answers are late.
  var isSlow: Bool { (roundTrip ?? .zero) > Self.slowAnswer }

  /// Whether the next frame should end with a status query.
  var asks: Bool { answering != .no }

  /// Whether a frame of so many bytes should begin with a status query, too.
  ///
  /// The time between the two answers is the frame's own: on a slow connection that of its transfer,
  /// but next to nothing on a terminal that is late for other reasons. There a shorter frame would not
  /// come sooner, and half of it would be seen beside half of the last one.
  func asksBefore(_ bytes: Int) -> Bool { answering == .yes && bytes >= Self.leastLimit / 2 }

  /// The number of unanswered frames.
  var unanswered: Int { flights.count }

  // MARK: Events

  /// Records the first query, before any frame.
  mutating func begin(at now: DisplayTime) {
    answering = .unknown(until: now + Self.firstTimeout)
    flights = []
  }

  /// Records a sent frame, with a query at its end if `asks`, and before it if `asksBefore`.
  mutating func sent(_ bytes: Int, hasPixels: Bool = false, at now: DisplayTime) {
    last = now
    isHeavy = bytes >= Self.heavyFrame
    guard asks else { return }
    if flights.count >= Self.window { flights.removeFirst() }
    if flights.isEmpty { reachedAt = now + (latency ?? .zero) }
    flights.append(
      Flight(
        at: now, bytes: bytes, hasPixels: hasPixels, isAlone: flights.isEmpty,
        awaitsStart: asksBefore(bytes)))
  }

  /// Records an answer.
  mutating func answered(at now: DisplayTime) {
    latest = nil
    guard answering == .yes else {
      // It may belong to any query so far.
      answering = .yes
      flights = []
      return
    }
    guard !flights.isEmpty else { return }
    reachedAt = now
    if flights[0].awaitsStart {
      (flights[0].awaitsStart, flights[0].startedAt) = (false, now)
      return
    }
    let flight = flights.removeFirst()
    if flight.isAlone { latency = (flight.startedAt ?? now) - flight.at }
    let taken = now - flight.at
    latest = taken
    let average = roundTrip.map { $0 + (taken - $0) / 4 } ?? taken
    roundTrip = average
    climb(average, at: now)
    guard let startedAt = flight.startedAt else { return }
    let (delay, bytes) = (now - startedAt, Double(flight.bytes))
    if flight.hasPixels, let secondsPerByte {
      // Drawing a picture takes a terminal longer than receiving it, and a limit shortens only the latter.
      return fit(flight, min(delay, .seconds(secondsPerByte * bytes)))
    }
    let measured = delay / .seconds(1) / bytes
    secondsPerByte = secondsPerByte.map { $0 + (measured - $0) / 4 } ?? measured
    fit(flight, delay)
  }

  /// Drops all unanswered frames: another program had the terminal meanwhile.
  mutating func forget() {
    flights = []
  }

  /// Expires overdue answers.
  mutating func advance(to now: DisplayTime) {
    switch answering {
    case .unknown(let until) where until <= now:
      answering = .no
      flights = []
    case .yes:
      if let first = flights.first, first.at + Self.timeout <= now { flights.removeFirst() }
    default: break
    }
  }

  // MARK: Decisions

  /// The earliest time for the next frame, unless an answer arrives before.
  func nextFrame(_ need: Need) -> DisplayTime {
    var earliest = last.map { $0 + interval(need) } ?? .zero
    if need != .change, let idleAt { earliest = max(earliest, idleAt - Self.lead) }
    guard flights.count >= Self.window, let first = flights.first else { return earliest }
    switch answering {
    case .unknown(let until): earliest = max(earliest, until)
    case .yes: earliest = max(earliest, first.at + Self.timeout)
    case .no: break
    }
    return earliest
  }

  /// When a frame must be sent for the connection not to be idle; nil if frames are not limited.
  private var idleAt: DisplayTime? {
    guard answering == .yes, limit != .max, let latency, let secondsPerByte else { return nil }
    let bytes = flights.reduce(0) { $0 + $1.bytes }
    return reachedAt + .seconds(secondsPerByte * Double(bytes)) - latency
  }

  /// The shortest time between two frames.
  func interval(_ need: Need) -> Duration {
    var interval = (rate == .low ? Rung.fifteen : .sixty).interval
    if answering == .no { interval = max(interval, Rung.thirty.interval) }
    guard need == .motion else { return interval }
    interval = max(interval, rung.interval)
    if isHeavy { interval = max(interval, Rung.thirty.interval) }
    return isFocused ? interval : max(interval, Self.unfocusedInterval)
  }

  /// Lowers the frame rate at once and raises it after a while, to avoid oscillation.
  private mutating func climb(_ average: Duration, at now: DisplayTime) {
    // With two frames under way a rate is sustainable while answers take at most two frame
    // intervals.
    switch rung {
    case .sixty where average > Rung.sixty.interval * 2: rung = .thirty
    case .thirty where average > Rung.thirty.interval * 2: rung = .fifteen
    case .thirty where average < Rung.sixty.interval: return rise(to: .sixty, at: now)
    case .fifteen where average < Rung.thirty.interval: return rise(to: .thirty, at: now)
    default: break
    }
    calmSince = nil
  }

  private mutating func rise(to better: Rung, at now: DisplayTime) {
    guard let calmSince else {
      self.calmSince = now
      return
    }
    guard now - calmSince >= Self.calm else { return }
    rung = better
    self.calmSince = nil
  }

  /// Adapts the size limit to the transfer time.
  private mutating func fit(_ flight: Flight, _ delay: Duration) {
    if delay > (limit == .max ? Self.longDelay : Self.rightDelay) {
      let part = max(Self.rightDelay / delay, 0.25)
      limit = max(Self.leastLimit, Int(Double(min(limit, flight.bytes)) * part))
    } else if limit != .max, delay < Self.rightDelay / 2, flight.bytes >= limit / 2 {
      limit = limit > Self.mostLimit ? .max : limit + limit / 4
    }
  }
}
