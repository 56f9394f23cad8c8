// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Foundation
import TerminalFixtures
import TerminalUI
import Testing

@testable import TermClient

@Suite("Golden pictures of a table", .timeLimit(.minutes(1)))
struct SampleSceneTests {
  /// Checksums of the scenes' cells.
  ///
  /// To look at the scenes, name a folder in `FACEDOWN_PICTURES` and `cat` the files written there
  /// in a terminal of 120 by 40; if they are right, copy the sums.
  static let sums: [(Blocks, Palette.Name, UInt64)] = [
    (.halves, .standard, 1_818_231_426_555_801_402),
    (.halves, .deutan, 1_768_463_245_539_712_734),
    (.sextants, .standard, 5_230_315_600_585_820_532),
    (.sextants, .deutan, 11_306_320_542_643_039_335),
  ]

  @Test("A table matches its golden sums", arguments: sums)
  func golden(blocks: Blocks, palette: Palette.Name, sum: UInt64) throws {
    let grid = SampleScene(blocks: blocks, colors: Palette(palette, depth: .full).picture).grid()
    if let folder = ProcessInfo.processInfo.environment["FACEDOWN_PICTURES"] {
      var differ = FrameDiffer(depth: .full)
      differ.paint(grid)
      try Data(differ.bytes).write(to: URL(filePath: "\(folder)/\(blocks)-\(palette).ansi"))
    }
    #expect(grid.fingerprint == sum)
  }
}

extension Grid {
  /// FNV-1a of the cells.
  fileprivate var fingerprint: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for cell in cells {
      cell.glyph.text.utf8.forEach(add)
      for color in [cell.style.foreground, cell.style.background] {
        [color.red, color.green, color.blue].forEach { add(UInt8($0)) }
      }
    }
    return hash
  }
}
