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
    /// A log, and one viewer's local state.
    case log(StagedLog, ViewerState)
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

  /// The duration for which the end of a match, and the room before its first entry, are shown.
  private static let rest = Duration.seconds(3)

  /// Plays a recording, from its first entry until everything is at rest.
  init(_ recording: Recording) {
    self.init(log: recording.log)
    roomCode = recording.roomCode
  }

  /// Plays a part of a log.
  ///
  /// - Parameters:
  ///   - log: the log.
  ///   - local: the viewer's local state.
  ///   - span: the span to play; nil for all, from the first entry until everything is at rest.
  ///   - dealStyle: where cards are dealt from.
  init(
    log: MatchLog, local: ViewerState = ViewerState(), span: ClosedRange<ServerTime>? = nil,
    dealStyle: DealStyle = .fromDeck
  ) {
    marks = Self.marks(of: log)
    let first = log.entries.first.map { $0.at } ?? log.base.at
    let start = log.base.seq == 0 ? first : max(log.base.at, first - Self.rest)
    let last = max(marks.last?.at ?? start, start)
    self.span = span ?? start...(last + Self.rest)
    source = .log(StagedLog(log, dealStyle: dealStyle), local)
  }

  /// Plays a gallery.
  init(_ gallery: Gallery) {
    source = .gallery(gallery)
    span = gallery.span
    marks = gallery.changes.map { TimelineMark(at: $0, kind: .flip) }
  }

  /// The scene at a moment, under a motion preference.
  func scene(at time: ServerTime, _ motion: MotionPreference = .full) -> Scene {
    switch source {
    case .log(let log, let own):
      var local = own
      local.motion = motion
      return stage(log, local, at: time)
    case .gallery(let gallery): return gallery.scene(at: time, motion)
    }
  }

  /// The sentence of the last event by a moment; nil before the first.
  func sentence(at time: ServerTime) -> String? {
    marks.last { $0.at <= time && $0.sentence != nil }?.sentence
  }

  /// The next mark after a time, or the previous one, or nil.
  func mark(_ direction: FloatingPointSign, from time: ServerTime) -> ServerTime? {
    switch direction {
    case .plus: marks.first { $0.at > time && span.contains($0.at) }?.at
    case .minus: marks.last { $0.at < time && span.contains($0.at) }?.at
    }
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
