// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Interpolation
import MatchClient
import MatchFixtures
import Protocol
import Stage
import Testing

@testable import MatchUI

@Suite("Ghost cursors", .timeLimit(.minutes(1)))
struct GhostShowTests {
  /// The screen of the player whose turn it is not.
  private func other(
    options: (inout MatchSession.Options) -> Void = { _ in }
  ) -> (tester: SessionTester, actor: ActorNumber) {
    let script = ScriptedMatch.at(.playing)
    let tester = SessionTester(script, seat: script.otherSeat, options: options)
    return (tester, ActorNumber(UInt32(script.turnSeat.rawValue + 1)))
  }

  private func ghost(_ tester: SessionTester) -> (centre: Point, opacity: Double)? {
    for item in tester.frame()?.list?.items ?? [] {
      if case .ghost(let centre, _, let opacity) = item.content { return (centre, opacity) }
    }
    return nil
  }

  private func centre(of place: Int, _ tester: SessionTester) -> Point? {
    tester.frame()?.scene.table.centre(of: place)
  }

  @Test("it appears where the player points, moves there from the last place, fades and is gone")
  func life() throws {
    var (tester, actor) = other()
    #expect(ghost(tester) == nil)
    tester.hear(.pointing(actor: actor, place: 0))
    #expect(ghost(tester)?.centre == centre(of: 0, tester))
    tester.pass(.seconds(1))
    tester.hear(.pointing(actor: actor, place: 1))
    #expect(tester.frame()?.nextChange == tester.now, "While it moves, every moment is another.")
    tester.pass(.milliseconds(50))
    let between = try #require(ghost(tester)).centre
    let (from, to) = try (
      #require(centre(of: 0, tester)), #require(centre(of: 1, tester))
    )
    #expect(between.x > from.x && between.x < to.x && between.y == from.y)
    tester.pass(.milliseconds(200))
    #expect(ghost(tester)?.centre == to && ghost(tester)?.opacity == 1)
    tester.pass(.milliseconds(3000))
    #expect(try #require(ghost(tester)).opacity < 1)
    tester.pass(.milliseconds(600))
    #expect(ghost(tester) == nil)
  }

  @Test("it is under the viewer's own cursor and above cards at rest")
  func height() throws {
    var (tester, actor) = other()
    tester.hear(.pointing(actor: actor, place: 0))
    let items = try #require(tester.frame()?.list?.items)
    let ghost = try #require(items.firstIndex { $0.id.kind == .ghost })
    let cursor = try #require(items.firstIndex { $0.id.kind == .cursor })
    let card = try #require(items.lastIndex { $0.id.kind == .card })
    #expect(card < ghost && ghost < cursor)
  }

  @Test("it is gone when the player points nowhere, and when the turn passes")
  func ends() {
    var (tester, actor) = other()
    tester.hear(.pointing(actor: actor, place: 0))
    tester.hear(.pointing(actor: actor, place: nil))
    #expect(ghost(tester) == nil)
    tester.hear(.pointing(actor: actor, place: 0))
    #expect(ghost(tester) != nil)
    let other = tester.script.otherSeat
    tester.play { $0.emit(.turnBegan(Event.TurnBegan(seat: SeatIndex(other), deadline: nil))) }
    tester.pass(.milliseconds(300))
    #expect(ghost(tester) == nil)
  }

  @Test("nobody sees their own, a place beside the board, or any with the setting off")
  func hidden() {
    let script = ScriptedMatch.at(.playing)
    let turn = script.turnSeat.rawValue
    var own = SessionTester(script, seat: turn)
    own.hear(.pointing(actor: ActorNumber(UInt32(turn + 1)), place: 0))
    #expect(ghost(own) == nil)
    var (tester, actor) = other()
    tester.hear(.pointing(actor: actor, place: 127))
    #expect(ghost(tester) == nil)
    var off = other { $0.showsGhosts = false }
    off.tester.hear(.pointing(actor: off.actor, place: 0))
    #expect(ghost(off.tester) == nil)
  }

  @Test("the own cursor is told in the own turn alone, unless the setting is off")
  func told() {
    let script = ScriptedMatch.at(.playing)
    var own = SessionTester(script, seat: script.turnSeat.rawValue)
    #expect(own.press(.right) == SessionTester.asks(.point(1)))
    var off = SessionTester(script, seat: script.turnSeat.rawValue) { $0.showsGhosts = false }
    #expect(off.press(.right) == [.draw])
    var (tester, _) = other()
    #expect(tester.press(.right) == [.draw])
    let rated = ScriptedMatch.at(.playing, settings: MatchSettings(isRated: true, theme: "animals"))
    var serious = SessionTester(rated, seat: rated.turnSeat.rawValue)
    #expect(serious.press(.right) == [.draw])
  }
}
