// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation
import Stage

/// Something to be played: a scene for each moment of a span of time, in any order.
struct Timeline: Sendable {
  /// Where the scenes come from.
  enum Source: Sendable {
    /// A log, and what one viewer adds to it.
    case log(StagedLog, ViewerState)
    /// Cards moved by hand on a table of the stage's.
    case gallery(Gallery)
  }

  /// Where the scenes come from.
  let source: Source
  /// The time there is to be seen.
  let span: ClosedRange<ServerTime>
  /// What happens when, by time.
  let marks: [TimelineMark]
  /// The code of the room; empty for none.
  var roomCode = ""

  /// How long the last of a match stays to be seen, and how long before a first entry a room is
  /// shown that had been there already.
  private static let rest = Duration.seconds(3)

  /// A recording, from its first entry until all has come to rest.
  init(_ recording: Recording) {
    self.init(log: recording.log)
    roomCode = recording.roomCode
  }

  /// A log, and a part of the time it is about.
  ///
  /// - Parameters:
  ///   - log: what happened.
  ///   - local: what the viewer adds.
  ///   - span: the time there is to be seen; nil for from the first entry until all rests.
  ///   - dealStyle: where cards come from.
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

  /// Cards moved by hand.
  init(_ gallery: Gallery) {
    source = .gallery(gallery)
    span = gallery.span
    marks = gallery.changes.map { TimelineMark(at: $0, kind: .flip) }
  }

  /// The scene of a moment, with as much motion as a viewer wants to see.
  func scene(at time: ServerTime, _ decoration: Decoration = .full) -> Scene {
    switch source {
    case .log(let log, let own):
      var local = own
      local.motion = decoration.motion
      return stage(log, local, at: time)
    case .gallery(let gallery): return gallery.scene(at: time, decoration.motion)
    }
  }

  /// What was last to be told by a moment, and since when; nil for nothing yet.
  func sentence(at time: ServerTime) -> String? {
    marks.last { $0.at <= time && $0.sentence != nil }?.sentence
  }

  /// The next mark after a time, or the last one before it; nil if there is none.
  func mark(_ direction: FloatingPointSign, from time: ServerTime) -> ServerTime? {
    switch direction {
    case .plus: marks.first { $0.at > time && span.contains($0.at) }?.at
    case .minus: marks.last { $0.at < time && span.contains($0.at) }?.at
    }
  }

  /// Every entry at the time it is shown, with its sentence.
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
