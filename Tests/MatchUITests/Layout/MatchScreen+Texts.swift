// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchUI
import Stage
import Testing

extension MatchScreen {
  /// Every text that is drawn of a scene, each as a whole.
  func texts(of scene: Scene, in viewport: MatchViewport) throws -> [String] {
    let layout = try #require(MatchLayout(scene.table, seats: scene.seats.count, in: viewport))
    return list(of: scene, layout, viewport.pictures).texts
  }
}

extension MatchDisplayList {
  /// Every text in it.
  var texts: [String] { texts { _ in true } }

  /// The texts of some kinds.
  func texts(where isMeant: (ID.Kind) -> Bool) -> [String] {
    items.compactMap { item in
      guard isMeant(item.id.kind), case .text(let text) = item.content else { return nil }
      return text.string
    }
  }
}
