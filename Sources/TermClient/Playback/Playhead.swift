// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient

/// Where in a stretch of time a viewer is, and how fast and which way it goes on from there.
///
/// A value: its position follows from the moment it was last touched and the time since then, so
/// nothing ticks. It never leaves its span.
struct Playhead: Hashable, Sendable {
  /// The speeds there are to go through, slowest first.
  static let speeds = [0.1, 0.2, 0.5, 1, 2, 5, 10]
  /// The speeds that can be asked for.
  static let speedRange = 0.1...10.0
  /// One frame of sixty a second.
  static let frame = Duration.microseconds(16_667)

  /// The time there is.
  let span: ClosedRange<ServerTime>
  /// Whether its end is followed by its beginning, and the other way round.
  let loops: Bool
  /// Whether it stands still until it is told to go on.
  private(set) var isPaused = false
  /// How many seconds of the match pass in one of the viewer's.
  private(set) var speed: Double
  /// Whether time runs backwards.
  private(set) var isReversed = false
  private var from: ServerTime
  private var since: LocalTime

  /// A playhead at the beginning of `span`.
  ///
  /// - Parameters:
  ///   - span: the time there is.
  ///   - loops: whether to begin again at the end.
  ///   - speed: seconds of the match a second, moved into 0.1...10; 1 if it is not a number.
  ///   - now: the time it starts to run.
  init(_ span: ClosedRange<ServerTime>, loops: Bool = false, speed: Double = 1, at now: LocalTime) {
    self.span = span
    self.loops = loops
    self.speed = Self.confined(speed)
    from = span.lowerBound
    since = now
  }

  /// How long the span is.
  var length: Duration { span.upperBound - span.lowerBound }

  /// Where it is at `now`.
  func position(at now: LocalTime) -> ServerTime {
    guard !isPaused, now > since else { return from }
    let passed = Self.microseconds(now - since) * speed
    let offset = Self.microseconds(from - span.lowerBound) + (isReversed ? -passed : passed)
    let whole = Self.microseconds(length)
    guard loops, whole > 0 else { return time(offset) }
    let rest = offset.truncatingRemainder(dividingBy: whole)
    return time(rest < 0 ? rest + whole : rest)
  }

  /// Whether time passes: it is not paused, and not at the end it goes towards.
  func isRunning(at now: LocalTime) -> Bool {
    guard !isPaused, length > .zero else { return false }
    return loops || position(at: now) != (isReversed ? span.lowerBound : span.upperBound)
  }

  /// When it comes to `time` without being touched; nil if it never does, or not before it turns
  /// round.
  func arrival(at time: ServerTime, after now: LocalTime) -> LocalTime? {
    guard isRunning(at: now) else { return nil }
    let way = isReversed ? position(at: now) - time : time - position(at: now)
    guard way >= .zero, span.contains(time) else { return nil }
    return now + Self.duration((Self.microseconds(way) / speed).rounded(.up))
  }

  // MARK: Touching it

  /// Goes to a time, or to the end nearest to it.
  mutating func seek(to time: ServerTime, at now: LocalTime) {
    from = min(max(time, span.lowerBound), span.upperBound)
    since = now
  }

  /// Goes further or, with less than nothing, back.
  mutating func skip(by way: Duration, at now: LocalTime) {
    seek(to: position(at: now) + way, at: now)
  }

  /// Goes to a part of the span, 0...1.
  mutating func seek(toPart part: Double, at now: LocalTime) {
    seek(to: time(Self.microseconds(length) * part), at: now)
  }

  /// Stands still.
  mutating func pause(at now: LocalTime) {
    seek(to: position(at: now), at: now)
    isPaused = true
  }

  /// Stands still, or goes on: from the other end, where it had come to one.
  mutating func togglePause(at now: LocalTime) {
    if isRunning(at: now) { return pause(at: now) }
    let end = isReversed ? span.lowerBound : span.upperBound
    let isAtEnd = position(at: now) == end
    seek(
      to: isAtEnd ? (isReversed ? span.upperBound : span.lowerBound) : position(at: now), at: now)
    isPaused = false
  }

  /// Turns time round.
  mutating func reverse(at now: LocalTime) {
    seek(to: position(at: now), at: now)
    isReversed.toggle()
  }

  /// Plays at a speed, moved into 0.1...10.
  mutating func play(at speed: Double, from now: LocalTime) {
    seek(to: position(at: now), at: now)
    self.speed = Self.confined(speed)
  }

  /// Plays at the next faster speed there is.
  mutating func faster(at now: LocalTime) {
    play(at: Self.speeds.first { $0 > speed } ?? speed, from: now)
  }

  /// Plays at the next slower speed there is.
  mutating func slower(at now: LocalTime) {
    play(at: Self.speeds.last { $0 < speed } ?? speed, from: now)
  }

  // MARK: Numbers

  private static func confined(_ speed: Double) -> Double {
    speed.isNaN ? 1 : min(max(speed, speedRange.lowerBound), speedRange.upperBound)
  }

  /// The time so many microseconds after the beginning, within the span.
  private func time(_ offset: Double) -> ServerTime {
    min(max(span.lowerBound + Self.duration(offset), span.lowerBound), span.upperBound)
  }

  private static func microseconds(_ duration: Duration) -> Double {
    Double(duration.wholeMicroseconds)
  }

  /// So many microseconds, within what a clock can hold; none for what is not a number.
  static func duration(_ microseconds: Double) -> Duration {
    guard !microseconds.isNaN else { return .zero }
    return .microseconds(Int64(min(max(microseconds, -4e18), 4e18)))
  }
}
