// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchFixtures
import Stage
import Testing

@testable import MatchUI

@Suite("Headlines", .timeLimit(.minutes(1)))
struct HeadlineTextTests {
  private static func scene(_ you: Int?, players: Int = 3) -> Scene {
    let script = ScriptedMatch(Array(["Ana", "Ben", "Cy"].prefix(players)))
    var local = ViewerState()
    local.add(.seat(you.map { SeatIndex($0) }), at: .zero)
    return stage(script.log, local, at: script.now + .milliseconds(200))
  }

  private static let table: [(Scene.Headline, String)] = [
    (.waiting(freeChairs: 2, notReady: []), "Waiting for 2 more players."),
    (
      .waiting(freeChairs: 1, notReady: [SeatIndex(0)]),
      "Waiting for 1 more player."
    ),
    (
      .waiting(freeChairs: 0, notReady: [SeatIndex(1), SeatIndex(2)]),
      "Waiting for Ben and Cy to be ready."
    ),
    (
      .waiting(freeChairs: 0, notReady: [0, 1, 2].map { SeatIndex($0) }),
      "Waiting for 3 players to be ready."
    ),
    (.waiting(freeChairs: 0, notReady: []), "Everyone is ready."),
    (.waiting(freeChairs: 0, notReady: [SeatIndex(0)]), "Ready when you are."),
    (.waiting(freeChairs: 0, notReady: [SeatIndex(1)]), "Waiting for Ben to be ready."),
    (.committing, "Preparing a fair shuffle."),
    (.undealt, "Ready to deal."),
    (.dealing, "The cards are being dealt."),
    (.turn(SeatIndex(0)), "Your turn."), (.turn(SeatIndex(1)), "Ben's turn."),
    (.pair(SeatIndex(0)), "You found a pair!"), (.pair(SeatIndex(2)), "Cy found a pair!"),
    (.mismatch(SeatIndex(1)), "No match."), (.betweenTurns, "Next turn."),
    (.paused, "Everyone is away, so the match is paused."),
    (.ended(.finished, winners: [SeatIndex(0)]), "You win!"),
    (.ended(.resigned, winners: [SeatIndex(1)]), "Ben wins: everybody else has left."),
    (
      .ended(.finished, winners: [SeatIndex(0), SeatIndex(2)]), "You and Cy share first place."
    ),
    (.ended(.finished, winners: []), "The match is over."),
    (.ended(.restarted, winners: []), "Everyone agreed to restart."),
    (.ended(.abandoned, winners: []), "Everyone left, so the match ended."),
    (.ended(.aborted, winners: []), "Match cancelled: a player did not complete the shuffle."),
    (.shuffling, "The cards are being shuffled."),
    (.ended(.stalemate, winners: [SeatIndex(1)]), "A stalemate: Ben wins."),
    (
      .ended(.stalemate, winners: [SeatIndex(0), SeatIndex(2)]),
      "A stalemate: You and Cy share first place."
    ),
  ]

  @Test("Each state has its sentence", arguments: table)
  func headlines(headline: Scene.Headline, text: String) {
    var scene = Self.scene(0)
    scene.headline = headline
    #expect(scene.headlineText == text)
  }

  @Test("In a daily deal the turns are counted")
  func daily() {
    var scene = Self.scene(0)
    scene.settings.daily = Day(.zero)
    scene.turnsTaken = 5
    scene.headline = .turn(SeatIndex(0))
    #expect(scene.headlineText == "Turn 6.")
  }

  @Test("In zen anyone may turn, and nobody wins")
  func zen() {
    var scene = Self.scene(0)
    scene.settings.mode = .zen
    scene.turnsTaken = 5
    scene.headline = .turn(SeatIndex(1))
    #expect(scene.headlineText == "Ben's turn, or anyone's." && scene.isYourTurn)
    scene.headline = .pair(SeatIndex(1))
    #expect(scene.headlineText == "A pair!")
    scene.headline = .ended(.finished, winners: [0, 1, 2].map { SeatIndex($0) })
    #expect(
      scene.headlineText == "All pairs in 5 turns; a perfect memory needs 5.9 on average.")
    scene.seats[0].hasResigned = true
    scene.headline = .turn(SeatIndex(1))
    #expect(!scene.isYourTurn)
  }

  @Test("An announced stalemate is shown with the turn")
  func stalemate() {
    var scene = Self.scene(0)
    scene.turnsUntilStalemate = 2
    scene.headline = .turn(SeatIndex(0))
    #expect(scene.headlineText == "Your turn, 2 turns to a stalemate.")
  }

  @Test("A single player cannot win")
  func alone() {
    var scene = Self.scene(0, players: 1)
    scene.headline = .ended(.finished, winners: [SeatIndex(0)])
    #expect(scene.headlineText == "All pairs have been found.")
  }

  @Test("A player who takes a seat after the match has neither won nor lost it")
  func newcomer() throws {
    var script = ScriptedMatch()
    script.begin()
    script.resign(1)
    script.emit(.vacated(SeatIndex(0)))
    let cy = Player(name: "Cy")
    script.emit(.seated(Event.Seated(seat: SeatIndex(0), player: cy, actor: ActorNumber(3))))
    var local = ViewerState()
    local.add(.seat(SeatIndex(0)), at: .zero)
    // Once Cy has slid to the seat.
    let scene = stage(script.log, local, at: script.now + .seconds(2))
    #expect(scene.headlineText == "Ana wins: everybody else has left.")
    let texts = try MatchScreen(roomCode: "").texts(of: scene, in: MatchViewport())
    #expect(texts.contains("1. ● Ana") && texts.contains("Cy (you)"))
    #expect(!texts.contains("1. ● You"))
  }

  @Test("A spectator is never \"you\"")
  func spectator() {
    var scene = Self.scene(nil)
    scene.headline = .turn(SeatIndex(0))
    #expect(scene.headlineText == "Ana's turn.")
  }
}
