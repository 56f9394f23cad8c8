// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Replays

/// An event on a timeline, which playback can step to.
package struct TimelineMark: Hashable, Sendable {
  /// The kind of event, least important first.
  package enum Kind: Int, Hashable, Sendable, Comparable {
    /// An event that the timeline bar does not show.
    case other
    /// A card is turned.
    case flip
    /// Two cards are turned where a perfect memory would have turned a pair.
    case miss
    /// Cards change places.
    case shuffle
    /// Cards are dealt.
    case deal
    /// A pair is found.
    case pair
    /// The lead passes to another side.
    case lead
    /// A match ends.
    case end

    /// How much it is worth seeing again.
    var weight: Int {
      switch self {
      case .other: 0
      case .flip, .miss: 1
      case .deal, .shuffle: 2
      case .end: 3
      case .pair: 4
      case .lead: 6
      }
    }

    /// Whether the left is less important.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// When it is shown.
  package var at: ServerTime
  /// The kind of event.
  package var kind: Kind
  /// The event in a sentence; nil for none.
  package var sentence: String?
  /// The seat that caused it; nil for none.
  package var seat: SeatIndex?

  /// A mark of an event.
  package init(
    at time: ServerTime, kind: Kind, sentence: String? = nil, seat: SeatIndex? = nil
  ) {
    at = time
    self.kind = kind
    self.sentence = sentence
    self.seat = seat
  }
}

extension [TimelineMark] {
  /// The sentence of the last event by a moment; nil before the first.
  package func sentence(at time: ServerTime) -> String? {
    last { $0.at <= time && $0.sentence != nil }?.sentence
  }

  /// The next mark after a time within a span, or the previous one, or nil.
  package func next(
    _ direction: FloatingPointSign, from time: ServerTime, in span: ClosedRange<ServerTime>
  ) -> ServerTime? {
    switch direction {
    case .plus: first { $0.at > time && span.contains($0.at) }?.at
    case .minus: last { $0.at < time && span.contains($0.at) }?.at
    }
  }
}

extension Event {
  /// The seat that found the pair; nil for other events.
  package var finder: SeatIndex? {
    guard case .flipped(let flip) = self, flip.outcome == .match else { return nil }
    return flip.seat
  }
}

extension TimelineMark.Kind {
  /// The mark of an event on the timeline bar, with what is remarked on it.
  init(_ event: Event, _ remark: MatchAnalyst.Remark? = nil) {
    self =
      switch event {
      case _ where remark?.leader != nil: .lead
      case _ where remark?.miss != nil: .miss
      case .flipped(let flip): flip.outcome == .match ? .pair : .flip
      case .shuffled: .shuffle
      case .dealt: .deal
      case .ended: .end
      default: .other
      }
  }
}
