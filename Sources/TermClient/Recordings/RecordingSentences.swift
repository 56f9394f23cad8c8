// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// A reel told in lines: each event with the time since the beginning, all at once.
enum RecordingSentences {
  /// The lines, from an offset on.
  static func lines(of reel: Reel, from offset: Duration = .zero) -> [String] {
    let start = reel.span.lowerBound
    return reel.marks.compactMap { mark in
      guard let sentence = mark.sentence, reel.span.contains(mark.at), mark.at >= start + offset
      else { return nil }
      return "\(PlaybackScreen.clock(mark.at - start, exact: false))  \(sentence)"
    }
  }
}
