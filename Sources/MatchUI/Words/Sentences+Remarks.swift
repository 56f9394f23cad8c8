// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Replays

extension Sentences {
  /// What is said of an entry once the match is over.
  ///
  /// - Parameters:
  ///   - remark: the remark.
  ///   - view: the view after the entry.
  ///   - start: the moment from which times are counted.
  /// - Returns: nil for nothing.
  func sentence(
    for remark: MatchAnalyst.Remark, _ view: MatchView, since start: ServerTime
  ) -> String? {
    func name(_ shown: ShownCards.Showing) -> String {
      view.card(shown.card).map { place($0.place, view) } ?? "a card"
    }
    func time(_ shown: ShownCards.Showing) -> String {
      Playback.clock(shown.at - start, exact: false)
    }
    let miss = remark.miss.map { miss in
      switch miss {
      case .mate(let mate):
        "The other \(faces.face(view.theme, mate.face).name) was \(name(mate)), shown at "
          + "\(time(mate))."
      case .pair(let first, let second):
        "A perfect memory takes \(name(first)) and \(name(second)), shown at \(time(first)) and "
          + "\(time(second))."
      }
    }
    let lead = remark.leader.map { side in
      view.settings.mode.rules.teamLetter(of: side).map { "Team \($0) takes the lead." }
        ?? clause(side, view, "take", "the lead.")
    }
    let sentences = [miss, lead].compactMap { $0 }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }
}
