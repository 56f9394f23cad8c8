// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation
import Testing

@Suite("Matched geometry", .timeLimit(.minutes(1)))
struct MatchedGeometryTests {
  private typealias Member = MatchedGeometry<Int>.Member
  private let second = Transaction(animation: .linear(duration: 1))
  private let key = MatchedGeometryKey(7, in: Namespace(1))
  private let deck = Rect(x: 0, y: 0, width: 10, height: 20)
  private let slot = Rect(x: 100, y: 40, width: 20, height: 40)

  @Test("the group flies from the old source to the new one")
  func flight() throws {
    var geometry = MatchedGeometry<Int>()
    #expect(geometry.frame(of: key, at: 0) == nil)
    try geometry.update([Member(key: key, frame: deck)], at: 0, transaction: second)
    #expect(geometry.frame(of: key, at: 0) == deck)
    let (old, new) = (
      Member(key: key, frame: deck, isLeaving: true), Member(key: key, frame: slot)
    )
    try geometry.update([old, new], at: 1, transaction: second)
    let middle = Rect(x: 50, y: 20, width: 15, height: 30)
    #expect(geometry.frame(of: key, at: 1.5) == middle)
    #expect(geometry.arrival(of: key, at: 1.5) == 2)
    #expect(geometry.arrival(of: key, at: 3) == 3)
    // Both twins are seen in one place, whatever their own frames are.
    #expect(geometry.frame(of: old, at: 1.5) == middle)
    #expect(geometry.frame(of: new, at: 1.5) == middle)
    #expect(geometry.frame(of: key, at: 2) == slot)
    #expect(geometry.frame(of: key, at: 1.5, motion: .reduced) == slot)
  }

  @Test("a second change on the way continues from where the group is")
  func interruption() throws {
    var geometry = MatchedGeometry<Int>()
    try geometry.update([Member(key: key, frame: deck)], at: 0)
    try geometry.update(
      [Member(key: key, frame: slot)], at: 1, transaction: Transaction(animation: .smooth))
    let before = try #require(geometry.frame(of: key, at: 1.2))
    try geometry.update(
      [Member(key: key, frame: deck)], at: 1.2, transaction: Transaction(animation: .smooth))
    let after = try #require(geometry.frame(of: key, at: 1.2))
    #expect(before.origin.x.isClose(to: after.origin.x, within: 1e-12))
    let soon = try #require(geometry.frame(of: key, at: 1.21))
    #expect(soon.origin.x > after.origin.x)
  }

  @Test("members take what they ask for, matched at an anchor")
  func properties() throws {
    var geometry = MatchedGeometry<Int>()
    try geometry.update([Member(key: key, frame: slot)], at: 0)
    let member = Member(key: key, frame: deck, isSource: false)
    #expect(
      geometry.frame(of: member, properties: .position, at: 0)
        == Rect(x: 105, y: 50, width: 10, height: 20))
    #expect(
      geometry.frame(of: member, properties: .size, anchor: .topLeading, at: 0)
        == Rect(x: 0, y: 0, width: 20, height: 40))
    #expect(geometry.frame(of: member, properties: [], at: 0) == deck)
    let stranger = Member(key: MatchedGeometryKey(7, in: Namespace(2)), frame: deck)
    #expect(geometry.frame(of: stranger, at: 0) == deck)
  }

  @Test("two sources of one group are an error that names them, and change nothing")
  func twoSources() throws {
    var geometry = MatchedGeometry<Int>()
    try geometry.update([Member(key: key, frame: deck)], at: 0)
    let twice = [Member(key: key, frame: slot), Member(key: key, frame: deck)]
    let error = #expect(throws: MatchedGeometryError<Int>.self) {
      try geometry.update(twice, at: 1, transaction: second)
    }
    #expect(error == .twoSources(key))
    #expect(try #require(error).description.contains("'7' in namespace 1"))
    #expect(geometry.frame(of: key, at: 2) == deck)
    let other = Member(key: MatchedGeometryKey(7, in: Namespace(2)), frame: slot)
    try geometry.update([Member(key: key, frame: deck), other], at: 2)
  }

  @Test("a source after a time without one takes effect at once")
  func newSource() throws {
    var geometry = MatchedGeometry<Int>()
    try geometry.update([Member(key: key, frame: deck)], at: 0)
    try geometry.update([Member(key: key, frame: deck, isSource: false)], at: 1)
    #expect(geometry.frame(of: key, at: 1) == deck)
    try geometry.update([Member(key: key, frame: slot)], at: 2, transaction: second)
    #expect(geometry.frame(of: key, at: 2) == slot)
  }
}
