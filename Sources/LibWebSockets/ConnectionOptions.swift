// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Limits and timeouts of an open connection, at either end.
package struct ConnectionOptions: Hashable, Sendable {
  /// The maximum message size in bytes (4096); a larger message closes the connection with 1009.
  package var maximumMessageBytes = 4_096
  /// The maximum number of fragments of a message (64); more close the connection with 1009.
  package var maximumPieces = 64
  /// How long a message may take from its first byte to its last (5 s).
  ///
  /// Slower ones close the connection with 1008. A server counts from the first byte, a client from
  /// the first byte of the payload.
  package var messageTimeout = Duration.seconds(5)
  /// How many bytes a server reads from one connection, by the kernel's count: a burst of 64 KiB,
  /// and 64 KiB a second in the long run.
  ///
  /// What a peer sends beyond it waits in the kernel, and then at the peer; pings and empty
  /// fragments count too.
  package var readRate = TokenBucket.Rate(burst: 65_536, perSecond: 65_536)
  /// How long a peer may take to read what is queued before our close frame and to answer it (5 s).
  ///
  /// Slower ones are disconnected. libwebsockets itself waits at most 5 s for the answer.
  package var closeTimeout = Duration.seconds(5)
  /// How long a peer may be silent before it is pinged, in whole seconds (20 s), and up to one more.
  ///
  /// For a server anything received counts; for a client only messages and pongs do.
  package var pingAfter = Duration.seconds(20)
  /// How long a peer may be silent before the connection is dropped (30 s).
  ///
  /// At least a second longer than ``pingAfter``; the difference is how long the peer has to answer
  /// the ping.
  package var hangUpAfter = Duration.seconds(30)

  /// The defaults.
  package init() {}

  func check() {
    precondition(
      maximumMessageBytes > 0 && maximumPieces > 0,
      "A connection was configured for messages of \(maximumMessageBytes) bytes"
        + " in \(maximumPieces) pieces.")
    precondition(
      .seconds(1) <= pingAfter && pingAfter + .seconds(1) <= hangUpAfter,
      "A connection was configured to ping after \(pingAfter) and to be dropped after "
        + "\(hangUpAfter).")
  }
}
