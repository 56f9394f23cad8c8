// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// What happened last on the table, in a sentence that a screen shows beside the cards: a picture of a
/// few pixels is hard to recognise, a name is not.
///
/// What it says follows from the log and the time, so nobody reads of a card before it shows, and
/// whoever comes later reads the same. A sentence is made once and kept.
struct LastEvent: Sendable {
  private var told: (seq: UInt64, you: SeatIndex?) = (0, nil)
  private var text = ""

  /// The most entries that are looked through for something to tell.
  private static let reach = 64

  /// The sentence for what a screen shows at a time; empty for none.
  ///
  /// The cost is a search among the last entries, and that of one view when there is news.
  mutating func sentence(
    in log: MatchLog, at time: ServerTime, _ sentences: Sentences
  ) -> String {
    let shown = log.entries.prefix(log.shownCount(at: time)).suffix(Self.reach)
    guard let entry = shown.last(where: { $0.event.endsNews || $0.event.isNews }),
      entry.event.isNews
    else { return "" }
    guard told != (entry.seq, sentences.you) else { return text }
    told = (entry.seq, sentences.you)
    let view = log.view(shownAt: time)
    text = sentences.sentence(for: entry, before: view, after: view) ?? ""
    return text
  }
}

extension Event {
  /// Whether it is told until something else is.
  fileprivate var isNews: Bool {
    switch self {
    case .dealt, .flipped, .shuffled, .turnExpired, .resigned, .skipped, .returned,
      .stalemateWarning:
      true
    default: false
    }
  }

  /// Whether what was told before it is of no interest any more.
  fileprivate var endsNews: Bool {
    switch self {
    case .opened, .committed, .ended: true
    default: false
    }
  }
}
