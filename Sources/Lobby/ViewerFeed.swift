// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game

/// What those who watch a room may have by now: all that players were sent, a delay later.
///
/// Nothing of a match that is still held back leaves the room in any form: not as an entry, not in
/// a base, not in the list of rooms, not as someone's presence. While there is nothing to hold back
/// it passes everything on at once.
struct ViewerFeed: Sendable {
  /// Something that viewers are to have, in order.
  enum Item: Sendable {
    /// The log up to this number.
    case entries(through: UInt64)
    /// Who is there.
    case presence([SeatPresence])
  }

  /// Beyond so many waiting items, only the last presence is kept of several in a row.
  static let presencesKept = 256

  private var waiting: Deque<(due: ServerTime, item: Item)> = []
  /// The room as viewers have it.
  private(set) var view = MatchView()
  /// Who is there, as viewers have it.
  private(set) var presence: [SeatPresence] = []
  /// The view those who come are given to start from; it trails `view`.
  private var base = MatchView()

  /// Whether viewers have all there is.
  var isLive: Bool { waiting.isEmpty }

  /// When the next item is due; nil for never.
  var nextDue: ServerTime? { waiting.first?.due }

  /// Puts an item in line, to be had `delay` from now, and never before what is in line already.
  mutating func put(_ item: Item, after delay: Duration, now: ServerTime) {
    let due = max(now + delay, waiting.last?.due ?? now)
    if case .presence = item, case .presence? = waiting.last?.item,
      waiting.count > Self.presencesKept
    {
      waiting.removeLast()
    }
    waiting.append((due, item))
  }

  /// Takes what is due by `now` out of the line.
  ///
  /// - Returns: the entries that viewers get now, and the presence if it has changed for them.
  mutating func release(
    from log: [Entry], now: ServerTime
  ) -> (entries: ArraySlice<Entry>, presence: [SeatPresence]?) {
    let first = Int(view.seq)
    var last = first
    var changed: [SeatPresence]?
    while let next = waiting.first, next.due <= now {
      waiting.removeFirst()
      switch next.item {
      case .entries(let seq): last = max(last, Int(seq))
      case .presence(let presence): changed = presence
      }
    }
    let entries = log[first..<last]
    for entry in entries { view.apply(entry) }
    if let changed { presence = changed }
    return (entries, changed)
  }

  /// A base such that everything that still moves on screens at `time` comes after it, and those
  /// entries as far as viewers may have them.
  mutating func baseAndTail(of log: [Entry], at time: ServerTime) -> (MatchView, [Entry]) {
    base.follow(log.prefix(Int(view.seq)), to: time, asOf: view)
    return (base, Array(log[Int(base.seq)..<Int(view.seq)]))
  }
}

extension MatchView {
  /// Folds those entries of `log`, which begins with the first of all, in that were shown by `time`,
  /// so that everything that still moves comes after the view.
  ///
  /// Before the first deal nothing is folded in, so that whoever takes a seat has the match from its
  /// beginning and can check it; unless the tail would be too long, for anybody can make it longer.
  ///
  /// - Parameters:
  ///   - log: the room's log as far as whoever is given the view may have it.
  ///   - time: what was shown by then is folded in.
  ///   - latest: what all of `log` comes to.
  mutating func follow(_ log: ArraySlice<Entry>, to time: ServerTime, asOf latest: MatchView) {
    let tail = latest.seq - seq
    guard latest.generation > 0 || tail > LobbyLimits.waitingTail else { return }
    for entry in log.dropFirst(Int(seq)) {
      guard entry.shownAt <= time else { return }
      apply(entry)
    }
  }
}
