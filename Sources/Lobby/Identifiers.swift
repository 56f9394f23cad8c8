// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// A session: one person or program, over however many connections it takes.
public struct SessionID: Hashable, Sendable {
  /// The session's name on the wire.
  public var rawValue: String

  /// The session called `rawValue`.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}

/// A room over its whole life, whatever code it has.
public struct RoomID: Hashable, Sendable {
  /// The room's name in the journal and on the wire.
  public var rawValue: String

  /// The room called `rawValue`.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}

/// What people say or type to join a room.
public struct RoomCode: Hashable, Sendable {
  /// Capital letters and digits that cannot be taken for one another.
  static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTUVWXYZ".utf8)
  /// Characters of a public room's code; listed anyway, so short.
  static let listedLength = 5
  /// Characters of an unlisted or locked room's code; not to be guessed.
  static let unlistedLength = 8

  /// The code in capital letters.
  public var rawValue: String

  /// The code as typed: case does not matter.
  public init(_ typed: String) {
    rawValue = typed.uppercased()
  }

  /// A code drawn for a room of the given audience.
  init(for audience: MatchSettings.Audience, from random: inout RandomStream) {
    let length = audience == .public ? Self.listedLength : Self.unlistedLength
    rawValue = random.text(length, of: Self.alphabet)
  }
}

extension RandomStream {
  /// A text of `count` characters drawn from ASCII `alphabet`.
  mutating func text(_ count: Int, of alphabet: [UInt8]) -> String {
    String(
      decoding: (0..<count).map { _ in alphabet[Int(below(UInt64(alphabet.count)))] },
      as: UTF8.self)
  }

  /// A name nobody guesses and nothing else bears: 80 random bits, 16 characters.
  public mutating func identifier() -> String {
    text(16, of: Array("0123456789abcdefghjkmnpqrstvwxyz".utf8))
  }
}
