// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// A moment of a timeline that can be stepped to.
struct TimelineMark: Hashable, Sendable {
  /// What happens there, the least telling first.
  enum Kind: Int, Hashable, Sendable, Comparable {
    /// Something of which a time line says nothing.
    case other
    /// A card is turned.
    case flip
    /// Cards change places.
    case shuffle
    /// Cards are dealt.
    case deal
    /// A pair is found.
    case pair
    /// A match ends.
    case end

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// When it is to be seen.
  var at: ServerTime
  /// What happens.
  var kind: Kind
  /// The same in words; nil where there is nothing to tell.
  var sentence: String?
  /// Whose it is; nil for nobody's.
  var seat: SeatIndex?
}

extension Event {
  /// Whose pair it is; nil for any other event.
  var finder: SeatIndex? {
    guard case .flipped(let flip) = self, flip.outcome == .match else { return nil }
    return flip.seat
  }
}

extension TimelineMark.Kind {
  /// What an event is on a time line.
  init(_ event: Event) {
    self =
      switch event {
      case .flipped(let flip): flip.outcome == .match ? .pair : .flip
      case .shuffled: .shuffle
      case .dealt: .deal
      case .ended: .end
      default: .other
      }
  }
}
