// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Game

/// The bounds that decoding enforces, so that no later code meets an absurd number.
///
/// They are wide enough for any honest sender. Whether a setting or a name is allowed is up to the
/// rules.
enum Bounds {
  /// Counts in settings that are in force.
  static let settingsCount = 0...255
  /// A client's choice in a signed field: any number, for the rules to refuse, except the two that
  /// stand for numbers that do not fit.
  static let asked = Int(Int32.min) + 1...Int(Int32.max) - 1
  /// The same in an unsigned field.
  static let askedUnsigned = 0...Int(clamping: UInt32.max - 1)
  /// A duration in microseconds, up to an hour.
  static let microseconds: ClosedRange<Int64> = 0...3_600_000_000
  /// How long a clock pause may be, in microseconds: up to a hundred years.
  static let clockPause: ClosedRange<Int64> = 0...3_155_760_000_000_000
  /// A duration in milliseconds, up to a day.
  static let milliseconds: ClosedRange<Int64> = 0...86_400_000
  /// A point or a sum of points.
  static let score = -1_000_000...1_000_000
  /// Counters and limits.
  static let count = 0...1_000_000_000
  /// How many turns ahead a stalemate is announced.
  static let turnsAnnounced = 0...255
  /// An index into a theme's faces.
  static let face = 0...255
  /// The number of a deal, small enough to compute card numbers.
  static let generation = 0...Int(clamping: UInt32.max / UInt32(CardID.slotsPerGeneration))
  /// The number of an entry or of a request, small enough to compute the next one.
  static let seq: ClosedRange<UInt64> = 0...UInt64(Int64.max)

  /// Cards of a deal.
  static let cards = CardID.slotsPerGeneration
  /// Places, rows or columns of a board.
  static let places = 128
  /// Score changes of one entry.
  static let scoreChanges = 16
  /// Facts of a refusal.
  static let facts = 16
  /// The numbers of a rating.
  static let strength = -1e6...1e6
  /// Players on a leaderboard.
  static let ratings = 1000
  /// Players, modes, opponents, themes and matches of a profile, each.
  static let profileLines = 64
  /// Turns of a match: so few that a product of two fits into 32 bits.
  static let turns = 0...32_767
  /// Points of a rating's course.
  static let course = 1000
  /// Entries in a list of replays.
  static let replays = 1000
  /// Rooms of one update.
  static let rooms = 4096

  /// A name of 24 characters of up to four bytes each.
  static let name = 96
  /// A requested name, as long as a message: the name rule reports what is wrong with it.
  static let askedName = 4096
  /// An identifier made by a program: a word, code or id.
  static let identifier = 64
  /// A program's description of itself.
  static let agent = 128
  /// The address of a node.
  static let address = 512
  /// A sentence.
  static let sentence = 512
  /// A hash, a key, a token or a seed.
  static let bytes = 64

  /// Entries, requests or memberships of a step that is stored.
  static let storedEntries = 4096
  /// A stored name of a session, room, node, match or target.
  static let storedName = 128
  /// A stored reason of 200 characters of up to four bytes each.
  static let storedReason = 800
  /// Resume tokens of a session.
  static let tokens = 2
}
