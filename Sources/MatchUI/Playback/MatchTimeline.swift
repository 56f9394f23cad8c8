// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Interpolation
import Replays
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
  /// What had been shown by then, whenever that changes, in order of time.
  private let shown: [(at: ServerTime, cards: ShownCards)]
  /// The summary of each match that the log has whole, when its end is shown, in order of time.
  private let summaries: [(at: ServerTime, summary: MatchSummary)]

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
    let first = log.entries.first.map { $0.at } ?? log.base.at
    let start = log.base.seq == 0 ? first : max(log.base.at, first - Self.rest)
    (marks, shown) = Self.read(log, since: span?.lowerBound ?? start)
    summaries = Self.summaries(of: log)
    let last = max(marks.last?.at ?? start, start)
    self.span = span ?? start...(last + Self.rest)
    self.local = local
    staged = StagedLog(log, dealStyle: dealStyle)
  }

  /// The scene at a moment, under a motion preference; as a heat map, its cards are as warm as their
  /// faces are fresh in a perfect memory.
  package func scene(
    at time: ServerTime, _ motion: MotionPreference = .full, asHeatMap: Bool = false
  ) -> Scene {
    var local = local
    local.motion = motion
    var scene = stage(staged, local, at: time)
    if asHeatMap, let shown = shown.last(where: { $0.at <= time }) {
      for index in scene.cards.indices where scene.cards[index].face == nil {
        scene.cards[index].warmth = shown.cards.warmth(of: scene.cards[index].id)
      }
    }
    return scene
  }

  /// The summary of the match that ended last by a moment; nil before the first end.
  ///
  /// A match whose beginning the log lacks has no summary.
  package func summary(at time: ServerTime) -> MatchSummary? {
    summaries.last { $0.at <= time }?.summary
  }

  /// The best seconds: those with the most pairs, turns of the lead and other events.
  ///
  /// They begin a second before the first of these; of equally good ones the first are taken, and all
  /// if the span is shorter.
  package func highlight(of length: Duration) -> ClosedRange<ServerTime> {
    let before = Duration.seconds(1)
    var best = (start: span.lowerBound, weight: -1)
    var (end, weight) = (0, 0)
    for start in marks.indices {
      let from = marks[start].at - before
      while end < marks.count, marks[end].at <= from + length {
        weight += marks[end].kind.weight
        end += 1
      }
      if weight > best.weight { best = (from, weight) }
      weight -= marks[start].kind.weight
    }
    let latest = max(span.upperBound - length, span.lowerBound)
    let start = min(max(best.start, span.lowerBound), latest)
    return start...min(start + length, span.upperBound)
  }

  private static func summaries(of log: MatchLog) -> [(at: ServerTime, summary: MatchSummary)] {
    var summaries: [(at: ServerTime, summary: MatchSummary)] = []
    var view = log.base
    var start: (index: Int, base: MatchView)?
    for (index, entry) in log.entries.enumerated() {
      if entry.opensMatch { start = (index, view.betweenMatches) }
      view.apply(entry)
      guard entry.endsMatch, let begun = start else { continue }
      start = nil
      let entries = Array(log.entries[begun.index...index])
      guard let record = MatchRecord(base: begun.base, entries: entries) else { continue }
      summaries.append((entry.shownAt, MatchSummary(of: MatchStatistics(of: record))))
    }
    return summaries
  }

  /// The marks of all entries, when they are shown, and what had been shown by then.
  ///
  /// Their sentences say what can be said in hindsight too, with times counted from `start`.
  private static func read(
    _ log: MatchLog, since start: ServerTime
  ) -> (marks: [TimelineMark], shown: [(at: ServerTime, cards: ShownCards)]) {
    let sentences = Sentences()
    var analyst = MatchAnalyst()
    var view = log.base
    var shownAt = ServerTime(microseconds: .min)
    var shown: [(at: ServerTime, cards: ShownCards)] = []
    let marks = log.entries.map { entry in
      let before = view
      view.apply(entry)
      shownAt = max(shownAt, entry.shownAt)
      let former = analyst.shown
      let remark = analyst.read(entry, after: view)
      if analyst.shown != former { shown.append((shownAt, analyst.shown)) }
      let told = [
        sentences.sentence(for: entry, before: before, after: view),
        sentences.sentence(for: remark, view, since: start),
      ].compactMap { $0 }
      return TimelineMark(
        at: shownAt, kind: TimelineMark.Kind(entry.event, remark),
        sentence: told.isEmpty ? nil : told.joined(separator: " "),
        seat: entry.event.finder ?? remark.leader)
    }
    return (marks, shown)
  }
}
