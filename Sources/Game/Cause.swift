// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The number of a membership in a room's log; every time someone takes a seat, a new one.
public struct ActorNumber: Hashable, Comparable, Sendable {
  /// The number from 1.
  public var rawValue: UInt32

  /// Membership number `rawValue`.
  public init(_ rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Orders by number.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A session's number for a request; a session's request ids only rise.
public struct RequestID: Hashable, Comparable, Sendable {
  /// The number from 1.
  public var rawValue: UInt64

  /// Request number `rawValue`.
  public init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Orders by number.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The request that caused an entry; an entry without one is automatic.
public struct Cause: Hashable, Sendable {
  /// The member who sent it.
  public var actor: ActorNumber
  /// The session's number for the request.
  public var request: RequestID

  /// Request `request` of member `actor`.
  public init(actor: ActorNumber, request: RequestID) {
    self.actor = actor
    self.request = request
  }
}
