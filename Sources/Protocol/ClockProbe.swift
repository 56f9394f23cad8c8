// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The four stamps of a clock probe have the names they have in the schema: t0 and t3 are the
// client's, t1 and t2 the server's (RFC 5905, section 8, counts them from one).

public import Game

/// A client's question for the server's time.
public struct Ping: Hashable, Sendable {
  /// What a client gives back of the last pong, so that the server measures the way too.
  public struct Echo: Hashable, Sendable {
    /// The pong's nonce.
    public var nonce: UInt64
    /// From the pong's arrival to this ping; 0 to one hour.
    public var held: Duration

    /// The pong of `nonce` came `held` ago.
    public init(nonce: UInt64, held: Duration) {
      self.nonce = nonce
      self.held = held
    }
  }

  /// The client's number for this ping.
  public var id: UInt64
  /// The client's clock when it sent this, microseconds of a scale of its own.
  public var t0: Int64
  /// The last pong's, nil before the first.
  public var echo: Echo?

  /// Ping number `id`, sent at `t0`.
  public init(id: UInt64, t0: Int64, echo: Echo? = nil) {
    self.id = id
    self.t0 = t0
    self.echo = echo
  }
}

/// The server's answer to a ping, sent ahead of whatever waits.
public struct Pong: Hashable, Sendable {
  /// The ping's number.
  public var id: UInt64
  /// The ping's `t0`.
  public var t0: Int64
  /// When the server received the ping.
  public var t1: ServerTime
  /// When it sent this.
  public var t2: ServerTime
  /// To be given back with the next ping; nobody can guess it.
  public var nonce: UInt64

  /// The answer to ping `id`, received at `t1` and answered at `t2`.
  public init(id: UInt64, t0: Int64, t1: ServerTime, t2: ServerTime, nonce: UInt64) {
    self.id = id
    self.t0 = t0
    self.t1 = t1
    self.t2 = t2
    self.nonce = nonce
  }
}
