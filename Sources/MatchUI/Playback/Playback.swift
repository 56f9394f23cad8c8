// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells
package import Game

/// The controls of playback as a value: what keys do to a playhead over a timeline's events, and
/// where it is in words.
package struct Playback: Hashable, Sendable {
  /// What a key asks of the program.
  package enum Outcome: Hashable, Sendable {
    /// Quit.
    case quit
    /// Go back.
    case back
    /// Play the next or the previous timeline.
    case next, previous
  }

  /// The current position.
  package private(set) var playhead: Playhead
  /// Whether the help is open.
  package private(set) var isHelpShown = false
  /// Whether cards show how recently they were shown.
  package private(set) var isHeatMap = false
  /// The meaning of a heat map.
  package static let heatMapLegend =
    "Heat map: marked cards were shown before, the brighter ones more recently."
  /// The events, in order of time.
  package let marks: [TimelineMark]
  /// Whether there is a next and a previous timeline.
  package let hasNeighbours: Bool

  /// Plays a span from its beginning.
  ///
  /// - Parameters:
  ///   - span: the span of time.
  ///   - marks: the events, in order of time.
  ///   - loops: whether to start again at the end.
  ///   - speed: match seconds per second.
  ///   - hasNeighbours: whether there is a next and a previous timeline.
  ///   - now: the current time, when it starts.
  package init(
    _ span: ClosedRange<ServerTime>, _ marks: [TimelineMark], loops: Bool = false,
    speed: Double = 1, hasNeighbours: Bool = false, at now: Duration
  ) {
    playhead = Playhead(span, loops: loops, speed: speed, at: now)
    self.marks = marks
    self.hasNeighbours = hasNeighbours
  }

  /// Seeks to a time, clamped to the span.
  package mutating func seek(to time: ServerTime, at now: Duration) {
    playhead.seek(to: time, at: now)
  }

  /// Seeks to a fraction of the span, 0...1.
  package mutating func seek(toPart part: Double, at now: Duration) {
    playhead.seek(toPart: part, at: now)
  }

  // MARK: Keys

  /// Handles a key.
  ///
  /// - Returns: what is left for the program to do.
  package mutating func take(_ key: Key, at now: Duration) -> Outcome? {
    switch key {
    case .character("?"): isHelpShown.toggle()
    case .character("h"): isHeatMap.toggle()
    case .character("q"), .control("c"): return .quit
    case .escape where isHelpShown: isHelpShown = false
    case .escape, .backspace: return .back
    case .character("n"), .tab: return hasNeighbours ? .next : nil
    case .character("p"), .backTab: return hasNeighbours ? .previous : nil
    default: control(key, at: now)
    }
    return nil
  }

  private mutating func control(_ key: Key, at now: Duration) {
    switch key {
    case .character(" "), .enter: playhead.togglePause(at: now)
    case .left: playhead.skip(by: .seconds(-1), at: now)
    case .right: playhead.skip(by: .seconds(1), at: now)
    case .pageUp: playhead.skip(by: .seconds(-10), at: now)
    case .pageDown: playhead.skip(by: .seconds(10), at: now)
    case .home: playhead.seek(to: playhead.span.lowerBound, at: now)
    case .end: playhead.seek(to: playhead.span.upperBound, at: now)
    case .up, .character("+"), .character("="): playhead.faster(at: now)
    case .down, .character("-"): playhead.slower(at: now)
    case .character("r"): playhead.reverse(at: now)
    case .character("."): step(by: Playhead.frame, at: now)
    case .character(","): step(by: .zero - Playhead.frame, at: now)
    case .character("]"): step(to: .plus, at: now)
    case .character("["): step(to: .minus, at: now)
    case .character(let character):
      guard character.isASCII, let digit = character.wholeNumberValue else { return }
      playhead.seek(toPart: Double(digit) / 10, at: now)
    default: break
    }
  }

  /// Pauses and moves by a step.
  private mutating func step(by way: Duration, at now: Duration) {
    playhead.pause(at: now)
    playhead.skip(by: way, at: now)
  }

  /// Pauses at the next or previous mark.
  private mutating func step(to direction: FloatingPointSign, at now: Duration) {
    playhead.pause(at: now)
    let span = playhead.span
    let end = direction == .plus ? span.upperBound : span.lowerBound
    let mark = marks.next(direction, from: playhead.position(at: now), in: span)
    playhead.seek(to: mark ?? end, at: now)
  }

  // MARK: Words

  /// The rows of the help: the keys that playback has everywhere, those of a client, and at the end what
  /// the marks of the timeline mean.
  package func help(adding keys: [MatchDialog.Row]) -> [MatchDialog.Row] {
    var rows = [
      ("space", "pause or resume"),
      ("← →", "1 second back or forward"),
      ("PgUp PgDn", "10 seconds back or forward"),
      (", .", "1 frame back or forward"),
      ("[ ]", "previous or next event"),
      ("- +", "slower or faster: 0.1 to 10 times"),
      ("r", "play backwards or forwards"),
      ("h", "heat map of the cards shown so far"),
      ("0 ... 9", "jump to 0 % ... 90 %"),
      ("Home End", "jump to the beginning or the end"),
      ("mouse", "click the timeline to jump there"),
    ]
    if hasNeighbours { rows.append(("n p", "next or previous demo")) }
    let marks = MatchDialog.Row(keys: "? ♦ ★ ■", meaning: "missed pair, pair, new leader, end")
    return rows.map { MatchDialog.Row(keys: $0.0, meaning: $0.1) } + keys + [marks]
  }

  /// Position, length and speed, such as `▶ 0:05 / 1:10  ×1`.
  package func state(at now: Duration) -> String {
    let isRunning = playhead.isRunning(at: now)
    let sign = isRunning ? (playhead.isReversed ? "◀" : "▶") : "‖"
    return "\(sign) \(clock(at: now))  ×\(speed)"
  }

  /// Position and length, such as `0:05 / 1:10`; both are exact while it does not run.
  package func clock(at now: Duration) -> String {
    let offset = playhead.position(at: now) - playhead.span.lowerBound
    let isExact = !playhead.isRunning(at: now)
    return Self.clock(offset, exact: isExact) + " / "
      + Self.clock(playhead.length, exact: isExact)
  }

  /// `1:05`, or `1:05.25` where it is exact.
  package static func clock(_ duration: Duration, exact: Bool) -> String {
    let hundredths = max(duration.wholeMilliseconds, 0) / 10
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let seconds = hundredths / 100
    let hours = seconds / 3600
    let minutes = seconds / 60 % 60
    let text = hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)"
    return "\(text):\(two(seconds % 60))" + (exact ? ".\(two(hundredths % 100))" : "")
  }

  /// The speed, such as `0.5`.
  package var speed: String {
    let speed = playhead.speed
    return speed == speed.rounded() ? "\(Int(speed))" : "\((speed * 100).rounded() / 100)"
  }
}
