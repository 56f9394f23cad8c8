// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// A packet in flight with its drawn losses and jitter.
///
/// A lost packet is retransmitted after the timeout, or earlier when a later packet that got
/// through reveals the gap; each further loss doubles the timeout.
struct Packet: Hashable, Sendable {
  /// When it was first sent, in microseconds.
  let sentAt: Double
  /// How many transmissions are lost.
  let losses: Int
  /// Its ordinary queueing delay, in microseconds.
  let jitter: Double
  /// When the first later packet that got through was sent; infinity for none yet.
  var followedAt = Double.infinity

  /// When the successful transmission is sent, in microseconds, under a TCP that has measured
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
