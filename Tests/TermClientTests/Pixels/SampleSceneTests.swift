// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing

@testable import TermClient

@Suite("Pictures of a whole table", .timeLimit(.minutes(1)))
struct SampleSceneTests {
  /// What the scenes' cells add up to.
  ///
  /// To look at them, name a folder in `FACEDOWN_PICTURES` and
  /// `cat` what is written there in a terminal of 120 by 40; if they are right, copy the sums.
  static let sums: [(Blocks, CardArt.Back, UInt64)] = [
    (.halves, .red, 7_379_567_011_187_412_813), (.halves, .blue, 12_454_528_462_733_834_292),
    (.sextants, .red, 5_947_163_594_913_281_236), (.sextants, .blue, 4_192_500_637_736_502_981),
  ]

  @Test("A table is drawn as it was before", arguments: sums)
  func golden(blocks: Blocks, back: CardArt.Back, sum: UInt64) throws {
    let grid = SampleScene(blocks: blocks, back: back).grid()
    if let folder = ProcessInfo.processInfo.environment["FACEDOWN_PICTURES"] {
      var painter = Painter(depth: .full)
      painter.paint(grid)
      try Data(painter.bytes).write(to: URL(filePath: "\(folder)/\(blocks)-\(back).ansi"))
    }
    #expect(grid.fingerprint == sum)
  }
}

extension Grid {
  /// FNV-1a of what is in the cells.
  fileprivate var fingerprint: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for cell in cells {
      cell.glyph.text.utf8.forEach(add)
      for colour in [cell.style.foreground, cell.style.background] {
        [colour.red, colour.green, colour.blue].forEach { add(UInt8($0)) }
      }
    }
    return hash
  }
}
