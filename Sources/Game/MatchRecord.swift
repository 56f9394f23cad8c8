// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A match from `opened` to `ended`, and the room just before it: what can be watched again.
///
/// The room is bare (`MatchView.betweenMatches`): nothing of an earlier match comes along.
public struct MatchRecord: Hashable, Sendable {
  /// The room just before the match opened.
  public let base: MatchView
  /// The match's entries: the first opens it, the last ends it.
  public let entries: [Entry]
  /// The view after the last entry.
  public let result: MatchView

  /// The match that `entries` are after `base`.
  ///
  /// - Returns: nil unless they are one whole match in a log without gaps.
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

  /// The match called `matchID` in a log that goes on from `base`; nil if it is not there from its
  /// beginning to its end, or the log has gaps.
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

  /// The rules it was played by.
  public var settings: MatchSettings { result.settings }

  /// The log, to be shown at any time.
  public var log: MatchLog {
    var log = MatchLog(base: base)
    for entry in entries { log.append(entry) }
    return log
  }
}

extension MatchView {
  /// What of a room its next match goes on from, and nothing else: who sits where and whose turn
  /// comes first, but nothing of the match before.
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
  /// Whether a match opens by it.
  public var opensMatch: Bool {
    if case .opened = event { true } else { false }
  }

  /// Whether a match ends by it.
  public var endsMatch: Bool {
    if case .ended = event { true } else { false }
  }
}
