// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A chair at the table, 0 for the first; fixed for the match, whoever sits on it.
public struct SeatIndex: Hashable, Comparable, Sendable {
  /// The most chairs a table has.
  public static let limit = 8

  /// The chair's number from 0.
  public var rawValue: Int

  /// Chair number `rawValue`.
  public init(_ rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Orders by number.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Who sits on a chair, as everyone may know it.
public struct Player: Hashable, Sendable {
  /// The name shown, 1 to 24 characters.
  public var name: String
  /// The identity proven by a key, or nil for a guest.
  public var id: String?
  /// Whether a program plays here.
  public var isBot: Bool
  /// How well the server's own bot plays, by the name of its level; nil for everyone else.
  public var level: String?

  /// A player named `name`, known by `id` where proven.
  public init(name: String, id: String? = nil, isBot: Bool = false, level: String? = nil) {
    self.name = name
    self.id = id
    self.isBot = isBot
    self.level = level
  }
}
