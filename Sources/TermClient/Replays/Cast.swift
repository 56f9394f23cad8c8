// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Stage

/// A timeline as an asciinema cast, version 2: a line with the terminal's size, then one for each frame,
/// `[seconds, "o", "what the terminal is sent"]`.
///
/// The frames are those that a playback draws, by the same differ: each holds only what differs from
/// the one before.
struct Cast {
  /// Frames a second of the cast, while something moves.
  static let framesPerSecond = 25
  /// Where nothing happens for longer than this, the cast goes on with what comes next.
  static let longestPause = Duration.seconds(2)
  /// The longest cast; any file at all comes to an end.
  static let longest = Duration.seconds(2 * 3600)

  private var picture: TimelineRenderer
  private let renderStyle: RenderStyle
  private let size: WindowSize
  private let speed: Double
  private var differ: FrameDiffer

  /// A cast of a timeline.
  ///
  /// - Parameters:
  ///   - timeline: what is shown.
  ///   - renderStyle: how.
  ///   - size: in a terminal of this size.
  ///   - speed: seconds of the timeline a second.
  init(_ timeline: Timeline, _ renderStyle: RenderStyle, in size: WindowSize, speed: Double) {
    picture = TimelineRenderer(timeline)
    self.renderStyle = renderStyle
    self.size = size
    self.speed = speed
    differ = FrameDiffer(depth: renderStyle.depth)
  }

  /// Gives the lines of the cast, one after the other.
  ///
  /// - Parameters:
  ///   - title: what players of casts call it.
  ///   - put: takes a line, without its end.
  /// - Returns: whether it shows all there is; false if that is too long.
  mutating func write(title: String, _ put: (String) -> Void) -> Bool {
    put(header(title))
    let span = picture.timeline.span
    var time = span.lowerBound
    var clock = Duration.zero
    var restsSince = Duration.zero
    put(frame(at: clock, "\u{1b}[?25l\u{1b}[2J"))
    while clock < Self.longest {
      let scene = picture.timeline.scene(at: time, renderStyle.decoration)
      let message = picture.timeline.sentence(at: time) ?? ""
      let isMoving = scene.motion != .still
      differ.paint(
        picture.draw(scene, at: time, message: message, renderStyle, in: size),
        isMoving ? .coarse : .full)
      if !differ.bytes.isEmpty {
        put(frame(at: clock, String(decoding: differ.bytes, as: UTF8.self)))
      }
      guard time < span.upperBound else { break }
      if isMoving { restsSince = clock }
      var way = Self.step * speed
      if !isMoving, clock - restsSince >= Self.longestPause {
        // So much before the next event that nothing of it is missed.
        let next = picture.timeline.mark(.plus, from: time) ?? span.upperBound
        way = max(way, next - time - Self.step * speed)
        restsSince = clock
      }
      time = min(time + way, span.upperBound)
      clock += Self.step
    }
    put(frame(at: clock, "\u{1b}[0m\u{1b}[\(size.rows);1H\u{1b}[?25h"))
    return clock < Self.longest
  }

  private static let step = Duration.seconds(1) / framesPerSecond

  private func header(_ title: String) -> String {
    JSONText.object([
      ("version", "2"), ("width", "\(size.columns)"), ("height", "\(size.rows)"),
      ("title", JSONText.string(title)),
      ("env", JSONText.object([("TERM", JSONText.string("xterm-256color"))])),
    ])
  }

  private func frame(at clock: Duration, _ bytes: String) -> String {
    JSONText.array([
      JSONText.number(Double(clock.wholeMicroseconds) / 1e6), JSONText.string("o"),
      JSONText.string(bytes),
    ])
  }
}
