// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
package import Stage

extension Scene {
  /// The line beside a match that is shown on a home screen, such as `Ann and Ben, live`: who plays,
  /// and at the end how it has ended.
  package var liveCaption: String {
    guard phase != .ended else { return headlineText }
    let names = seats.filter { $0.isTaken }.map { name($0.index) }
    // Two names are short enough for every window.
    let shown = names.count > 3 ? Array(names.prefix(2)) + ["\(names.count - 2) others"] : names
    return names.isEmpty ? "" : "\(Wording.list(shown)), live"
  }
}
