// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchClient
import MatchUI
import Stage
import TerminalUI

/// A timeline as an asciinema cast, version 2: a header line with the terminal's size, then a line
/// `[seconds, "o", "bytes for the terminal"]` per frame.
///
/// The frames are those of a playback, and each contains only the difference from the one before.
struct Cast {
  /// Frames per second of the cast while something moves.
  static let framesPerSecond = 25
  /// Longer pauses are cut to this length.
  static let longestPause = Duration.seconds(2)
  /// The longest cast; later events are left out.
  static let longest = Duration.seconds(2 * 3600)

  private var picture: TimelineRenderer
  private let renderStyle: RenderStyle
  private let size: WindowSize
  private let speed: Double
  private var differ: FrameDiffer

  /// A cast of a timeline.
  ///
  /// - Parameters:
  ///   - timeline: the timeline.
  ///   - renderStyle: how to draw it.
  ///   - size: the terminal's size.
  ///   - speed: seconds of the timeline per second of the cast.
  init(_ timeline: Timeline, _ renderStyle: RenderStyle, in size: WindowSize, speed: Double) {
    picture = TimelineRenderer(timeline)
    self.renderStyle = renderStyle
    self.size = size
    self.speed = speed
    differ = FrameDiffer(depth: renderStyle.depth)
  }

  /// Writes the lines of the cast, in order.
  ///
  /// - Parameters:
  ///   - title: the title in the header.
  ///   - put: receives a line, without its newline.
  /// - Returns: whether the cast is complete; false if it was cut at `longest`.
  mutating func write(title: String, _ put: (String) -> Void) -> Bool {
    put(header(title))
    let span = picture.timeline.span
    var time = span.lowerBound
    var clock = Duration.zero
    var restsSince = Duration.zero
    put(frame(at: clock, "\u{1b}[?25l\u{1b}[2J"))
    while clock < Self.longest {
      let scene = picture.timeline.scene(at: time, renderStyle.decoration.motion)
      let message = picture.timeline.marks.sentence(at: time) ?? ""
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
        // Stops one step before the next event, so that none of it is skipped.
        let next = picture.timeline.marks.next(.plus, from: time, in: span) ?? span.upperBound
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
