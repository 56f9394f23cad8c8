// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchUI

/// A timeline as lines of text: each event with the time since the beginning.
enum RecordingSentences {
  /// The lines of events at or after an offset.
  static func lines(of timeline: Timeline, from offset: Duration = .zero) -> [String] {
    let start = timeline.span.lowerBound
    return timeline.marks.compactMap { mark in
      guard let sentence = mark.sentence, timeline.span.contains(mark.at), mark.at >= start + offset
      else { return nil }
      return "\(Playback.clock(mark.at - start, exact: false))  \(sentence)"
    }
  }
}
