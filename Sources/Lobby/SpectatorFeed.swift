// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game

/// What spectators may see by now: everything players were sent, after a delay.
///
/// Nothing that is still delayed leaves the room in any form: not as an entry, in a base, in the
/// room list, or as presence. Without a delay, everything is passed on at once.
struct SpectatorFeed: Sendable {
  /// An item for spectators, in order.
  enum Item: Sendable {
    /// The log up to this entry.
    case entries(through: UInt64)
    /// The presence of players.
    case presence([SeatPresence])
  }

  /// Beyond this many waiting items, consecutive presences are merged into the last one.
  static let presencesKept = 256

  private var waiting: Deque<(due: ServerTime, item: Item)> = []
  /// The room as spectators see it.
  @Boxed private(set) var view = MatchView()
  /// The presence as spectators see it.
  private(set) var presence: [SeatPresence] = []
  /// The base for new spectators; it trails `view`.
  @Boxed private var base = MatchView()

  /// A feed of everything that players were sent.
  init() {}

  /// A feed that continues at `base`, which spectators may see.
  init(from base: MatchView, _ presence: [SeatPresence]) {
    view = base
    self.base = base
    self.presence = presence
  }

  /// Whether spectators have seen everything.
  var isLive: Bool { waiting.isEmpty }

  /// When the next item is due; nil for never.
  var nextDue: ServerTime? { waiting.first?.due }

  /// Queues an item, due `delay` from now but never before an earlier item.
  mutating func put(_ item: Item, after delay: Duration, now: ServerTime) {
    let due = max(now + delay, waiting.last?.due ?? now)
    if case .presence = item, case .presence? = waiting.last?.item,
      waiting.count > Self.presencesKept
    {
      waiting.removeLast()
    }
    waiting.append((due, item))
  }

  /// Releases everything due by `now`.
  ///
  /// - Returns: the entries that spectators get now, and the presence if it has changed.
  mutating func release(
    from log: RoomLog, now: ServerTime
  ) -> (entries: ArraySlice<Entry>, presence: [SeatPresence]?) {
    var last = view.seq
    var changed: [SeatPresence]?
    while let next = waiting.first, next.due <= now {
      waiting.removeFirst()
      switch next.item {
      case .entries(let seq): last = max(last, seq)
      case .presence(let presence): changed = presence
      }
    }
    precondition(last <= log.lastSeq, "Spectators are sent only entries that have landed.")
    let entries = log.entries(after: view.seq, through: last)
    for entry in entries { view.apply(entry) }
    if let changed { presence = changed }
    return (entries, changed)
  }

  /// A base and tail for a new spectator: everything still moving at `time` is in the tail, as far
  /// as spectators may see.
  mutating func baseAndTail(of log: RoomLog, at time: ServerTime) -> (MatchView, [Entry]) {
    base.follow(log.entries(after: base.seq, through: view.seq), to: time, asOf: view)
    precondition(base.seq <= view.seq, "A spectator's base holds nothing that is still delayed.")
    return (base, Array(log.entries(after: base.seq, through: view.seq)))
  }

  /// Moves the base to entry `seq` at least, so that the log need not hold any before.
  mutating func foldBase(of log: RoomLog, through seq: UInt64) {
    precondition(seq <= view.seq, "A spectator's base holds nothing that is still delayed.")
    guard base.seq < seq else { return }
    for entry in log.entries(after: base.seq, through: seq) { base.apply(entry) }
  }
}

extension MatchView {
  /// Folds in all entries of `tail` that were shown by `time`, so that everything still moving comes
  /// after the view.
  ///
  /// Before the first deal nothing is folded in, so that new players can check the whole deal;
  /// unless the tail exceeds `LobbyLimits.waitingTail`, which anybody could provoke.
  ///
  /// - Parameters:
  ///   - tail: the entries after the view, as far as the recipient may see.
  ///   - time: entries shown by then are folded in.
  ///   - latest: the fold of all of them.
  mutating func follow(_ tail: ArraySlice<Entry>, to time: ServerTime, asOf latest: MatchView) {
    precondition(
      seq + UInt64(tail.count) == latest.seq, "A base follows the log it is folded from.")
    guard latest.generation > 0 || tail.count > LobbyLimits.waitingTail else { return }
    for entry in tail {
      guard entry.shownAt <= time else { return }
      apply(entry)
    }
  }
}
