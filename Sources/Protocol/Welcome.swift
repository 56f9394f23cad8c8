// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// The session is open, or its player proven.
public struct Welcome: Hashable, Sendable {
  /// The session's id.
  public var sessionID: String
  /// Resumes the session after a lost connection, 32 bytes.
  ///
  /// The previous token stays valid until this one is used.
  public var resumeToken: [UInt8]
  /// The identity proven by a key; nil for a guest.
  public var playerID: String?
  /// The server's time when the message was sent.
  public var serverTime: ServerTime
  /// Changes when the server process does, which voids estimates of its clock.
  public var clockEpoch: UInt64
  /// The challenge to sign for a proof of a key, 32 bytes.
  public var challenge: [UInt8]
  /// The client's limits.
  public var limits: ClientLimits
  /// The server's version, for display.
  public var serverVersion: String
  /// The session's highest request id so far; nil if it has sent none.
  ///
  /// A client that kept the token but lost its count continues above it.
  public var highestRequestID: RequestID?

  /// A session with all its parts.
  public init(
    sessionID: String, resumeToken: [UInt8], playerID: String? = nil, serverTime: ServerTime,
    clockEpoch: UInt64, challenge: [UInt8], limits: ClientLimits = ClientLimits(),
    serverVersion: String, highestRequestID: RequestID? = nil
  ) {
    self.sessionID = sessionID
    self.resumeToken = resumeToken
    self.playerID = playerID
    self.serverTime = serverTime
    self.clockEpoch = clockEpoch
    self.challenge = challenge
    self.limits = limits
    self.serverVersion = serverVersion
    self.highestRequestID = highestRequestID
  }
}
