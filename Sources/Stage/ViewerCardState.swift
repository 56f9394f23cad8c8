// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// A viewer's notes at one moment, indexed by card: built once per scene, looked up once per card.
struct ViewerCardState {
  /// A choice of a card.
  struct Press {
    var at: ServerTime
    /// The expected time from the press to the face.
    var awaits: Duration
    var refusedAt: ServerTime?
  }

  /// The notes about one card.
  struct Slot {
    /// The last choices of it, in order of time.
    var presses: [Press] = []
    /// When a choice of it was last refused.
    var refusedAt: ServerTime?
  }

  /// The viewer's seat.
  private(set) var seat: SeatIndex?
  /// The time of the first later note.
  private(set) var next: ServerTime?
  /// The notes by slot; empty if nothing was chosen or refused.
  private var slots: [Slot] = []
  private let generation: UInt32
  /// The number of choices kept per card: the effects of earlier ones are over.
  private static let pressesKept = 4

  /// The notes of `local` up to `time` about cards of a generation.
  init(_ local: ViewerState, of generation: UInt32, at time: ServerTime) {
    assert(
      zip(local.notes, local.notes.dropFirst()).allSatisfy { $0.at <= $1.at },
      "A viewer's notes are in order of time.")
    self.generation = generation
    var awaits = Motions.leastAwaited
    for note in local.notes {
      guard note.at <= time else {
        next = note.at
        return
      }
      switch note.fact {
      case .seat(let seat): self.seat = seat
      case .awaits(let duration):
        awaits = min(max(duration, Motions.leastAwaited), Motions.mostAwaited)
      case .chose(let card):
        change(card) {
          let press = Press(at: note.at, awaits: awaits)
          $0.presses = $0.presses.suffix(Self.pressesKept - 1) + [press]
        }
      case .refused(let card?):
        change(card) {
          if let last = $0.presses.indices.last, $0.presses[last].refusedAt == nil {
            $0.presses[last].refusedAt = note.at
          }
          $0.refusedAt = note.at
        }
      case .refused(nil), .arrived: break
      }
    }
  }

  /// The notes about `card`; nil for none.
  subscript(card: CardID) -> Slot? {
    guard !slots.isEmpty, card.generation == generation else { return nil }
    let slot = slots[card.slot]
    return slot.presses.isEmpty && slot.refusedAt == nil ? nil : slot
  }

  private mutating func change(_ card: CardID, _ body: (inout Slot) -> Void) {
    guard card.generation == generation else { return }
    if slots.isEmpty {
      slots = Array(repeating: Slot(), count: CardID.slotsPerGeneration)
    }
    body(&slots[card.slot])
  }
}
