// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets

// Limits that change at run time.

extension ServerCore {
  /// Applies new limits.
  ///
  /// Nobody is disconnected: a connection keeps the limits of its welcome, and existing use above a
  /// limit stays.
  mutating func configure(_ limits: ServerLimits, now: ServerTime) {
    self.limits = limits
    wrongCodes.keep(to: limits.process.wrongCodes, at: now.sinceEpoch)
    guard let bounds = limits.address else {
      addresses = nil
      for connection in connections.keys.sorted() { connections[connection]?.page = nil }
      return
    }
    guard addresses == nil else {
      addresses?.keep(to: bounds, at: now.sinceEpoch)
      return
    }
    // Existing connections are counted from now on.
    addresses = AddressRateLimiter(bounds)
    assert(
      connections.values.allSatisfy { $0.page == nil },
      "No connection is counted by a limiter that is gone.")
    for connection in connections.keys.sorted() {
      let address = connections[connection]?.address
      connections[connection]?.page = address.flatMap {
        addresses?.connected($0, at: now.sinceEpoch)
      }
    }
  }
}
