// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import TerminalFixtures
import Testing

@testable import TerminalUI

@Suite("Pictures through tmux", .timeLimit(.minutes(1)))
struct PlaceholderTests {
  private let layer: PictureLayerTests

  init() throws { layer = try PictureLayerTests() }

  @Test("A placeholder stands for a whole cell: a picture between cells is not shown")
  func between() throws {
    for depth in [ColorDepth.full, .palette] {
      var differ = FrameDiffer(depth: depth, graphics: try layer.graphics(.placeholders))
      var terminal = layer.terminal()
      layer.settle(&differ, layer.grid([(3, 2)]), &terminal)
      #expect(layer.isShown(terminal, 3, 2, at: (3, 2)) || depth == .palette)
      #expect(terminal.hasPicture(column: 3, row: 2))
      for (left, top) in [(25, 32), (24, 33)] {
        var grid = Grid(
          width: PictureLayerTests.width, height: PictureLayerTests.height,
          style: Style(on: PictureLayerTests.felt))
        grid.place(
          layer.picture, left: left, top: top,
          in: Area(
            column: 0, row: 0, width: PictureLayerTests.width, height: PictureLayerTests.height)
        ) { _, _ in PictureLayerTests.felt }
        layer.settle(&differ, grid, &terminal)
        for column in 0..<PictureLayerTests.width {
          #expect(!terminal.hasPicture(column: column, row: 3))
        }
      }
      #expect(terminal.transmissions == 1)
    }
  }

  @Test("A picture without an answer is sent again a few times, and shown only after one")
  func unanswered() throws {
    var differ = FrameDiffer(depth: .full, graphics: try layer.graphics(.placeholders))
    var terminal = layer.terminal()
    let grid = layer.grid([(3, 2)])
    for _ in 0..<500 {
      differ.paint(grid)
      terminal.feed(differ.bytes)
    }
    #expect(terminal.transmissions == 3 && !differ.awaitsPictures)
    #expect(terminal.glyph(column: 3, row: 2) == "▀" && !terminal.hasPicture(column: 3, row: 2))
    // An answer that comes after all is believed, one for a picture that was never sent is not.
    #expect(terminal.takeAnswers().count == 3)
    var isShown = [1, 63, 64, 0].map { differ.answer($0, isKept: true) }
    #expect(isShown == [false, false, false, true])
    layer.settle(&differ, grid, &terminal)
    #expect(layer.isShown(terminal, 3, 2, at: (3, 2)) && terminal.transmissions == 3)
    // A refused one stays in cells until everything is drawn anew.
    isShown = [differ.answer(0, isKept: false)]
    #expect(isShown == [false])
    for _ in 0..<100 {
      differ.paint(grid)
      terminal.feed(differ.bytes)
    }
    #expect(!terminal.hasPicture(column: 3, row: 2) && terminal.transmissions == 3)
    differ.forget()
    layer.settle(&differ, grid, &terminal)
    #expect(layer.isShown(terminal, 3, 2, at: (3, 2)))
  }
}
