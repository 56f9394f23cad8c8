// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets

// Bounds that change while matches are played.

extension ServerCore {
  /// Keeps to other bounds from now on.
  ///
  /// Nobody who is here loses anything: a link goes on within what its welcome said, and who is over
  /// a bound stays. What was taken so far stays taken.
  mutating func configure(_ limits: ServerLimits, now: ServerTime) {
    self.limits = limits
    wrongCodes.keep(to: limits.process.wrongCodes, at: now.sinceEpoch)
    guard let bounds = limits.address else {
      addresses = nil
      for link in links.keys.sorted() { links[link]?.page = nil }
      return
    }
    guard addresses == nil else {
      addresses?.keep(to: bounds, at: now.sinceEpoch)
      return
    }
    // Who came while nobody was counted counts from now on.
    addresses = AddressBook(bounds)
    for link in links.keys.sorted() {
      let address = links[link]?.address
      links[link]?.page = address.flatMap { addresses?.connected($0, at: now.sinceEpoch) }
    }
  }
}
