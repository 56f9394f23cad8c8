// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
package import Game

/// A position in a span of time, with speed and direction.
///
/// A value: its position follows from its last change and the time since then, so nothing ticks. It
/// never leaves its span.
package struct Playhead: Hashable, Sendable {
  /// The speeds to step through, slowest first.
  static let speeds = [0.1, 0.2, 0.5, 1, 2, 5, 10]
  /// The speeds allowed.
  package static let speedRange = 0.1...10.0
  /// One frame at 60 frames a second.
  package static let frame = Duration.microseconds(16_667)

  /// The span of time.
  package let span: ClosedRange<ServerTime>
  /// Whether to continue at the other end after reaching one.
  let loops: Bool
  /// Whether it is paused.
  private var isPaused = false
  /// Match seconds per viewer second.
  package private(set) var speed: Double
  /// Whether time runs backwards.
  package private(set) var isReversed = false
  private var from: ServerTime
  private var since: Duration

  /// A playhead at the beginning of `span`.
  ///
  /// - Parameters:
  ///   - span: the span of time.
  ///   - loops: whether to start again at the end.
  ///   - speed: match seconds per second, clamped to 0.1...10; 1 if it is not a number.
  ///   - now: the current time, when it starts.
  package init(
    _ span: ClosedRange<ServerTime>, loops: Bool = false, speed: Double = 1, at now: Duration
  ) {
    self.span = span
    self.loops = loops
    self.speed = Self.confined(speed)
    from = span.lowerBound
    since = now
  }

  /// The length of the span.
  package var length: Duration { span.upperBound - span.lowerBound }

  /// The position at `now`.
  package func position(at now: Duration) -> ServerTime {
    guard !isPaused, now > since else { return from }
    let passed = Self.microseconds(now - since) * speed
    let offset = Self.microseconds(from - span.lowerBound) + (isReversed ? -passed : passed)
    let whole = Self.microseconds(length)
    guard loops, whole > 0 else { return time(offset) }
    let rest = offset.truncatingRemainder(dividingBy: whole)
    return time(rest < 0 ? rest + whole : rest)
  }

  /// Whether it moves: it is not paused, and has not reached the end.
  package func isRunning(at now: Duration) -> Bool {
    guard !isPaused, length > .zero else { return false }
    return loops || position(at: now) != (isReversed ? span.lowerBound : span.upperBound)
  }

  /// When it reaches `time` if left alone; nil for never, or not before it loops.
  package func arrival(at time: ServerTime, after now: Duration) -> Duration? {
    guard isRunning(at: now) else { return nil }
    let way = isReversed ? position(at: now) - time : time - position(at: now)
    guard way >= .zero, span.contains(time) else { return nil }
    return now + Self.duration((Self.microseconds(way) / speed).rounded(.up))
  }

  // MARK: Controls

  /// Seeks to a time, clamped to the span.
  package mutating func seek(to time: ServerTime, at now: Duration) {
    from = min(max(time, span.lowerBound), span.upperBound)
    since = now
  }

  /// Moves forward, or back if `way` is negative.
  package mutating func skip(by way: Duration, at now: Duration) {
    seek(to: position(at: now) + way, at: now)
  }

  /// Seeks to a fraction of the span, 0...1.
  package mutating func seek(toPart part: Double, at now: Duration) {
    seek(to: time(Self.microseconds(length) * part), at: now)
  }

  /// Pauses.
  package mutating func pause(at now: Duration) {
    seek(to: position(at: now), at: now)
    isPaused = true
  }

  /// Pauses or resumes; at an end it resumes from the other one.
  package mutating func togglePause(at now: Duration) {
    if isRunning(at: now) { return pause(at: now) }
    let end = isReversed ? span.lowerBound : span.upperBound
    let isAtEnd = position(at: now) == end
    seek(
      to: isAtEnd ? (isReversed ? span.upperBound : span.lowerBound) : position(at: now), at: now)
    isPaused = false
  }

  /// Reverses the direction.
  package mutating func reverse(at now: Duration) {
    seek(to: position(at: now), at: now)
    isReversed.toggle()
  }

  /// Sets the speed, clamped to 0.1...10.
  mutating func play(at speed: Double, from now: Duration) {
    seek(to: position(at: now), at: now)
    self.speed = Self.confined(speed)
  }

  /// Selects the next faster speed.
  package mutating func faster(at now: Duration) {
    play(at: Self.speeds.first { $0 > speed } ?? speed, from: now)
  }

  /// Selects the next slower speed.
  package mutating func slower(at now: Duration) {
    play(at: Self.speeds.last { $0 < speed } ?? speed, from: now)
  }

  // MARK: Numbers

  private static func confined(_ speed: Double) -> Double {
    speed.isNaN ? 1 : min(max(speed, speedRange.lowerBound), speedRange.upperBound)
  }

  /// The time `offset` microseconds after the beginning, clamped to the span.
  private func time(_ offset: Double) -> ServerTime {
    min(max(span.lowerBound + Self.duration(offset), span.lowerBound), span.upperBound)
  }

  private static func microseconds(_ duration: Duration) -> Double {
    Double(duration.wholeMicroseconds)
  }

  /// Converts microseconds to a duration within a clock's range; zero if not a number.
  package static func duration(_ microseconds: Double) -> Duration {
    guard !microseconds.isNaN else { return .zero }
    return .microseconds(Int64(min(max(microseconds, -4e18), 4e18)))
  }
}
