// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What holds for a connection from its first message on, at either end.
public struct ConnectionOptions: Hashable, Sendable {
  /// The longest message taken, in bytes (4096); a longer one ends the connection with 1009.
  public var maximumMessageBytes = 4_096
  /// The most fragments a message may come in (64); more end the connection with 1009.
  public var maximumPieces = 64
  /// How long a message may take from its first byte to its last (5 s).
  ///
  /// Slower ones end the connection with 1008. At a server the first byte counts, at a client the
  /// first of the payload.
  public var messageTimeout = Duration.seconds(5)
  /// How many bytes a server reads of one connection, by the kernel's count: 64 KiB at once, and
  /// 64 KiB a second in the long run.
  ///
  /// What a peer sends beyond it waits in the kernel, and then at the peer; pings and empty fragments
  /// count like all else.
  public var readRate = TokenBucket.Rate(burst: 65_536, perSecond: 65_536)
  /// How long a peer may take to read what is queued before a close of ours and to answer it (5 s).
  ///
  /// Slower ones are cut off. libwebsockets waits no more than 5 s for the answer alone.
  public var closeTimeout = Duration.seconds(5)
  /// How long after the last sign of life a ping asks for another, in whole seconds (20 s).
  public var pingAfter = Duration.seconds(20)
  /// How long after the last sign of life the connection is given up (30 s).
  ///
  /// At least a second more than ``pingAfter``.
  public var hangUpAfter = Duration.seconds(30)

  /// The defaults.
  public init() {}

  func check() {
    precondition(
      maximumMessageBytes > 0 && maximumPieces > 0,
      "A connection was set up to take messages of \(maximumMessageBytes) bytes"
        + " in \(maximumPieces) pieces.")
    // libwebsockets keeps both in 16 bits and aborts the process when they are not in this order.
    precondition(
      .seconds(1) <= pingAfter && pingAfter + .seconds(1) <= hangUpAfter
        && hangUpAfter <= .seconds(60_000),
      "A connection was set up to ping after \(pingAfter) and to hang up after \(hangUpAfter).")
  }
}
