// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// What a viewer's notes say at one moment: read once a scene, asked once a card.
struct ViewerCardState {
  /// A choice, and when it was refused if it was.
  struct Press {
    var at: ServerTime
    /// How long after it the face was thought to show.
    var awaits: Duration
    var refusedAt: ServerTime?
  }

  /// What they say of one card.
  struct Slot {
    /// The last choices of it, by time.
    var presses: [Press] = []
    /// When a choice of it was refused last.
    var refusedAt: ServerTime?
  }

  /// The viewer's seat.
  private(set) var seat: SeatIndex?
  /// The first note that does not count yet.
  private(set) var next: ServerTime?
  /// By slot; none where nothing was chosen or refused.
  private var slots: [Slot] = []
  private let generation: UInt32
  /// How many choices of one card are remembered: what follows from an earlier one is long over.
  private static let pressesKept = 4

  /// The notes of `local` up to `time`, on the cards of a deal.
  init(_ local: ViewerState, of generation: UInt32, at time: ServerTime) {
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

  /// What they say of `card`; nil where that is nothing.
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
