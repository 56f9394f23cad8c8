// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A whole match, from `opened` to `ended`, with the room just before it: a replay.
///
/// The room has nothing of earlier matches (`MatchView.betweenMatches`).
public struct MatchRecord: Hashable, Sendable {
  /// The room just before the match opened.
  public let base: MatchView
  /// The match's entries: the first opens it, the last ends it.
  public let entries: [Entry]
  /// The view after the last entry.
  public let result: MatchView

  /// The match that `entries` form after `base`.
  ///
  /// - Returns: nil unless they are exactly one whole match without gaps.
  public init?(base: MatchView, entries: [Entry]) {
    guard base == base.betweenMatches else { return nil }
    var view = base
    for (index, entry) in entries.enumerated() {
      guard entry.seq == view.seq + 1, entry.at >= view.at,
        entry.opensMatch == (index == 0), entry.endsMatch == (index == entries.count - 1)
      else { return nil }
      view.apply(entry)
    }
    guard view.endReason != nil, view.phase == .ended, !entries.isEmpty else { return nil }
    self.base = base
    self.entries = entries
    result = view
  }

  /// The match `matchID` from a log that follows `base`; nil if it is incomplete or the log has
  /// gaps.
  public init?(of matchID: String, from base: MatchView = MatchView(), in log: [Entry]) {
    var view = base
    var start: (index: Int, base: MatchView)?
    for (index, entry) in log.enumerated() {
      guard entry.seq == view.seq + 1, entry.at >= view.at else { return nil }
      if case .opened(let opened) = entry.event, opened.matchID == matchID {
        start = (index, view.betweenMatches)
      }
      if entry.endsMatch, let start {
        self.init(base: start.base, entries: Array(log[start.index...index]))
        return
      }
      view.apply(entry)
    }
    return nil
  }

  /// The match's name.
  public var matchID: String { result.matchID }

  /// Its settings.
  public var settings: MatchSettings { result.settings }

  /// The entries as a log, to be shown at any time.
  public var log: MatchLog {
    var log = MatchLog(base: base)
    for entry in entries { log.append(entry) }
    return log
  }
}

extension MatchView {
  /// The room as the next match starts from it: seats and turn order, but nothing of the match
  /// before.
  public var betweenMatches: MatchView {
    var view = MatchView()
    view.seq = seq
    view.at = at
    if seq > 0 { view.phase = .ended }
    view.owner = owner
    view.lastActor = lastActor
    view.generation = generation
    view.turnOrder = turnOrder
    view.seats = seats.map { $0.cleared() }
    return view
  }
}

extension Entry {
  /// Whether it opens a match.
  public var opensMatch: Bool {
    if case .opened = event { true } else { false }
  }

  /// Whether it ends a match.
  public var endsMatch: Bool {
    if case .ended = event { true } else { false }
  }
}
