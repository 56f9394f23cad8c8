// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// The last event on the table in a sentence, shown beside the cards: a picture of a few pixels is
/// hard to recognise, its name is not.
///
/// It follows from the log and the time alone, so it never names a card before its reveal, and late
/// joiners read the same. The last sentence is cached.
package struct LastEvent: Sendable {
  private var told: (seq: UInt64, you: SeatIndex?) = (0, nil)
  private var text = ""

  /// The maximum number of entries searched for an event to describe.
  private static let reach = 64

  /// The sentence at a time; empty for none.
  ///
  /// Cost: a search of the last entries, plus one view when the event is new.
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
  /// Whether it is shown until another event replaces it.
  fileprivate var isNews: Bool {
    switch self {
    case .committed, .revealed, .dealt, .flipped, .shuffled, .turnExpired, .resigned, .skipped,
      .returned, .consented,
      .stalemateWarning:
      true
    default: false
    }
  }

  /// Whether it clears the event shown before.
  fileprivate var endsNews: Bool {
    switch self {
    case .opened, .ended: true
    default: false
    }
  }
}
