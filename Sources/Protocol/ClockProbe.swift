// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The four timestamps of a clock probe are named as in the schema: t0 and t3 are the client's, t1
// and t2 the server's (RFC 5905, section 8, counts them from one).

package import Game

/// A client's clock probe.
package struct Ping: Hashable, Sendable {
  /// The last pong's nonce, echoed so that the server can measure the round trip too.
  package struct Echo: Hashable, Sendable {
    /// The pong's nonce.
    package var nonce: UInt64
    /// The time from the pong's arrival to this ping; 0 to one hour.
    package var held: Duration

    /// The pong with `nonce` arrived `held` ago.
    package init(nonce: UInt64, held: Duration) {
      self.nonce = nonce
      self.held = held
    }
  }

  /// The client's number for this ping.
  package var id: UInt64
  /// The client's clock when it was sent, in microseconds of any scale.
  package var t0: Int64
  /// The echo of the last pong; nil before the first.
  package var echo: Echo?

  /// Ping number `id`, sent at `t0`.
  package init(id: UInt64, t0: Int64, echo: Echo? = nil) {
    self.id = id
    self.t0 = t0
    self.echo = echo
  }
}

/// The server's answer to a ping, sent ahead of queued messages.
package struct Pong: Hashable, Sendable {
  /// The ping's number.
  package var id: UInt64
  /// The ping's `t0`.
  package var t0: Int64
  /// When the server received the ping.
  package var t1: ServerTime
  /// When the server sent the pong.
  package var t2: ServerTime
  /// To be echoed by the next ping; unguessable.
  package var nonce: UInt64

  /// The answer to ping `id`, received at `t1` and answered at `t2`.
  package init(id: UInt64, t0: Int64, t1: ServerTime, t2: ServerTime, nonce: UInt64) {
    self.id = id
    self.t0 = t0
    self.t1 = t1
    self.t2 = t2
    self.nonce = nonce
  }
}
