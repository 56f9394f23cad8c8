// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A viewer's log: a base view and the entries after it, which give the view at any time.
///
/// Entries arrive before their effects may be shown; `view(shownAt:)` is the view as a screen shows
/// it at that time, never ahead of it. It folds at most a few dozen entries, however long the log
/// is.
public struct MatchLog: Hashable, Sendable {
  /// Entries between two checkpoints.
  private static let stride = 32

  /// The view that the entries follow.
  public private(set) var base: MatchView
  /// The entries after the base, without gaps.
  public private(set) var entries: [Entry] = []
  /// The view with every entry folded in, whether shown yet or not.
  public private(set) var latest: MatchView
  /// When each entry is shown; never before an earlier one.
  private var shownTimes: [ServerTime] = []
  /// The views after every `stride` entries.
  private var checkpoints: [MatchView] = []

  /// A log that begins at `base`.
  public init(base: MatchView = MatchView()) {
    self.base = base
    latest = base
  }

  /// Adds the next entry; one that is already there changes nothing.
  ///
  /// - Returns: false, without adding it, if earlier entries are missing or its time is too early.
  @discardableResult
  public mutating func append(_ entry: Entry) -> Bool {
    guard entry.seq > latest.seq else { return true }
    guard entry.seq == latest.seq + 1, entry.at >= latest.at else { return false }
    latest.apply(entry)
    entries.append(entry)
    shownTimes.append(max(entry.shownAt, shownTimes.last ?? entry.shownAt))
    if entries.count.isMultiple(of: Self.stride) { checkpoints.append(latest) }
    return true
  }

  /// Folds the oldest entries into the base; at least `count` remain, and fewer than a checkpoint's
  /// distance more.
  public mutating func fold(keeping count: Int) {
    let strides = (entries.count - count) / Self.stride
    guard strides > 0 else { return }
    base = checkpoints[strides - 1]
    checkpoints.removeFirst(strides)
    entries.removeFirst(strides * Self.stride)
    shownTimes.removeFirst(strides * Self.stride)
    assert(
      entries.first.map { $0.seq == base.seq + 1 } ?? true, "The entries follow the base.")
  }

  /// How many entries are shown at `time`; O(log n).
  public func shownCount(at time: ServerTime) -> Int {
    var low = 0
    var high = shownTimes.count
    while low < high {
      let middle = (low + high) / 2
      if shownTimes[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The view as shown at `time`.
  public func view(shownAt time: ServerTime) -> MatchView {
    let count = shownCount(at: time)
    if count == entries.count { return latest }
    let checkpoint = count / Self.stride
    var view = checkpoint == 0 ? base : checkpoints[checkpoint - 1]
    for entry in entries[(checkpoint * Self.stride)..<count] { view.apply(entry) }
    return view
  }

  /// When the next entry after `time` is shown; nil if all are.
  public func nextShown(after time: ServerTime) -> ServerTime? {
    let count = shownCount(at: time)
    return count < shownTimes.count ? shownTimes[count] : nil
  }
}
