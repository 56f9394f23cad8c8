// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Interpolation
import MatchUI
import Stage

/// A playable timeline: a scene for each moment of a span, in any order.
struct Timeline: Sendable {
  /// Where the scenes come from.
  enum Source: Sendable {
    /// A match's log.
    case log(MatchTimeline)
    /// Cards that tracks move, without a match.
    case gallery(Gallery)
  }

  /// Where the scenes come from.
  let source: Source
  /// The span of time.
  let span: ClosedRange<ServerTime>
  /// The events, in order of time.
  let marks: [TimelineMark]
  /// The room code; empty for none.
  var roomCode = ""

  /// Plays a recording, from its first entry until everything is at rest.
  init(_ recording: Recording) {
    self.init(MatchTimeline(recording.log))
    roomCode = recording.roomCode
  }

  /// Plays a log.
  init(_ match: MatchTimeline) {
    source = .log(match)
    (span, marks) = (match.span, match.marks)
  }

  /// Plays a gallery.
  init(_ gallery: Gallery) {
    source = .gallery(gallery)
    span = gallery.span
    marks = gallery.changes.map { TimelineMark(at: $0, kind: .flip) }
  }

  /// The scene at a moment, under a motion preference; a match's also as a heat map.
  func scene(
    at time: ServerTime, _ motion: MotionPreference = .full, asHeatMap: Bool = false
  ) -> Scene {
    switch source {
    case .log(let match): match.scene(at: time, motion, asHeatMap: asHeatMap)
    case .gallery(let gallery): gallery.scene(at: time, motion)
    }
  }
}
