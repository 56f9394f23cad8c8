// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Lobby
import Protocol

/// All counters, each an index into `ServerMetrics`.
///
/// Counters only rise while the process lives.
enum Counter: Int, CaseIterable, Sendable {
  // Connections by encoding: opened, closed.
  case openedProto, openedJSON
  case closedProto, closedJSON

  // Refused connections.
  case turnedAwayAddressFull
  case turnedAwayBanned
  case turnedAwayForeignOrigin
  case turnedAwayServerFull
  case turnedAwayTooOften

  // Messages by encoding, and their payload bytes.
  case receivedProto, receivedJSON
  case receivedBytesProto, receivedBytesJSON
  case sentProto, sentJSON
  case sentBytesProto, sentBytesJSON

  // Requests.
  case createRoom, intent, joinRoom, leaveRoom, quickMatch
  case intentAccepted

  // Journal outcomes.
  case entries
  case matchesBegun
  case journalFailures

  // Slow readers.
  case readersClosed, readersMerged, readersRefreshed

  case clockSteps
  case suspects
}

extension Counter {
  /// A connection was opened.
  static func opened(_ encoding: WireEncoding) -> Counter {
    encoding.isText ? .openedJSON : .openedProto
  }

  /// A connection was closed.
  static func closed(_ encoding: WireEncoding) -> Counter {
    encoding.isText ? .closedJSON : .closedProto
  }

  /// A message was received.
  static func received(_ encoding: WireEncoding) -> Counter {
    encoding.isText ? .receivedJSON : .receivedProto
  }

  /// Bytes were received.
  static func receivedBytes(_ encoding: WireEncoding) -> Counter {
    encoding.isText ? .receivedBytesJSON : .receivedBytesProto
  }

  /// A message was queued for a socket.
  static func sent(_ encoding: WireEncoding) -> Counter {
    encoding.isText ? .sentJSON : .sentProto
  }

  /// Bytes of messages were queued for a socket.
  static func sentBytes(_ encoding: WireEncoding) -> Counter {
    encoding.isText ? .sentBytesJSON : .sentBytesProto
  }

  /// A request was made.
  static func asked(_ request: Request) -> Counter {
    switch request {
    case .createRoom: .createRoom
    case .quickMatch: .quickMatch
    case .joinRoom: .joinRoom
    case .leaveRoom: .leaveRoom
    case .intent: .intent
    }
  }

  /// A connection was refused.
  static func turnedAway(_ overload: Overload) -> Counter {
    switch overload {
    case .serverFull: .turnedAwayServerFull
    case .addressFull: .turnedAwayAddressFull
    case .tooOften: .turnedAwayTooOften
    }
  }
}
