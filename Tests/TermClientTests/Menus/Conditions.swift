// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import TerminalFixtures
import TerminalUI

@testable import TermClient

extension ScreenTester where Screen.ScreenStyle == RenderStyle {
  /// A person at a terminal with all colours.
  convenience init(_ screen: Screen) {
    self.init(screen, in: RenderStyle(depth: .full))
  }
}

extension RenderStyle {
  /// Styles from poor to rich.
  static let trials = [
    RenderStyle(depth: .mono), RenderStyle(depth: .palette),
    RenderStyle(depth: .full, drawing: .halves),
    RenderStyle(depth: .full, drawing: .sextants),
  ]
}
