// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Testing

@testable import MatchServer

@Suite("Neighbours", .timeLimit(.minutes(1)))
struct NeighboursTests {
  private static let start = ServerTime(microseconds: 1_000_000_000)
  private static let other = NodeID(name: "b", run: "1")

  private static func record(_ id: NodeID = other) -> NodeRecord {
    NodeRecord(id: id, url: "ws://\(id.name).example", version: "1", at: start)
  }

  private static func neighbours() -> Neighbours {
    var neighbours = Neighbours(of: NodeID(name: "a", run: "1"))
    _ = neighbours.present(record(), now: start)
    return neighbours
  }

  @Test("a node nobody listens for is gone after half a second")
  func nobody() {
    var neighbours = Self.neighbours()
    var now = Self.start
    let pings = [neighbours.takePings(now: now), neighbours.takePings(now: now)]
    #expect(pings == [[Self.other], []], "one ping at a time")
    _ = neighbours.pinged(Self.other, .nobody, now: now)
    now = now + Neighbours.nobodyLimit
    let gone = [now - .microseconds(1), now].map { neighbours.takeGone(now: $0) }
    #expect(gone == [[], [Self.other]])
    #expect(neighbours.gone == [Self.other: Self.start])
    #expect(neighbours.living.isEmpty && !neighbours.isLiving(Self.other))
  }

  @Test("a node that is gone is pinged less often, until it answers")
  func gonePings() {
    var neighbours = Self.neighbours()
    var now = Self.start + Neighbours.silenceLimit
    _ = neighbours.takeGone(now: now)
    _ = neighbours.pinged(Self.other, .silent, now: now)
    let pings = [Neighbours.pingInterval, Neighbours.goneInterval].map {
      neighbours.takePings(now: now + $0)
    }
    #expect(pings == [[], [Self.other]])
    now = now + Neighbours.goneInterval
    let isBack = neighbours.pinged(Self.other, .answered(at: now, took: .zero), now: now)
    let again = neighbours.takePings(now: now + Neighbours.pingInterval)
    #expect(isBack && again == [Self.other])
  }

  @Test("a node was last alive when it was asked, or wrote: what it says may arrive late")
  func alive() {
    var neighbours = Self.neighbours()
    let late = Self.start + .seconds(1)
    _ = neighbours.present(Self.record(), now: late)
    _ = neighbours.takeGone(now: late + Neighbours.silenceLimit)
    #expect(neighbours.gone == [Self.other: Self.start])
    _ = neighbours.pinged(
      Self.other, .answered(at: late, took: .milliseconds(300)), now: late + .seconds(3))
    _ = neighbours.takeGone(now: late + .seconds(9))
    #expect(neighbours.gone == [Self.other: late + .milliseconds(2700)])
  }

  @Test("a node that is gone is forgotten after a day, unless it owns rooms or has come back")
  func forgotten() {
    var neighbours = Self.neighbours()
    let now = Self.start + Neighbours.silenceLimit
    _ = neighbours.takeGone(now: now)
    let end = now + Neighbours.goneKeptFor
    neighbours.forgetGone(now: end - .microseconds(1)) { _ in false }
    neighbours.forgetGone(now: end) { $0 == Self.other }
    #expect(neighbours.gone.keys.elementsEqual([Self.other]))
    var back = neighbours
    _ = back.pinged(Self.other, .answered(at: end, took: .zero), now: end)
    back.forgetGone(now: end + .seconds(1)) { _ in false }
    #expect(back.isLiving(Self.other))
    neighbours.forgetGone(now: end) { _ in false }
    #expect(neighbours.known.isEmpty && neighbours.gone.isEmpty && neighbours.nextWake == nil)
    let isBack = neighbours.pinged(Self.other, .answered(at: end, took: .zero), now: end)
    #expect(!isBack, "The answer to its last ping comes too late.")
    let (isNew, _) = neighbours.present(Self.record(), now: end)
    #expect(isNew && neighbours.isLiving(Self.other))
  }

  @Test("the owner of a room that is in no table is asked whether it is there")
  func unknownOwner() {
    var neighbours = Neighbours(of: NodeID(name: "a", run: "1"))
    neighbours.watch(Self.other, now: Self.start)
    #expect(neighbours.isLiving(Self.other) && neighbours.living.isEmpty)
    let pings = neighbours.takePings(now: Self.start)
    #expect(pings == [Self.other])
    _ = neighbours.pinged(Self.other, .nobody, now: Self.start)
    let gone = neighbours.takeGone(now: Self.start + Neighbours.nobodyLimit)
    #expect(gone == [Self.other])
    neighbours.watch(Self.other, now: Self.start + .seconds(1))
    #expect(!neighbours.isLiving(Self.other), "it is asked once")
    let (isNew, _) = neighbours.present(Self.record(), now: Self.start + .seconds(2))
    #expect(isNew && neighbours.living.map(\.id) == [Self.other])
  }

  @Test("a silent node is gone after two seconds, and back with its first answer")
  func silent() {
    var neighbours = Self.neighbours()
    let end = Self.start + Neighbours.silenceLimit
    _ = neighbours.takePings(now: Self.start)
    _ = neighbours.pinged(Self.other, .silent, now: Self.start + .seconds(1))
    #expect(neighbours.nextWake == Self.start, "An answer makes nothing due later by itself.")
    neighbours.rearm()
    #expect(neighbours.nextWake == Self.start + .seconds(1) + Neighbours.pingInterval)
    let gone = [end - .microseconds(1), end, end].map { neighbours.takeGone(now: $0) }
    #expect(gone == [[], [Self.other], []], "it is gone once")
    let isBack = neighbours.pinged(Self.other, .answered(at: end, took: .zero), now: end)
    #expect(isBack && neighbours.isLiving(Self.other))
  }

  @Test("another run of a node replaces the earlier one, and an ended one is removed")
  func runs() {
    var neighbours = Self.neighbours()
    let next = NodeID(name: "b", run: "2")
    let (isNew, former) = neighbours.present(Self.record(next), now: Self.start)
    #expect(isNew && former == [Self.other])
    #expect(neighbours.living.map(\.id) == [next])
    let ended = [neighbours.ended(next), neighbours.ended(next)]
    #expect(ended == [true, false])
    #expect(neighbours.living.isEmpty && neighbours.gone.isEmpty)
  }

  @Test("a node is not its own neighbour, whatever its run")
  func itself() {
    var neighbours = Neighbours(of: NodeID(name: "a", run: "1"))
    for run in ["1", "0"] {
      _ = neighbours.present(Self.record(NodeID(name: "a", run: run)), now: Self.start)
    }
    #expect(neighbours.known.isEmpty && neighbours.nextWake == nil)
  }

  @Test(
    "the clock that counts is the middle one, of two the earlier",
    arguments: [
      [0], [0, 300], [300, -300], [-300, 300, 310], [0, -300, 300], [3, -5, -3, 300],
    ])
  func clocks(errorThenOffsets: [Int64]) {
    let (error, offsets) = (errorThenOffsets[0], errorThenOffsets.dropFirst())
    var neighbours = Neighbours(of: NodeID(name: "a", run: "1"))
    for (number, offset) in offsets.enumerated() {
      let id = NodeID(name: "n\(number)", run: "1")
      _ = neighbours.present(Self.record(id), now: Self.start)
      // The sample with the shortest round trip counts.
      for (extra, took) in [(Int64(900), Int64(50)), (0, 2), (-900, 80)] {
        let now = Self.start + .milliseconds(took)
        let theirs = Self.start + .milliseconds(took / 2 + offset + extra)
        _ = neighbours.pinged(id, .answered(at: theirs, took: .milliseconds(took)), now: now)
      }
      #expect(neighbours.clockOffset(of: id)?.offset == .milliseconds(offset))
      #expect(neighbours.clockOffset(of: id)?.bound == .milliseconds(1))
    }
    #expect(neighbours.clockError == .milliseconds(error))
  }
}
