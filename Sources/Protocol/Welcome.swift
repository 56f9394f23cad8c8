// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// The session is open, or its player proven.
package struct Welcome: Hashable, Sendable {
  /// The session's id.
  package var sessionID: String
  /// Resumes the session after a lost connection, 32 bytes.
  ///
  /// The previous token stays valid until this one is used.
  package var resumeToken: [UInt8]
  /// The identity proven by a key; nil for a guest.
  package var playerID: String?
  /// The server's time when the message was sent.
  package var serverTime: ServerTime
  /// Changes when the server process does, which voids estimates of its clock.
  package var clockEpoch: UInt64
  /// The challenge to sign for a proof of a key, 32 bytes.
  package var challenge: [UInt8]
  /// The client's limits.
  package var limits: ClientLimits
  /// The server's version, for display.
  package var serverVersion: String
  /// The session's highest request id so far; nil if it has sent none.
  ///
  /// A client that kept the token but lost its count continues above it.
  package var highestRequestID: RequestID?

  /// A session with all its parts.
  package init(
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
