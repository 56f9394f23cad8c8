// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// One packet on its way: what chance has decided about it, and what may still help it.
///
/// A lost packet is sent again after the retransmission timeout, or earlier when a later packet that
/// got through tells the sender of the hole; each further loss doubles the timeout.
struct Packet: Hashable, Sendable {
  /// When it was sent first, in microseconds.
  let sentAt: Double
  /// How many times it is lost.
  let losses: Int
  /// How long it waits behind others in the ordinary run of things, in microseconds.
  let jitter: Double
  /// When the first later packet was sent that got through; infinity for none yet.
  var followedAt = Double.infinity

  /// When the sending that gets through happens, in microseconds, under a TCP that has measured
  /// `roundTrip` and waits `pad` beyond it.
  func finallySent(roundTrip: Double, pad: Double) -> Double {
    var sent = sentAt
    var timeout = roundTrip + pad
    for loss in 0..<losses {
      let noticed = loss == 0 ? followedAt - sentAt + 1.25 * roundTrip : .infinity
      sent += min(timeout, noticed)
      timeout *= 2
    }
    return sent
  }
}
