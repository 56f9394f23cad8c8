// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// The session is open.
public struct Welcome: Hashable, Sendable {
  /// Names the session.
  public var sessionID: String
  /// Opens the session again after a lost connection, 32 bytes.
  ///
  /// The former token stays good until this one is used.
  public var resumeToken: [UInt8]
  /// The identity proven by a key, nil for a guest.
  public var playerID: String?
  /// The server's time when it sent this.
  public var serverTime: ServerTime
  /// Changes when the server's process does: estimates of its clock start over.
  public var clockEpoch: UInt64
  /// What a client signs to prove its key, 32 bytes.
  public var challenge: [UInt8]
  /// What a client has to keep to.
  public var limits: ClientLimits
  /// The server's version, for people.
  public var serverVersion: String
  /// The session's highest request so far; nil while it has asked for nothing.
  ///
  /// Who kept the token and lost its count goes on above it.
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
