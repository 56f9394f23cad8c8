// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Testing

@testable import Stage

@Suite("The stage, moment by moment", .timeLimit(.minutes(1)))
struct StagingTests {
  /// The scene once the last event has come to rest.
  private func scene(_ script: ScriptedMatch, _ local: ViewerState = ViewerState()) -> Scene {
    stage(script.log, local, at: script.now + .milliseconds(370))
  }

  private func seated(_ seat: Int) -> ViewerState {
    var local = ViewerState()
    local.add(.seat(SeatIndex(seat)), at: .zero)
    return local
  }

  @Test("An empty log is a waiting room without seats")
  func emptyLog() {
    let scene = stage(MatchLog(), ViewerState(), at: .zero)
    #expect(scene.phase == .waiting)
    #expect(scene.headline == .waiting(freeChairs: 0, notReady: []))
    #expect(scene.cards.isEmpty && scene.seats.isEmpty && scene.table.places.isEmpty)
    #expect(scene.nextChange == nil)
  }

  @Test("The waiting room shows its players, its owner and who is ready")
  func waitingRoom() {
    var script = ScriptedMatch()
    script.emit(.readied(SeatIndex(1), entropyCommit: []))
    let scene = scene(script, seated(1))
    #expect(scene.headline == .waiting(freeChairs: 0, notReady: [SeatIndex(0)]))
    #expect(scene.seats.map(\.player?.name) == ["Ana", "Ben"])
    #expect(scene.seats.map(\.isReady) == [false, true])
    #expect(scene.seats.map(\.isOwner) == [true, false])
    #expect(scene.seats.map(\.isYou) == [false, true])
    #expect(scene.deck == nil && scene.turn == nil && !scene.isYourTurn)
  }

  @Test("The deck waits on the table's middle, on the board that will be dealt")
  func undealt() {
    var script = ScriptedMatch()
    script.begin()
    let before = scene(script)
    #expect(before.headline == .undealt)
    #expect(before.deck == Scene.Deck(centre: before.table.centre, count: 8))
    #expect(before.cards.isEmpty)
    script.deal()
    let after = scene(script)
    #expect(after.table == before.table && after.table.places.count >= 8)
    #expect(after.deck == nil && after.cards.count == 8)
  }

  @Test("Cards leave the deck one by one, and every start is announced")
  func dealing() throws {
    var script = ScriptedMatch()
    script.begin()
    script.deal()
    let deal = try #require(script.view.deal)
    for turn in 0..<8 {
      let start = deal.beganAt + deal.stagger * turn
      let before = stage(script.log, ViewerState(), at: start - .microseconds(1))
      #expect(before.nextChange == start)
      let scene = stage(script.log, ViewerState(), at: start)
      #expect(scene.headline == .dealing && scene.motion == .moving)
      #expect(scene.cards.count == turn + 1 && (scene.deck?.count ?? 0) == 7 - turn)
      let leaving = try #require(scene.cards.first { $0.id.slot == script.view.dealOrder[turn] })
      #expect(leaving.centre == scene.table.centre)
    }
    let lying = stage(script.log, ViewerState(), at: deal.playableAt)
    #expect(lying.cards.allSatisfy { $0.centre == lying.table.centre(of: $0.place) })
  }

  @Test("A card is edge-on at its reveal and shows its face from then on")
  func reveal() throws {
    var script = ScriptedMatch()
    script.begin()
    script.deal()
    script.choose(2)
    let flip = try #require(script.steps.last?.entry)
    func shown(_ milliseconds: Int) -> Scene.Card? {
      let time = flip.shownAt + .milliseconds(milliseconds)
      return stage(script.log, ViewerState(), at: time).cards.first { $0.place == 2 }
    }
    let lying = try #require(shown(-180))
    #expect(lying.rotation == 180 && lying.face == nil && lying.bonus == nil)
    let turning = try #require(shown(-90))
    #expect((120..<180).contains(turning.rotation) && turning.face == nil && turning.lift > 0)
    let edge = try #require(shown(0))
    #expect(edge.rotation == 90 && edge.face == nil)
    let coming = try #require(shown(90))
    #expect(abs(coming.rotation - (180 - turning.rotation)) < 1e-3 && coming.face == Face(1))
    let up = try #require(shown(180))
    #expect(up.rotation == 0 && up.face == Face(1) && up.lift == 0 && up.z > lying.z)
    #expect(shown(0)?.bonus == 1)
  }

  @Test("The pie drains evenly and is gone when nothing is left")
  func pie() throws {
    var script = ScriptedMatch(settings: MatchSettings(turnLimit: .zero, bonusLimit: .seconds(3)))
    script.begin()
    script.deal()
    script.choose(0)
    let start = try #require(script.steps.last?.entry.shownAt)
    func pie(_ milliseconds: Int) -> Double? {
      stage(script.log, ViewerState(), at: start + .milliseconds(milliseconds)).cards.last?.bonus
    }
    #expect(pie(0) == 1)
    #expect(pie(1500) == 0.5)
    #expect(pie(2250) == 0.25)
    #expect(pie(2999).map { $0 > 0 && $0 < 0.001 } == true)
    #expect(pie(3000) == nil)
  }

  @Test("A mismatch shows, turns back and passes the turn")
  func mismatch() throws {
    var script = ScriptedMatch()
    script.begin()
    script.deal()
    let first = script.turnSeat
    script.choose(0)
    script.choose(2)
    let showing = scene(script)
    #expect(showing.headline == .mismatch(first))
    #expect(showing.cards.count { $0.face != nil } == 2)
    #expect(showing.turn == Scene.Turn(seat: first, clock: nil))
    script.pass(.seconds(2))
    let after = scene(script)
    #expect(after.cards.allSatisfy { $0.face == nil && $0.rotation == 180 })
    #expect(after.headline == .turn(script.turnSeat) && script.turnSeat != first)
    #expect(after.seats.map(\.isTurn) == [0, 1].map { SeatIndex($0) == script.turnSeat })
  }

  @Test("A pair is marked, leaves together and brings a note of its points")
  func pair() throws {
    var script = ScriptedMatch()
    script.begin()
    script.deal()
    let seat = script.turnSeat
    script.choose(0)
    script.choose(1)
    let showing = scene(script)
    #expect(showing.headline == .pair(seat))
    #expect(showing.cards.filter(\.isMatched).map(\.place).sorted() == [0, 1])
    let note = try #require(showing.scoreNotes.first)
    #expect(note.change.seat == seat && note.change.delta == showing.seats[seat.rawValue].score)
    #expect(note.centre == showing.table.centre(of: 1))
    script.pass(.seconds(2))
    let after = scene(script)
    #expect(after.cards.count == 6 && after.scoreNotes.isEmpty)
    #expect(after.seats[seat.rawValue].pairs == 1)
  }

  @Test("The turn's clock drains evenly, and shows whole seconds, rounded up")
  func clock() throws {
    var script = ScriptedMatch()
    script.begin()
    script.deal()
    let turn = try #require(script.view.turn)
    func scene(_ milliseconds: Int) -> Scene {
      stage(script.log, ViewerState(), at: turn.beganAt + .milliseconds(milliseconds))
    }
    for milliseconds in [0, 1, 999, 1000, 14_999, 15_000, 29_999] {
      let left = Double(30_000 - milliseconds) / 30_000
      let seconds = Int((left * 30).rounded(.up))
      let scene = scene(milliseconds)
      #expect(scene.turn?.clock == Scene.Clock(secondsLeft: seconds, fraction: left))
      #expect(scene.motion == .counting)
    }
    let over = scene(31_000)
    #expect(over.turn?.clock == Scene.Clock(secondsLeft: 0, fraction: 0))
    #expect(over.motion == .still && over.nextChange == nil)
  }

  @Test("A turn without a limit has no clock, and the screen may sleep")
  func noClock() {
    var script = ScriptedMatch(settings: MatchSettings(turnLimit: .zero))
    script.begin()
    script.deal()
    let waiting = scene(script)
    #expect(waiting.turn == Scene.Turn(seat: script.turnSeat, clock: nil))
    #expect(waiting.motion == .still && waiting.nextChange == nil)
  }

  @Test("The end has its standings and its winners")
  func end() {
    var script = ScriptedMatch(faces: [0, 0, 1, 1])
    script.begin()
    script.deal()
    let winner = script.turnSeat
    script.choose(0, 1)
    script.choose(2, 3)
    script.pass(.seconds(1))
    let scene = scene(script)
    #expect(scene.phase == .ended)
    #expect(scene.headline == .ended(.finished, winners: [winner]))
    #expect(scene.standings.first?.seat == winner && scene.standings.count == 2)
    #expect(scene.cards.isEmpty && scene.turn == nil)
  }
}
