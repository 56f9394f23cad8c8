// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells
package import Game
package import Interpolation
package import MatchClient
import Stage

/// A viewer's screen of a finished match as a value: a position on its timeline, and what is shown
/// there.
///
/// It needs no client and no server: keys and times go in, frames and sentences come out. While it
/// is paused, its frames are all the same.
package struct ReplayViewer: Sendable {
  /// The match.
  package let matchID: String
  /// The position, and what keys do to it.
  package private(set) var playback: Playback
  private let timeline: MatchTimeline
  private var screen = MatchScreen(roomCode: "")
  /// Until when the events have been told.
  private var told: ServerTime

  /// Plays a match from its beginning.
  package init(_ record: MatchRecord, at now: LocalTime) {
    matchID = record.matchID
    timeline = MatchTimeline(record.log)
    playback = Playback(timeline.span, timeline.marks, at: Self.time(now))
    told = timeline.span.lowerBound
    screen.showsHints = false
  }

  /// Handles a key.
  ///
  /// - Returns: what is left for the program to do.
  package mutating func take(_ key: Key, at now: LocalTime) -> Playback.Outcome? {
    let before = position(at: now)
    let outcome = playback.take(key, at: Self.time(now))
    let after = position(at: now)
    // What a jump has passed is not told; but a step to an event is there to hear of it.
    let isStep = key == .character("]") || key == .character("[")
    if isStep { told = after - .microseconds(1) } else if after != before { told = after }
    return outcome
  }

  /// Seeks to a fraction of the match, 0...1.
  package mutating func seek(toPart part: Double, at now: LocalTime) {
    playback.seek(toPart: part, at: Self.time(now))
    told = position(at: now)
  }

  /// What is seen at `now`, under a motion preference.
  package mutating func frame(_ motion: MotionPreference, at now: LocalTime) -> MatchFrame {
    let position = position(at: now)
    var scene = timeline.scene(at: position, motion, asHeatMap: playback.isHeatMap)
    if !playback.playhead.isRunning(at: Self.time(now)) {
      scene.motion = .still
    } else if scene.motion == .still {
      // The time itself is seen to pass.
      scene.motion = .counting
    }
    screen.isHelpShown = playback.isHelpShown
    screen.summary = timeline.summary(at: position)
    screen.message = timeline.marks.sentence(at: position) ?? ""
    return MatchFrame(
      time: position, scene: scene, screen: screen, title: "A replay in Facedown",
      notification: nil, nextChange: nil)
  }

  /// The sentences for the events that have been passed forwards since the last call.
  package mutating func sentences(at now: LocalTime) -> [String] {
    let position = position(at: now)
    defer { told = position }
    guard position > told else { return [] }
    return timeline.marks.filter { $0.at > told && $0.at <= position }.compactMap { $0.sentence }
  }

  private func position(at now: LocalTime) -> ServerTime {
    playback.playhead.position(at: Self.time(now))
  }

  /// The time that playback counts in.
  private static func time(_ now: LocalTime) -> Duration { .microseconds(now.microseconds) }
}
