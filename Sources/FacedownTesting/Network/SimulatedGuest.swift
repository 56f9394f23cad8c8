// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Wire

/// A guest of `InMemoryWorld`: its client and its device.
struct SimulatedGuest {
  var machine: any GuestMachine
  let encoding: WireEncoding
  let device: SimulatedDevice
  /// Whether the server's kernel reports its round trips.
  let isMeasured: Bool
  /// Every message it has received.
  var received: [[UInt8]] = []

  /// Its next event, no earlier than `now`.
  func nextInstant(_ now: ServerTime) -> ServerTime? {
    let wake = machine.nextWake.map { device.clock.time(of: $0, notBefore: now) }
    return earlier(wake, device.nextInstant)
  }

  /// Whether one of its connections has something due.
  func isDue(_ now: ServerTime) -> Bool { device.nextInstant.map { $0 <= now } ?? false }

  /// Whether its machine's timer is due.
  func isWakeDue(_ now: ServerTime) -> Bool {
    machine.nextWake.map { device.isDue($0, now) } ?? false
  }
}
