// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Lobby
import Protocol

/// Everything a server counts one by one, each the place of a number in the book of metrics.
///
/// What happened once has happened: these only rise while the process lives.
enum Counter: Int, CaseIterable, Sendable {
  // Connections by encoding: those let in, and those of them that have ended.
  case openedProto, openedJSON
  case closedProto, closedJSON

  // Who was turned away at the door.
  case turnedAwayAddressFull
  case turnedAwayBanned
  case turnedAwayForeignOrigin
  case turnedAwayServerFull
  case turnedAwayTooOften

  // Whole messages by encoding, and the bytes of their contents.
  case receivedProto, receivedJSON
  case receivedBytesProto, receivedBytesJSON
  case sentProto, sentJSON
  case sentBytesProto, sentBytesJSON

  // What sessions ask of rooms.
  case createRoom, intent, joinRoom, leaveRoom, quickMatch
  case intentAccepted

  // What has landed in the journal, or has not.
  case entries
  case matchesBegun
  case journalFailures

  // What was done about readers who do not keep up.
  case readersClosed, readersMerged, readersRefreshed

  case clockSteps
  case suspects
}

extension Counter {
  /// A connection was let in.
  static func opened(_ encoding: WireEncoding) -> Counter {
    encoding.isText ? .openedJSON : .openedProto
  }

  /// A connection that was let in has ended.
  static func closed(_ encoding: WireEncoding) -> Counter {
    encoding.isText ? .closedJSON : .closedProto
  }

  /// A message came.
  static func received(_ encoding: WireEncoding) -> Counter {
    encoding.isText ? .receivedJSON : .receivedProto
  }

  /// Bytes of messages came.
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

  /// A session asks for something.
  static func asked(_ request: Request) -> Counter {
    switch request {
    case .createRoom: .createRoom
    case .quickMatch: .quickMatch
    case .joinRoom: .joinRoom
    case .leaveRoom: .leaveRoom
    case .intent: .intent
    }
  }

  /// Somebody was not let in.
  static func turnedAway(_ overload: Overload) -> Counter {
    switch overload {
    case .serverFull: .turnedAwayServerFull
    case .addressFull: .turnedAwayAddressFull
    case .tooOften: .turnedAwayTooOften
    }
  }
}
