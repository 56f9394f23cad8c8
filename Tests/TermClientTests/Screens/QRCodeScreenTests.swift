// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchFixtures
import QREncode
import Stage
import TerminalFixtures
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("The QR code in the waiting room", .timeLimit(.minutes(1)))
struct QRCodeScreenTests {
  private static let link = "HTTP://192.168.178.142:7777/K7QF2"
  /// Where a dialog with a code has room for the text beside it.
  private static let roomy = [
    WindowSize(columns: 80, rows: 24), WindowSize(columns: 120, rows: 40),
    WindowSize(columns: 200, rows: 60),
  ]

  private func screen(
    in size: WindowSize, _ drawing: Drawing, hasCode: Bool = true, isFull: Bool = false,
    _ change: (inout MatchScreen) -> Void = { _ in }
  ) -> Grid {
    var script = ScriptedMatch()
    if !isFull { script.emit(.vacated(SeatIndex(1))) }
    var screen = MatchScreen(roomCode: "K7QF2")
    screen.link = "http://192.168.178.142:7777/K7QF2"
    if hasCode {
      screen.qrCodes.join = QRCode(Self.link)?.halfBlocks ?? []
      screen.qrCodes.watch = QRCode("\(Self.link)/WATCH")?.halfBlocks ?? []
    }
    change(&screen)
    var local = ViewerState()
    local.add(.seat(SeatIndex(0)), at: .zero)
    return screen.draw(
      stage(script.log, local, at: script.now + .seconds(2)),
      RenderStyle(depth: .full, drawing: drawing), in: size)
  }

  /// The grid as a dark terminal shows it; text that is no code is a noise of light dots.
  private func pixels(_ grid: Grid) -> PixelPicture {
    PixelPicture(columns: grid.width, rows: grid.height) { column, row in
      let cell = grid[column, row]
      let isBlack = cell.style == Style(Style.qrCode.foreground, on: Style.qrCode.background)
      if isBlack, cell.glyph == .space { return (0, 0) }
      guard cell.style == .qrCode else { return cell.glyph == .space ? (24, 24) : (24, 190) }
      return switch cell.glyph.text {
      case "▀": (0, 255)
      case "▄": (255, 0)
      default: (255, 255)
      }
    }
  }

  @Test(
    "is read from the screen",
    .enabled(if: InstalledPrograms.contain("zbarimg"), "zbarimg is missing (zbar-tools)."),
    arguments: roomy, [Drawing.characters, .halves, .sextants])
  func read(size: WindowSize, drawing: Drawing) throws {
    #expect(try pixels(screen(in: size, drawing)).readCode() == Self.link)
    // Once every seat is taken, others may only watch.
    let full = screen(in: size, drawing, isFull: true)
    #expect(try pixels(full).readCode() == "\(Self.link)/WATCH")
  }

  @Test(
    "takes nothing away from the text beside it", arguments: roomy,
    [Drawing.characters, .halves, .sextants])
  func text(size: WindowSize, drawing: Drawing) {
    let (with, without) = (
      screen(in: size, drawing), screen(in: size, drawing, hasCode: false)
    )
    let panel = Color(RenderStyle(depth: .full, drawing: drawing).palette.picture.panel)
    /// The lines, whose cells with the ink as background are the full blocks of a code on its plate.
    func lines(_ grid: Grid) -> [String] {
      (0..<grid.height).map { row in
        (0..<grid.width).map { grid[$0, row] }.map {
          $0.glyph == .space && $0.style.background == panel ? "█" : $0.glyph.text
        }.joined()
      }
    }
    func shows(_ grid: Grid, _ text: String) -> Bool {
      (drawing == .characters ? grid.lines : lines(grid)).contains { $0.contains(text) }
    }
    let letters = BlockLetters.halfBlocks("K7QF2") ?? []
    func code(isLarge: Bool) -> [String] {
      if drawing == .characters { return ["K 7 Q F 2"] }
      return isLarge ? Array(BlockLetters.doubled(letters).prefix(7)) : letters
    }
    for row in code(isLarge: false) { #expect(shows(without, row), "\(row)") }
    // As large as the QR code beside it.
    for row in code(isLarge: size.rows >= 60) { #expect(shows(with, row), "\(row)") }
    for text in ["Others join with this code:", "Ana ·", "Enter ready"] {
      #expect(without.contains(text) && with.contains(text), "\(text)")
    }
    // The command may take two lines.
    #expect(with.contains("facedown join") && with.contains("7777/K7QF2"))
  }

  @Test(
    "is not there where it would cover anything, nor over a question",
    arguments: [Drawing.characters, .halves])
  func small(drawing: Drawing) {
    for size in [(77, 24), (80, 18), (60, 40), (40, 15)] {
      let window = WindowSize(columns: size.0, rows: size.1)
      #expect(!hasCode(screen(in: window, drawing)), "\(size)")
    }
    let asks = screen(in: Self.roomy[1], drawing) { $0.confirmation = .leave(.nothing) }
    #expect(!hasCode(asks))
    #expect(hasCode(screen(in: Self.roomy[0], drawing)))
  }

  private func hasCode(_ grid: Grid) -> Bool { grid.cells.contains { $0.style == .qrCode } }
}
