// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// A bot's memory of the table.
///
/// A noticed card is remembered until a number of further cards, its lifetime, have been shown: new
/// impressions push out old ones. The lifetime is drawn at each sighting as `halfLife * firmness *
/// (1 / u - 1)` with u uniform in 0 < u <= 1. So half of all memories outlast `halfLife *
/// firmness`, and the rest decay by a power law. Firmness grows from 1 to 4, by a half per
/// sighting, and survives forgetting: a card seen before is relearnt faster. Seeing a card again
/// never shortens what is left.
struct BotMemory: Sendable {
  /// A card that has been noticed.
  private struct Trace: Sendable {
    var face: Face
    var sightings = 0
    /// Forgotten once this many cards have been shown.
    var lastsUntil = 0.0
  }

  private let halfLife: Double
  private var traces: [CardID: Trace] = [:]
  /// The number of cards shown so far.
  private var shown = 0

  /// An empty memory with this median lifetime, in further cards shown; infinity to never forget.
  init(halfLife: Double) {
    self.halfLife = halfLife
  }

  /// Counts a shown card, which ages all memories.
  mutating func age() { shown += 1 }

  /// Remembers the card shown last.
  mutating func note(_ card: CardID, _ face: Face, with dice: inout BotRandom) {
    var trace = traces[card] ?? Trace(face: face)
    trace.sightings += 1
    let firmness = min(4, 1 + Double(trace.sightings - 1) / 2)
    let stretch = 1 / dice.unit() - 1
    let lifetime = halfLife.isInfinite ? .infinity : halfLife * firmness * stretch
    trace.lastsUntil = max(trace.lastsUntil, Double(shown) + lifetime)
    traces[card] = trace
  }

  /// The remembered face of a card; nil if it is forgotten.
  func face(of card: CardID) -> Face? {
    traces[card].flatMap { Double(shown) < $0.lastsUntil ? $0.face : nil }
  }

  /// Forgets a card that left the table.
  mutating func drop(_ card: CardID) { traces[card] = nil }

  /// Forgets everything, because new cards are dealt.
  mutating func dropAll() { traces = [:] }
}
