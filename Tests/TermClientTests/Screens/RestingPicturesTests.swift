// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchClient
import MatchFixtures
import Protocol
import Stage
import TerminalFixtures
import Testing

@testable import MatchUI
@testable import TermClient
@testable import TerminalUI

@Suite("What rests in a terminal's real pixels", .timeLimit(.minutes(4)))
struct RestingPicturesTests {
  private typealias Pixels = RealPixelsTests

  /// The dealt match, with all cards at rest.
  private static let scene: Scene = {
    let script = Pixels.dealt()
    return stage(StagedLog(script.log), Pixels.local, at: script.now + .milliseconds(200))
  }()

  @Test("Cards at rest are pictures, and the cells below are those of a terminal without")
  func rest() throws {
    let scene = Self.scene
    let screen = MatchScreen(roomCode: "KAZU")
    let grid = screen.draw(scene, try Pixels.renderStyle(), in: Pixels.window)
    let bare = screen.draw(
      scene, RenderStyle(depth: .full, drawing: .sextants), in: Pixels.window)
    #expect(bare.pictured == 0)
    let layout = try #require(
      MatchLayout(scene.table, seats: 2, in: Pixels.window, try Pixels.renderStyle()))
    let board = try #require(layout.picture)
    // Only the cursor's glow is left out, which would be cells beside pixels, and steps of the ring.
    let ring = layout.clockArea.grown(1, 1)
    let cursor = board.area(at: try #require(scene.table.centre(of: 0))).grown(3, 2)
    for row in 0..<grid.height {
      for column in 0..<grid.width
      where !cursor.contains(column: column, row: row) && !ring.contains(column: column, row: row) {
        #expect(grid[column, row] == bare[column, row])
      }
    }
    for card in scene.cards {
      let area = board.area(at: card.centre)
      for row in area.rows {
        for column in area.columns {
          let found = try #require(grid.picture(column: column, row: row))
          #expect(Int(found.piece.x) == (column - area.column) * 8)
          #expect(Int(found.piece.y) == (row - area.row) * 16)
        }
      }
      // All backs are one picture, with round corners on the felt.
      let corner = try #require(grid.picture(column: area.column, row: area.row))
      #expect(corner.picture.pixels[0, 0].alpha == 0)
      // Of the two colours of the cell above one is the felt, or the cursor's frame.
      let above = bare[area.column, max(area.row - 1, 0)].style
      let difference = [above.foreground, above.background].map {
        abs($0.green - corner.piece.ground.green)
      }
      #expect(difference.contains { $0 < 30 }, "\(difference)")
    }
    // The others are the cursor's frame, in the cells around a card, and the ring of the turn's time.
    #expect(grid.pictures.count == 3)
    let inRing = ring.rows.flatMap { row in ring.columns.map { ($0, row) } }.count {
      grid.picture(column: $0, row: $1) != nil
    }
    #expect(inRing > 30)
    #expect(
      grid.pictured - inRing == scene.cards.count * board.cardColumns * board.cardRows
        + 2 * (board.cardColumns + board.cardRows + 2))
  }

  @Test("The frame of the cursor has round corners on the felt, and moves as a picture does")
  func cursor() throws {
    let scene = Self.scene
    var screen = MatchScreen(roomCode: "KAZU")
    var renderer = MatchRenderer()
    let renderStyle = try Pixels.renderStyle()
    let layout = try #require(MatchLayout(scene.table, seats: 2, in: Pixels.window, renderStyle))
    let board = try #require(layout.picture)
    var pictures: Set<UInt32> = []
    for place in [0, 1, 5] {
      screen.cursor.point(to: place, on: scene.table)
      let grid = renderer.grid(scene, screen, renderStyle, in: Pixels.window)
      let card = board.area(at: try #require(scene.table.centre(of: place)))
      let corner = try #require(grid.picture(column: card.column - 1, row: card.row - 1))
      let pixels = corner.picture.pixels
      #expect(pixels[0, 0].alpha == 0)
      #expect(pixels[pixels.width / 2, 15].color == Color(renderStyle.palette.picture.cursor))
      // Below it is no yellow, though perhaps its shine.
      #expect(corner.piece.ground.red < 0xc0)
      pictures.insert(corner.piece.picture)
      for other in scene.table.places where other != place {
        let other = board.area(at: try #require(scene.table.centre(of: other)))
        #expect(
          grid.picture(column: other.column - 1, row: other.row + 1)?.piece.picture
            != corner.piece.picture)
      }
    }
    #expect(pictures.count == 1)
  }

  @Test("Of the table the cells of cards and around the cursor's are pictures, in any cell size")
  func sizes() throws {
    let scene = Self.scene
    for (width, height) in [(7, 15), (8, 17), (8, 19), (9, 18), (9, 20), (10, 21), (11, 23)] {
      var renderStyle = try Pixels.renderStyle()
      let cell = try #require(PixelSize(width: width, height: height))
      renderStyle.graphics = TerminalGraphics(.kitty, cell: cell)
      renderStyle.cellHeight = Float(height) / Float(width)
      for window in [
        Pixels.window, WindowSize(columns: 80, rows: 24), .init(columns: 100, rows: 32),
      ] {
        let grid = MatchScreen(roomCode: "KAZU").draw(scene, renderStyle, in: window)
        let layout = try #require(MatchLayout(scene.table, seats: 2, in: window, renderStyle))
        let board = try #require(layout.picture)
        let cards = scene.cards.map { board.area(at: $0.centre) }
        // A frame is a cell wide, or two around a wide card.
        let cursor = board.area(at: try #require(scene.table.centre(of: 0)))
          .grown(board.unitWidth * 0.08 > 1.25 ? 2 : 1, 1)
        let ring = layout.clockArea.grown(1, 1)
        for row in 0..<grid.height {
          for column in 0..<grid.width where !ring.contains(column: column, row: row) {
            let isCard = cards.contains { $0.contains(column: column, row: row) }
            // A letter may be in the frame's row.
            let isLetter = grid[column, row].glyph.text.first?.isLetter ?? false
            let isAround = cursor.contains(column: column, row: row) && !isLetter
            #expect(
              (grid.picture(column: column, row: row) != nil) == (isCard || isAround),
              "\(width)x\(height): \(column), \(row)")
          }
        }
      }
    }
  }

  @Test("The ring of a turn is a picture a second, not one for each of its steps")
  func ring() throws {
    var script = Pixels.dealt()
    let start = script.now
    script.pass(.seconds(25))
    let staged = StagedLog(script.log)
    var renderer = MatchRenderer()
    let (renderStyle, screen) = (try Pixels.renderStyle(), MatchScreen(roomCode: "KAZU"))
    var (pictures, cells): (Set<UInt32>, Set<[Cell]>) = ([], [])
    for tenth in 20..<120 {
      let scene = stage(staged, Pixels.local, at: start + .milliseconds(Int64(tenth) * 100))
      let layout = try #require(MatchLayout(scene.table, seats: 2, in: Pixels.window, renderStyle))
      let grid = renderer.grid(scene, screen, renderStyle, in: Pixels.window)
      let ring = layout.clockArea
      if let found = grid.picture(column: ring.column + 5, row: ring.row) {
        pictures.insert(found.piece.picture)
      }
      cells.insert(ring.rows.flatMap { row in ring.columns.map { grid[$0, row] } })
    }
    #expect((8...14).contains(pictures.count), "\(pictures.count) in ten seconds")
    #expect(cells.count < 25)
  }
}
