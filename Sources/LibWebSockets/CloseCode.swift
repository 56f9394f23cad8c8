// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Why a WebSocket closes: the status code of its close frame (RFC 6455, section 7.4).
package struct CloseCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The number on the wire.
  package let rawValue: UInt16

  /// A code from its number.
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The purpose of the connection is fulfilled.
  package static let normal = CloseCode(rawValue: 1000)
  /// An endpoint goes away: a server shuts down, a user leaves the page.
  package static let goingAway = CloseCode(rawValue: 1001)
  /// The other end violated the protocol.
  package static let protocolError = CloseCode(rawValue: 1002)
  /// A message of an unsupported kind, such as binary where only text is accepted.
  package static let unsupportedData = CloseCode(rawValue: 1003)
  /// A text message was not UTF-8.
  package static let invalidPayload = CloseCode(rawValue: 1007)
  /// A policy of this application was violated.
  package static let policyViolation = CloseCode(rawValue: 1008)
  /// A message exceeded the maximum size.
  package static let messageTooBig = CloseCode(rawValue: 1009)
  /// An unexpected condition in the server.
  package static let internalError = CloseCode(rawValue: 1011)

  /// Whether an endpoint may send it.
  ///
  /// 1012 to 1014 are registered, but libwebsockets 4.1 treats them as a protocol error, so a peer
  /// built on it would report 1002.
  package var isSendable: Bool {
    switch rawValue {
    case 1000...1003, 1007...1011, 3000...4999: true
    default: false
    }
  }

  /// The number in decimal.
  package var description: String { String(rawValue) }
}

/// How a connection ended.
package struct CloseInfo: Hashable, Sendable {
  /// Which end closed it.
  package enum Origin: Hashable, Sendable {
    /// The peer sent a close frame.
    case peer
    /// We closed it, on request or because the peer violated the protocol or a limit.
    case local
    /// Neither end closed it: the network or the other process failed, pings went unanswered, or
    /// the loop was stopped.
    case lost
  }

  /// Which end closed it.
  package let origin: Origin
  /// The code in the close frame; nil if there was no frame, or no code in it.
  package let code: CloseCode?
  /// The text in the close frame, often empty.
  package let reason: String

  /// A close as a stand-in for the network reports it.
  package init(origin: Origin, code: CloseCode?, reason: String) {
    self.origin = origin
    self.code = code
    self.reason = reason
  }
}
