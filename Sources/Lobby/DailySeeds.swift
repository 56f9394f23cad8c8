// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// Derives the seed of each day's deal from a secret key that survives restarts and that all nodes of
/// a world share.
///
/// Without the key nobody knows a seed before it is revealed, and no seed tells anything about
/// another.
package struct DailySeeds: Sendable {
  /// 32 random bytes.
  var key: [UInt8]
  /// A past day whose deal may be played again, with the seed that some server revealed; nil for
  /// none.
  package var recalled: RecalledDay?
  private let hashing: Hashing

  /// Derives under `key`.
  package init(key: [UInt8], hashing: Hashing) {
    self.key = key
    self.hashing = hashing
  }

  /// A day's seed, 32 bytes: HMAC(key; day), unless the day is recalled.
  package func seed(of day: Day) -> [UInt8] {
    if let recalled, recalled.day == day { return recalled.seed }
    return hashing.hmac(key, Array("daily deal\0\(day)".utf8))
  }

  /// The commitment to a day's seed, which can be published before the day.
  package func commitment(to day: Day) -> [UInt8] {
    FairDeal(of: day, hashing: hashing).seedCommit(seed(of: day))
  }
}

/// A past day's deal with its revealed seed.
package struct RecalledDay: Hashable, Sendable {
  /// The day.
  package let day: Day
  /// The seed, 32 bytes.
  package let seed: [UInt8]

  /// The deal of a day; nil unless the seed has 32 bytes.
  package init?(day: Day, seed: [UInt8]) {
    guard seed.count == 32 else { return nil }
    self.day = day
    self.seed = seed
  }
}
