// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Why a WebSocket ends, as a number on the wire (RFC 6455, section 7.4).
public struct CloseCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The number.
  public let rawValue: UInt16

  /// A code from its number.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The purpose is fulfilled.
  public static let normal = CloseCode(rawValue: 1000)
  /// An end goes away: a server shuts down, a user leaves the page.
  public static let goingAway = CloseCode(rawValue: 1001)
  /// The other end broke the protocol.
  public static let protocolError = CloseCode(rawValue: 1002)
  /// A kind of message came that cannot be taken, such as binary where text is spoken.
  public static let unsupportedData = CloseCode(rawValue: 1003)
  /// A text message was not UTF-8.
  public static let invalidPayload = CloseCode(rawValue: 1007)
  /// A rule of this application was broken.
  public static let policyViolation = CloseCode(rawValue: 1008)
  /// A message was longer than is taken.
  public static let messageTooBig = CloseCode(rawValue: 1009)
  /// Something unexpected happened in the server.
  public static let internalError = CloseCode(rawValue: 1011)

  /// Whether an endpoint may send it.
  ///
  /// 1012 to 1014 are registered, but libwebsockets 4.1 takes them for a protocol error, so a peer
  /// built on it would report 1002.
  public var isSendable: Bool {
    switch rawValue {
    case 1000...1003, 1007...1011, 3000...4999: true
    default: false
    }
  }

  /// The number in decimal.
  public var description: String { String(rawValue) }
}

/// How a connection ended.
public struct CloseInfo: Hashable, Sendable {
  /// Who ended it.
  public enum Origin: Hashable, Sendable {
    /// The peer sent a close frame.
    case peer
    /// We did: it was asked for, or the peer broke the protocol or a limit.
    case local
    /// Nobody said goodbye: the network or the process at the other end failed, or pings went
    /// unanswered, or the loop was stopped.
    case lost
  }

  /// Who ended it.
  public let origin: Origin
  /// The code in the close frame; nil when there was none, or none in it.
  public let code: CloseCode?
  /// The text in the close frame, often empty.
  public let reason: String

  /// An end as a stand-in for the network tells it.
  public init(origin: Origin, code: CloseCode?, reason: String) {
    self.origin = origin
    self.code = code
    self.reason = reason
  }
}
