// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Interpolation
package import Stage

/// A log as a playable timeline: a scene for each moment of a span, in any order.
package struct MatchTimeline: Sendable {
  /// The log as animation tracks.
  package let staged: StagedLog
  /// The span of time.
  package let span: ClosedRange<ServerTime>
  /// The events, in order of time.
  package let marks: [TimelineMark]
  private let local: ViewerState

  /// The duration for which the end of a match, and the room before its first entry, are shown.
  private static let rest = Duration.seconds(3)

  /// Plays a part of a log.
  ///
  /// - Parameters:
  ///   - log: the log.
  ///   - local: the viewer's local state.
  ///   - span: the span to play; nil for all, from the first entry until everything is at rest.
  ///   - dealStyle: where cards are dealt from.
  package init(
    _ log: MatchLog, local: ViewerState = ViewerState(), span: ClosedRange<ServerTime>? = nil,
    dealStyle: DealStyle = .fromDeck
  ) {
    marks = Self.marks(of: log)
    let first = log.entries.first.map { $0.at } ?? log.base.at
    let start = log.base.seq == 0 ? first : max(log.base.at, first - Self.rest)
    let last = max(marks.last?.at ?? start, start)
    self.span = span ?? start...(last + Self.rest)
    self.local = local
    staged = StagedLog(log, dealStyle: dealStyle)
  }

  /// The scene at a moment, under a motion preference.
  package func scene(at time: ServerTime, _ motion: MotionPreference = .full) -> Scene {
    var local = local
    local.motion = motion
    return stage(staged, local, at: time)
  }

  /// The marks of all entries, when they are shown, with their sentences.
  private static func marks(of log: MatchLog) -> [TimelineMark] {
    let sentences = Sentences()
    var view = log.base
    var shownAt = ServerTime(microseconds: .min)
    return log.entries.map { entry in
      let before = view
      view.apply(entry)
      shownAt = max(shownAt, entry.shownAt)
      return TimelineMark(
        at: shownAt, kind: TimelineMark.Kind(entry.event),
        sentence: sentences.sentence(for: entry, before: before, after: view),
        seat: entry.event.finder)
    }
  }
}
