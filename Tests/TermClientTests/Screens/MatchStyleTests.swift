// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchFixtures
import Protocol
import Stage
import TerminalFixtures
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

/// Visual properties of a picture of a match, at usual sizes of windows and cells.
@Suite("Match style", .timeLimit(.minutes(3)))
struct MatchStyleTests {
  private static let faces = [2, 2, 15, 15, 27, 27, 28, 28]
  /// As many as make four rows, which have the panel beside them.
  private static let many = (0..<8).flatMap { [$0 + 2, $0 + 2] }

  private static func renderStyle(_ drawing: Drawing = .halves) -> RenderStyle {
    RenderStyle(depth: .full, drawing: drawing)
  }

  private static func local(_ seat: Int = 0) -> ViewerState {
    var local = ViewerState()
    local.add(.seat(SeatIndex(seat)), at: .zero)
    return local
  }

  private static let sizes = [(80, 24), (60, 20), (100, 32), (120, 40)].map {
    WindowSize(columns: $0, rows: $1)
  }

  /// The styles for terminals with cells of usual heights.
  private static let styles: [RenderStyle] = [Drawing.halves, .sextants].flatMap { drawing in
    [Float(2), 2.375].map { height in
      var renderStyle = renderStyle(drawing)
      renderStyle.cellHeight = height
      return renderStyle
    }
  }

  @Test("The letter of the cursor's column is a tab of the cursor's frame where that reaches it")
  func cursorLetter() throws {
    var script = ScriptedMatch(faces: (0..<36).map { $0 / 2 })
    script.begin()
    script.deal()
    let scene = stage(script.log, Self.local(), at: script.now + .seconds(1))
    var screen = MatchScreen(roomCode: "")
    screen.cursor.point(to: 1, on: scene.table)
    for renderStyle in Self.styles {
      let size = WindowSize(columns: 80, rows: 24)
      let layout = try #require(
        MatchLayout(scene.table, seats: scene.seats.count, in: size, renderStyle))
      let grid = screen.draw(scene, renderStyle, in: size)
      let (column, row) = (try #require(layout.letterColumn(of: 1, cells: 1)), layout.lettersRow)
      #expect(grid[column, row].glyph.text == "B")
      let frame = grid[column, row].style.background
      // It is not the viewer's turn: yellow halfway to the felt.
      #expect(frame.red > 0x80 && frame.green > 0x90 && frame.blue < 0x70)
      // The frame is in the cells beside it.
      for beside in [column - 1, column + 1] {
        let style = grid[beside, row].style
        #expect(style.foreground == frame || style.background == frame)
      }
      // Other letters stand on felt.
      let other = try #require(layout.letterColumn(of: 3, cells: 1))
      #expect(grid[other, row].style.background.red < 0x40)
    }
  }

  @Test("A small shape's letters stand on its paper, at the card's foot", arguments: sizes)
  func codes(size: WindowSize) throws {
    for theme in ["shapes", "animals"] {
      let settings = MatchSettings(theme: theme)
      var script = ScriptedMatch(faces: Self.faces, settings: settings)
      script.begin()
      script.deal()
      script.choose(0)
      let card = try #require(script.view.cards.first { $0.state == .up })
      let scene = stage(script.log, ViewerState(), at: script.now + .seconds(1))
      let screen = MatchScreen(roomCode: "")
      for renderStyle in Self.styles {
        let layout = try #require(
          MatchLayout(scene.table, seats: scene.seats.count, in: size, renderStyle))
        let area = layout.area(at: try #require(scene.table.centre(of: card.place)))
        let grid = screen.draw(scene, renderStyle, in: size)
        let row = area.row + area.height - (area.height >= 6 ? 2 : 1)
        let cells = area.columns.map { grid[$0, row] }
        let face = ThemeFaces.standard.face(theme, Face(Self.faces[0]))
        let code = face.code
        let hasCode = theme == "shapes" && layout.picture?.hasCodes == true
        let text = cells.map { $0.glyph.text }.joined()
        #expect(text.contains(code) == hasCode, "\(renderStyle)")
        guard hasCode else { continue }
        for cell in cells where code.contains(cell.glyph.text) {
          #expect(cell.style.background == renderStyle.palette.front.background)
          #expect(cell.style.foreground == Color(try #require(face.shape).color))
        }
      }
    }
  }

  @Test("The cursor's frame is on no card but its own, and cut by no letter", arguments: sizes)
  func cursor(size: WindowSize) throws {
    var script = ScriptedMatch(faces: Self.faces)
    script.begin()
    script.deal()
    let scene = stage(script.log, Self.local(), at: script.now + .seconds(1))
    for renderStyle in Self.styles {
      var screen = MatchScreen(roomCode: "")
      let layout = try #require(
        MatchLayout(scene.table, seats: scene.seats.count, in: size, renderStyle))
      let before = screen.draw(scene, renderStyle, in: size)
      screen.cursor.point(to: 5, on: scene.table)
      let after = screen.draw(scene, renderStyle, in: size)
      #expect(before != after)
      for place in scene.table.places where place != 0 && place != 5 {
        let area = layout.area(at: try #require(scene.table.centre(of: place)))
        for row in area.rows {
          for column in area.columns {
            #expect(before[column, row] == after[column, row], "\(place) in \(size)")
          }
        }
      }
      // A letter among two colours would stand on the darker of them and cut the frame.
      let letter = try #require(
        layout.board.columns.map { before[$0, layout.lettersRow] }
          .first { $0.glyph.text == "A" })
      let isOnFrame = letter.style.background == Color(renderStyle.palette.picture.cursor)
      #expect(isOnFrame == (layout.lettersRow + 1 == layout.board.row))
    }
  }

  @Test("The cursor is bright in the viewer's own turn alone", arguments: Drawing.allCases)
  func dimCursor(drawing: Drawing) {
    var script = ScriptedMatch(["Ana", "Ben"], faces: Self.faces)
    script.begin()
    script.deal()
    let seat = script.turnSeat.rawValue
    let renderStyle = Self.renderStyle(drawing)
    let bright = Color(renderStyle.palette.picture.cursor)
    let dim = RGBA(renderStyle.palette.picture.feltLit).mixed(
      with: RGBA(bright.bits & 0xff_ffff), 0.5)
    func colors(_ seat: Int) -> Set<Color> {
      let scene = stage(script.log, Self.local(seat), at: script.now + .seconds(1))
      let grid = MatchScreen(roomCode: "").draw(
        scene, renderStyle, in: WindowSize(columns: 80, rows: 24))
      return Set(grid.cells.flatMap { [$0.style.foreground, $0.style.background] })
    }
    #expect(colors(seat).contains(bright))
    #expect(!colors(1 - seat).contains(bright))
    #expect(drawing == .characters || colors(1 - seat).contains(dim.color))
  }

  @Test(
    "A ghost cursor changes nothing but its place's frame, and is never as bright",
    arguments: Drawing.allCases)
  func ghost(drawing: Drawing) throws {
    var script = ScriptedMatch(["Ana", "Ben"], faces: Self.faces)
    script.begin()
    script.deal()
    let scene = stage(
      script.log, Self.local(1 - script.turnSeat.rawValue), at: script.now + .seconds(1))
    let (renderStyle, size) = (Self.renderStyle(drawing), WindowSize(columns: 80, rows: 24))
    let layout = try #require(
      MatchLayout(scene.table, seats: scene.seats.count, in: size, renderStyle))
    let centre = try #require(scene.table.centre(of: 5))
    var screen = MatchScreen(roomCode: "")
    let before = screen.draw(scene, renderStyle, in: size)
    screen.ghost = Ghost(seat: script.turnSeat, centre: centre, opacity: 1)
    let after = screen.draw(scene, renderStyle, in: size)
    #expect(before != after)
    let area = layout.area(at: centre)
    let around = Area(
      column: area.column - 1, row: area.row - 1, width: area.width + 2, height: area.height + 2)
    for row in 0..<size.rows {
      for column in 0..<size.columns where before[column, row] != after[column, row] {
        #expect(around.contains(column: column, row: row), "\(column), \(row)")
      }
    }
    let bright = Color(renderStyle.palette.picture.cursor)
    let colors = Set(after.cells.flatMap { [$0.style.foreground, $0.style.background] })
    #expect(!colors.contains(bright))
  }

  @Test("The last five seconds of a turn have the colour of a loss", arguments: Drawing.allCases)
  func urgent(drawing: Drawing) {
    var script = ScriptedMatch(["Ana", "Ben"], faces: Self.many)
    script.begin()
    script.deal()
    let renderStyle = Self.renderStyle(drawing)
    let loss = Color(renderStyle.palette.picture.loss)
    func colors(after seconds: Int64) -> Set<Color> {
      let scene = stage(script.log, Self.local(), at: script.now + .seconds(seconds))
      let grid = MatchScreen(roomCode: "").draw(
        scene, renderStyle, in: WindowSize(columns: 100, rows: 32))
      return Set(grid.cells.flatMap { [$0.style.foreground, $0.style.background] })
    }
    #expect(!colors(after: 20).contains(loss))
    #expect(colors(after: 26).contains(loss))
  }

  @Test("The viewer's own turn is shown in their colour")
  func ownTurn() {
    var script = ScriptedMatch(["Ana", "Ben"], faces: Self.many)
    script.begin()
    script.deal()
    let seat = script.turnSeat
    #expect(script.view.rows == 4, "A panel beside the board.")
    let own = Self.renderStyle().palette.seat(seat).foreground
    for viewer in [seat.rawValue, 1 - seat.rawValue] {
      let scene = stage(script.log, Self.local(viewer), at: script.now + .seconds(1))
      let grid = MatchScreen(roomCode: "").draw(
        scene, Self.renderStyle(), in: WindowSize(columns: 100, rows: 32))
      let letters = (0..<100).map { grid[$0, 2] }.filter { "turn".contains($0.glyph.text) }
      #expect(letters.allSatisfy { $0.style.foreground == own } == (viewer == seat.rawValue))
    }
  }

  @Test("Nothing on the panel is cut", arguments: sizes.filter { $0.columns >= 80 })
  func panel(size: WindowSize) {
    var script = ScriptedMatch(["Maximiliane of the Mountain", "Bob"], faces: Self.many)
    script.begin()
    script.deal()
    script.emit(.consented(SeatIndex(1)))
    for renderStyle in Self.styles + [Self.renderStyle(.characters)] {
      let screen = MatchScreen(roomCode: "KAZU")
      func text(_ you: Int, _ screen: MatchScreen) -> String {
        let scene = stage(script.log, Self.local(you), at: script.now + .seconds(1))
        let grid = screen.draw(scene, renderStyle, in: size)
        guard
          let layout = MatchLayout(scene.table, seats: scene.seats.count, in: size, renderStyle),
          !layout.isPanelBelow
        else {
          return grid.text(0..<size.columns)
        }
        return renderStyle.blocks == nil
          ? grid.text(0..<size.columns) : grid.text(layout.panel.columns)
      }
      #expect(text(0, screen).contains("0 pairs, "))
      #expect(text(0, screen).contains("restart"))
      #expect(text(0, screen).contains("r restart with Bob"))
      // Two spaces separate hints, which hit testing relies on.
      let scene = stage(script.log, Self.local(0), at: script.now + .seconds(1))
      let hints = ["r restart with Bob  ? help", "? help  q leave"]
      let grid = screen.draw(scene, renderStyle, in: size)
      #expect(hints.contains { grid.contains($0) })
      #expect(text(1, screen).contains("You asked to restart: others press r"))
      var reacting = screen
      reacting.reactions[SeatIndex(0)] = ShownReaction(kind: .clap, opacity: 1)
      #expect(text(0, reacting).contains("… (you) "), "\(text(0, reacting))")
    }
  }

  @Test("A player's state has priority over their pairs if space is short")
  func details() throws {
    var script = ScriptedMatch(["Ana", "Ben", "Cy"], faces: Self.faces)
    script.begin()
    script.deal()
    script.resign(1)
    script.emit(.consented(SeatIndex(1)))
    let seat = stage(script.log, ViewerState(), at: script.now + .seconds(1)).seats[1]
    let screen = MatchScreen(roomCode: "")
    #expect(screen.details(of: seat, in: 40) == "0 pairs, resigned, wants restart")
    #expect(screen.details(of: seat, in: 28) == "0 pairs, resigned, restart?")
    #expect(screen.details(of: seat, in: 20) == "resigned, restart?")
  }

  @Test("No card flies below the panel's text", arguments: [Drawing.halves, .sextants])
  func flight(drawing: Drawing) throws {
    let demo = try #require(Demo.named("deal-random"))
    let timeline = demo.makeTimeline()
    let renderStyle = Self.renderStyle(drawing)
    let panel = Color(renderStyle.palette.picture.panel)
    var seen = 0
    for moment in stride(from: 100, to: 2500, by: 200) {
      let scene = timeline.scene(at: timeline.span.lowerBound + .milliseconds(moment))
      let size = WindowSize(columns: 100, rows: 32)
      let screen = MatchScreen(roomCode: "")
      let layout = try #require(
        MatchLayout(scene.table, seats: scene.seats.count, in: size, renderStyle))
      let inPanel = scene.cards.filter { layout.area(at: $0.centre).intersects(layout.panel) }
      seen += inPanel.count
      let grid = screen.draw(scene, renderStyle, in: size)
      // Nobody has a turn or a score yet: all of the panel is its own colour.
      for row in layout.panel.rows {
        for column in layout.panel.columns {
          #expect(grid[column, row].style.background == panel, "\(column), \(row) at \(moment)")
        }
      }
    }
    #expect(seen > 0)
  }

  @Test("Cards in few rows have a line of felt between them")
  func close() throws {
    var script = ScriptedMatch(faces: (0..<32).flatMap { [$0, $0] })
    script.begin()
    script.deal()
    let scene = stage(script.log, ViewerState(), at: script.now + .seconds(1))
    let size = WindowSize(columns: 80, rows: 24)
    for renderStyle in Self.styles {
      let screen = MatchScreen(roomCode: "")
      let layout = try #require(
        MatchLayout(scene.table, seats: scene.seats.count, in: size, renderStyle))
      let board = try #require(layout.picture)
      #expect(board.isClose && board.table.rows == 8)
      let grid = screen.draw(scene, renderStyle, in: size)
      let centre = try #require(scene.table.centre(of: 9))
      let middle = layout.area(at: centre)
      let last = grid[middle.column + 1, board.top / board.blocks.down + 2 * 2 - 1]
      // Card and felt in one cell.
      let reds = [last.style.foreground, last.style.background].map { $0.red - $0.green }
      #expect(last.glyph != .space && reds.contains { $0 > 40 } && reds.contains { $0 < 0 })
    }
  }
}
