// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Settings
import TerminalFixtures
import Testing

@testable import MatchUI
@testable import TermClient
@testable import TerminalUI

@Suite("A menu's cards in real pixels", .timeLimit(.minutes(2)))
struct MenuCardsTests {
  private static func style(pictures: Bool = true) throws -> RenderStyle {
    var style = RenderStyle(depth: .full, drawing: .sextants)
    let cell = try #require(PixelSize(width: 8, height: 17))
    style.graphics = pictures ? TerminalGraphics(.kitty, cell: cell) : nil
    return style
  }

  /// The home screen, whose title lies there.
  private static func home(pictures: Bool = true) throws -> ScreenTester<HomeScreen> {
    let tester = ScreenTester(HomeScreen(isDealt: true))
    tester.style = try style(pictures: pictures)
    tester.size = WindowSize(columns: 100, rows: 32)
    return tester
  }

  /// The pictures in the title, from left to right.
  private static func title(_ grid: Grid) -> [CellPicture] {
    let row = HomeLayout(items: HomeChoice.offered.count, in: WindowSize(columns: 100, rows: 32))
      .title
    var found: [CellPicture] = []
    for column in 0..<grid.width {
      guard
        let picture = grid.picture(column: column, row: row.row + row.height / 2)?.picture,
        found.last != picture
      else { continue }
      found.append(picture)
    }
    return found
  }

  @Test("The title at rest is pictures, over the cells of a terminal without")
  func rest() throws {
    let grid = try Self.home().frame().grid
    let bare = try Self.home(pictures: false).frame().grid
    #expect(grid.cells == bare.cells && bare.pictured == 0)
    let title = Self.title(grid)
    #expect(title.count == TitleLetter.all.count && grid.pictured > 8 * 50)
    for picture in title {
      let colors: [RGBA] = Array(picture.pixels.colors)
      #expect(colors.allSatisfy { $0.alpha == 255 })
      // Paper, and ink.
      #expect(colors.contains { $0.color.red > 240 && $0.color.green > 230 })
      #expect(colors.contains { $0.color.green < 60 })
    }
  }

  @Test("Two cards turn in blocks, the others keep their pictures, and none is drawn twice")
  func turning() throws {
    let tester = try Self.home()
    let before = Self.title(tester.frame().grid)
    let pictured = tester.frame().grid.pictured
    let start = try #require(tester.frame().nextChange)
    tester.now = start + .milliseconds(500)
    let turning = tester.frame()
    #expect(turning.motion == .moving && turning.grid.pictured < pictured)
    #expect(Self.title(turning.grid).map { before.firstIndex(of: $0) } == [0, 2, 3, 4, 5, 7])
    tester.now = start + .milliseconds(1600)
    let faces = tester.frame()
    #expect(faces.motion == .still)
    let shown = Self.title(faces.grid)
    #expect(shown.count == before.count && Set(shown).subtracting(before).count >= 2)
    tester.now = start + .milliseconds(4500)
    #expect(Self.title(tester.frame().grid) == before)
  }

  @Test("Where the table moves below, no card is a picture")
  func movingTable() throws {
    let style = try Self.style()
    let size = WindowSize(columns: 30, rows: 12)
    let table = Canvas(
      columns: size.columns, rows: size.rows, blocks: .sextants, filledWith: RGBA(0x206050))
    let strip = Area(column: 0, row: 1, width: size.columns, height: 9)
    let card = MenuCards.Card(side: .back, place: SIMD2(15, 11))
    for isStill in [true, false] {
      var (cards, grid) = (MenuCards(), Grid(width: size.columns, height: size.rows))
      cards.draw([card], width: 8, in: strip, style, on: table, isStill: isStill, &grid)
      #expect((grid.pictured > 0) == isStill)
    }
    // A card that flies over it takes its cells.
    var (cards, grid) = (MenuCards(), Grid(width: size.columns, height: size.rows))
    cards.draw([card], width: 8, in: strip, style, on: table, &grid)
    let alone = grid.pictured
    let flying = MenuCards.Card(
      side: .back, place: SIMD2(4, 11), motion: Pose(x: 11, y: 11, lift: 0.5))
    cards.draw([card, flying], width: 8, in: strip, style, on: table, &grid)
    #expect(grid.pictured > 0 && grid.pictured < alone)
  }

  @Test("A card that turns beside another takes cells of its shadow, and none of its own")
  func beside() throws {
    let style = try Self.style()
    let table = Canvas(columns: 40, rows: 12, blocks: .sextants, filledWith: RGBA(0x206050))
    let strip = Area(column: 0, row: 1, width: 40, height: 9)
    let resting = MenuCards.Card(side: .back, place: SIMD2(12, 11))
    let turning = MenuCards.Card(
      side: .back, place: SIMD2(21, 11), motion: Pose(x: 21, y: 11, turn: 40, lift: 0.5))
    var (cards, grid) = (MenuCards(), Grid(width: 40, height: 12))
    cards.draw([resting, turning], width: 8, in: strip, style, on: table, &grid)
    for column in 8..<16 {
      #expect(grid.picture(column: column, row: 5) != nil, "column \(column)")
    }
    #expect(grid.picture(column: 20, row: 5) == nil)
  }

  @Test("Small cards need no characters for their letters")
  func small() throws {
    for (pictures, words) in [(true, ""), (false, "FACEDOWN")] {
      let tester = try Self.home(pictures: pictures)
      tester.style.drawing = .halves
      tester.style.decoration = .none
      tester.size = MenuPage.smallest
      let found = tester.lines().prefix(7).joined().filter { "FACEDOWN".contains($0) }
      #expect(found == words && (tester.frame().grid.pictured > 0) == pictures)
    }
  }

  @Test("The preview of settings has pictures as the settings choose")
  func preview() throws {
    let settings = ResolvedSettings(
      environment: { _ in nil }, file: SettingsFile(text: ""), path: "/c")
    let tester = ScreenTester(SettingsScreen(settings))
    tester.style = try Self.style()
    tester.size = WindowSize(columns: 100, rows: 36)
    var kinds: [String: Bool] = [:]
    #expect(tester.click("Drawing"))
    for _ in Preference(\.drawing).choices {
      let word = tester.screen.changes[Preference(\.drawing)] ?? nil
      kinds[word ?? "auto"] = tester.frame().grid.pictured > 0
      tester.press(.right)
    }
    #expect(
      kinds == [
        "auto": true, "characters": false, "halves": false, "sextants": false, "sixel": true,
        "kitty": true,
      ])
  }
}
