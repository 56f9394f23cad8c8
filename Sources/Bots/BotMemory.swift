// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// What a bot has in mind of the table.
///
/// A card noticed stays in mind while fewer than a lifetime of further cards are shown, whoever turns
/// them: new things push out old ones. The lifetime is drawn at each sighting,
/// `halfLife * firmness * (1 / u - 1)` with u even in 0 < u <= 1: half of all memories last longer than
/// `halfLife * firmness`, and their share falls by a power law. Firmness grows by a half a sighting, from
/// 1 to 4, and outlives a memory: what was seen before is learnt faster. Seeing a card again never
/// shortens what is left.
struct BotMemory: Sendable {
  /// A card that was noticed at least once.
  private struct Trace: Sendable {
    var face: Face
    var sightings = 0
    /// Gone from mind once this many cards were shown.
    var lastsUntil = 0.0
  }

  private let halfLife: Double
  private var traces: [CardID: Trace] = [:]
  /// How many cards were shown so far.
  private var shown = 0

  /// An empty mind whose memories last `halfLife` further cards in the median; infinite for ever.
  init(halfLife: Double) {
    self.halfLife = halfLife
  }

  /// Another card is shown; what is in mind grows older.
  mutating func age() { shown += 1 }

  /// Notices what was shown last.
  mutating func note(_ card: CardID, _ face: Face, with dice: inout BotRandom) {
    var trace = traces[card] ?? Trace(face: face)
    trace.sightings += 1
    let firmness = min(4, 1 + Double(trace.sightings - 1) / 2)
    let stretch = 1 / dice.unit() - 1
    let lifetime = halfLife.isInfinite ? .infinity : halfLife * firmness * stretch
    trace.lastsUntil = max(trace.lastsUntil, Double(shown) + lifetime)
    traces[card] = trace
  }

  /// The face of a card, if it is in mind.
  func face(of card: CardID) -> Face? {
    traces[card].flatMap { Double(shown) < $0.lastsUntil ? $0.face : nil }
  }

  /// A card left the table.
  mutating func drop(_ card: CardID) { traces[card] = nil }

  /// Other cards are on the table now.
  mutating func dropAll() { traces = [:] }
}
