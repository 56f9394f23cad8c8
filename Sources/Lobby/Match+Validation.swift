// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// Deciding trusts the match it stands on, for it made that match itself. One that comes from a disk
// is looked at once, here, for all that deciding takes for granted.

extension Match {
  /// Whether a room can go on from this match without meeting what cannot be.
  var isSound: Bool {
    guard hasSoundRoom else { return false }
    switch view.phase {
    case .waiting, .ended: return true
    case .committing:
      return isSealOpened && view.seats.contains { !$0.entropyCommit.isEmpty && $0.entropy == nil }
    case .undealt: return isSealOpened && hasWholeDeck
    case .dealing, .playing:
      return isSealOpened && hasWholeDeck && hasSoundBoard && hasSoundTurns
    }
  }

  /// Rules and chairs, in whatever phase.
  private var hasSoundRoom: Bool {
    (1...CardID.slotsPerGeneration / 2).contains(view.settings.pairs)
      && (1...SeatIndex.limit).contains(view.settings.seats)
      && view.seats.count == view.settings.seats
      && view.lastActor.rawValue < .max
      && view.seats.allSatisfy { ($0.actor?.rawValue ?? 0) <= view.lastActor.rawValue }
      && view.generation < UInt32.max / UInt32(CardID.slotsPerGeneration)
  }

  /// The seed is the one that was committed to.
  private var isSealOpened: Bool {
    guard let sealed else { return false }
    return fair.seedCommit(sealed.seed) == view.seedCommit
  }

  private var hasWholeDeck: Bool { deck?.faces.count == 2 * view.settings.pairs }

  private var hasSoundBoard: Bool {
    let places = 0..<(view.rows * view.columns)
    return view.cards.count == deck?.faces.count
      && view.cards.allSatisfy { places.contains($0.place) }
      && view.faceUp.count <= 2
      && view.faceUp.allSatisfy { view.card($0)?.face != nil }
  }

  /// Whoever plays has a place in the order of turns, and whoever is in it has a chair.
  private var hasSoundTurns: Bool {
    let chairs = view.seats.indices
    return view.turnOrder.allSatisfy { chairs.contains($0.rawValue) }
      && chairs.allSatisfy { !view.seats[$0].isPlaying || view.turnOrder.contains(SeatIndex($0)) }
      && view.turn.map { chairs.contains($0.seat.rawValue) } ?? true
  }
}
