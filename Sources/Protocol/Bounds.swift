// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Game

/// What translation accepts of a peer, so that nobody downstream has to fear a number.
///
/// These are the bounds of the form, wide enough for any honest sender. What a setting or a name
/// may be is for the rules to say, and they say it better.
enum Bounds {
  /// Pairs, chairs and turns in settings that are in force.
  static let settingsCount = 0...255
  /// What a client asks for in a signed field: any number, which is for the rules to refuse, but for the
  /// two that stand for numbers which do not fit.
  static let asked = Int(Int32.min) + 1...Int(Int32.max) - 1
  /// The same in an unsigned field.
  static let askedUnsigned = 0...Int(UInt32.max) - 1
  /// A duration in microseconds, up to an hour.
  static let microseconds: ClosedRange<Int64> = 0...3_600_000_000
  /// How long a match may have stood still, in microseconds: up to a hundred years.
  static let clockPause: ClosedRange<Int64> = 0...3_155_760_000_000_000
  /// A duration in milliseconds, up to a day.
  static let milliseconds: ClosedRange<Int64> = 0...86_400_000
  /// A point or a sum of points.
  static let score = -1_000_000...1_000_000
  /// How often something happened, and what a limit may be.
  static let count = 0...1_000_000_000
  /// How many turns ahead a stalemate is announced.
  static let turnsAnnounced = 0...255
  /// An index into a theme's faces.
  static let face = 0...255
  /// The number of a deal, such that cards can be numbered by it.
  static let generation = 0...(Int(UInt32.max) / CardID.slotsPerGeneration)
  /// The number of an entry; the next one's can always be computed.
  static let seq: ClosedRange<UInt64> = 0...UInt64(Int64.max)

  /// Cards of a deal.
  static let cards = CardID.slotsPerGeneration
  /// Places of a board, some of which may be empty; rows or columns.
  static let places = 128
  /// Score changes of one entry.
  static let scoreChanges = 16
  /// Facts of a refusal.
  static let facts = 16
  /// A rating's mean, its deviation, or what is shown of both.
  static let strength = -1e6...1e6
  /// Players of one leaderboard.
  static let ratings = 1000
  /// Matches of one list of replays.
  static let replays = 1000
  /// Rooms of one update.
  static let rooms = 4096

  /// A name of 24 characters of up to four bytes each.
  static let name = 96
  /// A name that is asked for, as long as a message: the rule for names says why it cannot be.
  static let askedName = 4096
  /// A word or code or id that a program made.
  static let identifier = 64
  /// A program's description of itself.
  static let agent = 128
  /// A sentence.
  static let sentence = 512
  /// A hash, a key, a token or a seed.
  static let bytes = 64
}
