// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Testing

@Suite("Match log", .timeLimit(.minutes(1)))
struct MatchLogTests {
  private static let seeds = Array(UInt64(1)...20)

  private func entries(_ seed: UInt64) -> [Entry] {
    var match = RandomMatch(seed: seed)
    match.play()
    return match.entries
  }

  /// The view at `time`, entry by entry from the beginning: none is shown before an earlier one.
  private func naive(_ base: MatchView, _ entries: [Entry], shownAt time: ServerTime) -> MatchView {
    var view = base
    for entry in entries {
      guard entry.shownAt <= time else { break }
      view.apply(entry)
    }
    return view
  }

  @Test("shows at any time what a fold from the beginning shows", arguments: seeds)
  func shown(seed: UInt64) throws {
    let entries = entries(seed)
    var random = SplitMix64(seed: seed)
    for start in [0, entries.count / 3] {
      var base = MatchView()
      for entry in entries.prefix(start) { base.apply(entry) }
      var log = MatchLog(base: base)
      let tail = Array(entries.dropFirst(start))
      let added = tail.map { log.append($0) }
      #expect(added.allSatisfy { $0 })
      let first = try #require(tail.first).at
      let length = Int((log.latest.at - first).wholeMicroseconds) + 2_000_000
      for _ in 0..<60 {
        let time = first + .microseconds(random.below(length) - 1_000_000)
        #expect(log.view(shownAt: time) == naive(base, tail, shownAt: time))
      }
      for entry in tail {
        #expect(log.view(shownAt: entry.shownAt) == naive(base, tail, shownAt: entry.shownAt))
      }
    }
  }

  @Test("walks through all its changes by asking for the next", arguments: seeds.prefix(5))
  func next(seed: UInt64) {
    let entries = entries(seed)
    var log = MatchLog()
    for entry in entries { log.append(entry) }
    var time = ServerTime.zero
    var shown = 0
    while let next = log.nextShown(after: time) {
      #expect(next > time)
      #expect(log.shownCount(at: next - .microseconds(1)) == shown)
      shown = log.shownCount(at: next)
      time = next
    }
    #expect(shown == entries.count)
    #expect(log.view(shownAt: time) == log.latest)
  }

  @Test("takes an entry it has without change, and none after a gap or back in time")
  func appends() {
    let time = ScriptedMatch.start
    var log = MatchLog()
    let fitting = [1, 2].map { log.append(Entry(seq: $0, at: time, event: .unrecognized)) }
    #expect(fitting == [true, true])
    let before = log
    let others: [(seq: UInt64, at: ServerTime, isThere: Bool)] = [
      (1, time, true), (0, time, true), (4, time, false), (.max, time, false),
      (3, time - .microseconds(1), false),
    ]
    for other in others {
      let isThere = log.append(
        Entry(seq: other.seq, at: other.at, event: .skipped(SeatIndex(0))))
      #expect(isThere == other.isThere, "Entry \(other.seq) at \(other.at)")
      #expect(log == before)
    }
  }

  @Test("shows the same from a later base, once old entries are folded into it", arguments: seeds)
  func folded(seed: UInt64) throws {
    let entries = entries(seed)
    var (whole, short) = (MatchLog(), MatchLog())
    for entry in entries {
      whole.append(entry)
      short.append(entry)
      if short.entries.count > 80 { short.fold(keeping: 40) }
      #expect(short.entries.count <= 80 && short.latest == whole.latest)
    }
    #expect(short.entries.count >= min(40, entries.count))
    for entry in short.entries {
      #expect(short.view(shownAt: entry.shownAt) == whole.view(shownAt: entry.shownAt))
    }
    let before = short
    short.fold(keeping: entries.count)
    #expect(short == before, "There is nothing to fold where all are kept.")
  }

  @Test("keeps a view in the middle of a flip until the face shows")
  func flip() throws {
    var match = try started(faces: [0, 0, 1, 1])
    try match.choose(0)
    var log = MatchLog()
    for entry in match.entries { log.append(entry) }
    let shows = match.view.lastRevealAt
    #expect(log.latest.cards[0].state == .up)
    let before = log.view(shownAt: shows - .microseconds(1))
    #expect(before.cards[0].state == .down)
    #expect(before.cards[0].face == nil)
    #expect(log.view(shownAt: shows).cards[0].face == Face(0))
  }
}
