// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Interpolation
import Testing

@testable import Stage

@Suite("Match display list", .timeLimit(.minutes(1)))
struct MatchDisplayListTests {
  private static func list() -> MatchDisplayList {
    MatchDisplayList(
      table: Table(rows: 2, columns: 2), theme: "animals", showsPlaces: true, panel: nil)
  }

  private static func card(z: Double = 0, bonus: Double? = nil) -> Scene.Card {
    Scene.Card(
      id: CardID(generation: 3, slot: 5), place: 1, centre: Point(x: 1, y: 1), rotation: 0, spin: 0,
      scale: 1, opacity: 1, lift: 0, face: Face(2), isMatched: false, bonus: bonus,
      isHighlighted: false, isChosen: false, isRefused: false, z: z)
  }

  private static func number(opacity: Double) -> Scene.FlyingNumber {
    Scene.FlyingNumber(
      seq: 9, seat: SeatIndex(0), card: CardID(generation: 3, slot: 5), delta: 14,
      centre: Point(x: 1, y: 1), opacity: opacity)
  }

  @Test("Items are back to front however they were added, equal heights in the order added")
  func order() {
    var list = Self.list()
    let heights = [40.0, 0, 20, 0, -3, 40, 10, .infinity, -.infinity, 0]
    for (index, height) in heights.enumerated() {
      list.add(
        MatchDisplayList.Item(
          MatchDisplayList.ID(.plate, index), z: height,
          .cursor(place: index, isBright: false)))
    }
    #expect(list.items.map(\.id.index) == [8, 4, 1, 3, 9, 6, 2, 0, 5, 7])
  }

  @Test("A card keeps its identity while it moves, and its height is the scene's")
  func card() throws {
    var list = Self.list()
    list.add(Self.card(z: 20))
    let item = try #require(list.items.first)
    #expect(item.id == MatchDisplayList.ID(.card, 5, part: 3) && item.z == 20)
    #expect(item.content == .card(Self.card(z: 20)))
  }

  @Test(
    "A bonus drains in steps, rounded up, so that it is empty only at the end",
    arguments: [(-1, 0), (0, 0), (0.001, 1), (0.5, 36), (0.51, 37), (1, 72), (7, 72)]
      as [(Double, Int)])
  func bonus(fraction: Double, steps: Int) throws {
    var list = Self.list()
    list.add(Self.card(bonus: fraction))
    guard case .card(let card) = try #require(list.items.first).content else { return }
    #expect(card.bonus == Double(steps) / 72)
  }

  @Test("A number fades in steps, and is gone before it is invisible")
  func number() throws {
    for (opacity, steps) in [(2.0, 32), (1, 32), (0.5, 16), (0.51, 16), (0.02, 1)] {
      var list = Self.list()
      list.add(Self.number(opacity: opacity))
      guard case .number(let number) = try #require(list.items.first).content else { return }
      #expect(number.opacity == Double(steps) / 32)
      #expect(list.items[0].id == MatchDisplayList.ID(.number, 5, part: 9))
    }
    for opacity in [0.015, 0, -1] {
      var list = Self.list()
      list.add(Self.number(opacity: opacity))
      #expect(list.items.isEmpty)
    }
  }

  @Test("A clock drains in steps, rounded up")
  func clock() {
    for (fraction, steps) in [(0.0, 0), (0.001, 1), (0.5, 60), (1, 120), (2, 120), (-1, 0)] {
      let clock = MatchDisplayList.Clock(
        seat: SeatIndex(1), Scene.Clock(secondsLeft: 9, fraction: fraction), isUrgent: true)
      #expect(clock.stepsLeft == steps && clock.secondsLeft == 9 && clock.isUrgent)
    }
  }

  @Test("The area is that of dialogs that came, went or moved")
  func dialogArea() {
    func list(_ areas: [Area]) -> MatchDisplayList {
      var list = MatchDisplayList(
        table: Table(rows: 2, columns: 2), theme: "animals", showsPlaces: false, panel: nil)
      for area in areas { list.add(.init(.init(.dialog), z: 1, .dialog(area))) }
      return list
    }
    let (one, two) = (
      Area(column: 1, row: 3, width: 4, height: 2), Area(column: 1, row: 9, width: 4, height: 5)
    )
    #expect(list([]).areaOfDialogs(changedSince: list([])) == nil)
    #expect(list([one]).areaOfDialogs(changedSince: list([one])) == nil)
    #expect(list([one]).areaOfDialogs(changedSince: list([])) == one)
    #expect(list([one]).areaOfDialogs(changedSince: list([one, two])) == two)
    #expect(list([two]).areaOfDialogs(changedSince: list([one])) == one.union(two))
  }
}
