// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// The rules trust the match they work on, because they made it themselves. A match restored from
// disk is validated once, here, against every invariant that the rules rely on.

extension Match {
  /// Whether a room can resume this match without violating an invariant of the rules.
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

  /// Settings and seats, in any phase.
  private var hasSoundRoom: Bool {
    (1...CardID.slotsPerGeneration / 2).contains(view.settings.pairs)
      && (1...SeatIndex.limit).contains(view.settings.seats)
      && view.seats.count == view.settings.seats
      && view.lastActor.rawValue < .max
      && view.seats.allSatisfy { ($0.actor?.rawValue ?? 0) <= view.lastActor.rawValue }
      && view.generation < UInt32.max / UInt32(CardID.slotsPerGeneration)
  }

  /// Whether the seed matches its published commitment.
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

  /// Every active player is in the turn order, and every entry of the turn order has a seat.
  private var hasSoundTurns: Bool {
    let indices = view.seats.indices
    return view.turnOrder.allSatisfy { indices.contains($0.rawValue) }
      && indices.allSatisfy { !view.seats[$0].isPlaying || view.turnOrder.contains(SeatIndex($0)) }
      && view.turn.map { indices.contains($0.seat.rawValue) } ?? true
  }
}
