// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// Identifies a session: one person or program, across all its connections.
package struct SessionID: Hashable, Sendable {
  private let text: PackedText

  /// The session's name on the wire.
  package var rawValue: String { text.string }

  /// The session called `rawValue`.
  package init(_ rawValue: String) {
    text = PackedText(rawValue)
  }
}

/// Identifies a room for its whole life; its code may be reused later.
package struct RoomID: Hashable, Sendable {
  private let text: PackedText

  /// The room's name in the journal and on the wire.
  package var rawValue: String { text.string }

  /// The room called `rawValue`.
  package init(_ rawValue: String) {
    text = PackedText(rawValue)
  }
}

/// The code people type to join a room.
package struct RoomCode: Hashable, Sendable {
  /// Capital letters and digits without look-alikes (no 0, 1, I, L, O).
  static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTUVWXYZ".utf8)
  /// Length of a public room's code; short, because the room is listed anyway.
  static let listedLength = 5
  /// Length of an unlisted or locked room's code; too long to guess.
  static let unlistedLength = 8

  /// The code in capital letters.
  package var rawValue: String

  /// The code as typed, in any case.
  package init(_ typed: String) {
    rawValue = typed.uppercased()
  }

  /// Whether a text could be a code, in any case: its letters and its length are.
  package static func isWellFormed(_ text: some StringProtocol) -> Bool {
    guard [listedLength, unlistedLength].contains(text.utf8.count) else { return false }
    return text.utf8.allSatisfy { byte in
      let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      return alphabet.contains(isSmall ? byte - 32 : byte)
    }
  }

  /// Draws a code; its length depends on the audience.
  init(for audience: MatchSettings.Audience, from random: inout RandomStream) {
    let length = audience == .public ? Self.listedLength : Self.unlistedLength
    rawValue = random.text(length, of: Self.alphabet)
  }
}

extension Refusal {
  /// The refusal of a code that no room has.
  static func unknownCode(_ code: RoomCode) -> Refusal {
    Refusal(.roomUnknownCode, [Fact("code", code.rawValue)])
  }
}

extension RandomStream {
  /// A text of `count` characters drawn from ASCII `alphabet`.
  mutating func text(_ count: Int, of alphabet: [UInt8]) -> String {
    String(
      decoding: (0..<count).map { _ in alphabet[Int(below(UInt64(alphabet.count)))] },
      as: UTF8.self)
  }

  /// A unique, unguessable name: 80 random bits in 16 characters.
  package mutating func identifier() -> String {
    text(16, of: Array("0123456789abcdefghjkmnpqrstvwxyz".utf8))
  }
}
