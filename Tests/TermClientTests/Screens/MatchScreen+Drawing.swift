// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchUI
import Stage
import TerminalUI

@testable import TermClient

extension MatchScreen {
  /// A scene with this screen's texts, drawn without any frame before it.
  func draw(_ scene: Scene, _ renderStyle: RenderStyle, in size: WindowSize) -> Grid {
    var renderer = MatchRenderer()
    return renderer.grid(scene, self, renderStyle, in: size)
  }
}

extension MatchLayout {
  /// A layout in a window with the means of a style.
  init?(_ table: Table, seats: Int, in size: WindowSize, _ renderStyle: RenderStyle) {
    self.init(table, seats: seats, in: renderStyle.viewport(size))
  }
}
