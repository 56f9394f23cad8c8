// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
package import Cells
package import Game
package import Interpolation
package import MatchUI
package import Protocol

/// What the player of a page asks for, as its script says it: a number, and another or a text.
package enum WebAction: Hashable, Sendable {
  /// At the table, as in the terminal.
  case table(TableAction)
  /// A key was pressed at the table.
  case key(Key)
  /// Enter the room with this code.
  case join(code: String, Role)
  /// Open a table with these settings; against bots of a level, or for others.
  case create(MatchSettings, bots: String?)
  /// Find a table with others, where the result counts or not.
  case quick(QuickMatch)
  /// List the rooms, with updates.
  case rooms
  /// Ask for the leaderboards of all modes.
  case leaderboards
  /// Ask for the list of replays, as a player whose clock is so many minutes before UTC.
  case replays(minutesBeforeUTC: Int)
  /// Ask for the profile of the player with this ID or name, or for the own one, as a player whose clock
  /// is so many minutes before UTC.
  case profile(String?, minutesBeforeUTC: Int)
  /// Ask for the daily deals.
  case daily
  /// Play today's deal.
  case playDaily
  /// Watch the replay of this match; of the one at the table if it is empty.
  case watch(matchID: String)
  /// Watch the replay in a file with this content; nil for one that is larger than any input.
  case open(file: String?)
  /// Seek to a fraction of the replay, 0...1.
  case seek(Double)
  /// Leave the room.
  case leave
  /// Show ghosts from now on, or do not.
  case ghosts(Bool)
  /// Move like this from now on.
  case motion(MotionPreference)

  /// The action with a number; nil for one that there is not.
  ///
  /// - Parameters:
  ///   - kind: which action; docs/web.md has the table.
  ///   - argument: a place, a seat, a level, a reaction, a key, minutes, a fraction in ten thousandths or
  ///     a flag.
  ///   - text: a room code, a character or the fields of a form.
  package init?(kind: Int, argument: Int, text: String) {
    switch kind {
    case 0: self = .table(.choose(place: argument))
    case 1: self = .table(.deal)
    case 2: self = .table(.shuffle)
    case 3: self = .table(.ready)
    case 4: self = .table(.restart)
    case 5: self = .table(.rematch)
    case 6: self = .leave
    case 7: self = .table(.addBot(text))
    case 8: self = .table(.remove(SeatIndex(argument)))
    case 9: self = .table(.react(argument))
    case 10:
      guard let (settings, bots) = Self.table(text) else { return nil }
      self = .create(settings, bots: bots)
    case 11: self = .join(code: text, .player)
    case 12: self = .join(code: text, .spectator)
    case 13:
      guard let key = Self.key(argument, text) else { return nil }
      self = .key(key)
    case 14:
      let fields = text.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 2, let mode = MatchSettings.Mode(rawValue: String(fields[0])),
        let seats = Int(fields[1])
      else { return nil }
      self = .quick(QuickMatch(mode: mode, seats: seats, isRated: argument != 0))
    case 15: self = .rooms
    case 16: self = .motion(argument == 0 ? .full : .reduced)
    case 17: self = .leaderboards
    case 18:
      guard (-1440...1440).contains(argument) else { return nil }
      self = .replays(minutesBeforeUTC: argument)
    case 19: self = .watch(matchID: text)
    case 20: self = .seek(Double(argument) / 10_000)
    case 21: self = .open(file: argument == 0 ? text : nil)
    case 22:
      guard (-1440...1440).contains(argument) else { return nil }
      self = .profile(text.isEmpty ? nil : text, minutesBeforeUTC: argument)
    case 23: self = .daily
    case 24: self = .playDaily
    case 25: self = .table(.point(place: argument))
    case 26: self = .ghosts(argument != 0)
    default: return nil
    }
  }

  private static func key(_ number: Int, _ text: String) -> Key? {
    switch number {
    case 0: text.count == 1 ? text.first.map { .character($0) } : nil
    case 1: .up
    case 2: .down
    case 3: .left
    case 4: .right
    case 5: .enter
    case 6: .escape
    case 7: .home
    case 8: .end
    case 9: .pageUp
    case 10: .pageDown
    default: nil
    }
  }

  /// The table that a form describes; nil if it is no such form.
  ///
  /// Its fields are pairs, seats, mode, theme, seconds a turn, shuffle, audience, and the level of the
  /// bots or nothing, with tabs between. The server says what is out of range.
  private static func table(_ text: String) -> (MatchSettings, bots: String?)? {
    let fields = text.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
    guard fields.count == 8, let pairs = Int32(fields[0]), let seats = Int32(fields[1]),
      let mode = MatchSettings.Mode(rawValue: fields[2]), let seconds = Int32(fields[4]),
      let shuffle = MatchSettings.Shuffle(rawValue: fields[5]),
      let audience = MatchSettings.Audience(rawValue: fields[6]),
      fields[7].isEmpty || BotLevel.named(fields[7]) != nil, (1...Int32(SeatIndex.limit)) ~= seats
    else { return nil }
    let settings = MatchSettings(
      pairs: Int(pairs), seats: Int(seats), mode: mode, turnLimit: .seconds(Int(seconds)),
      shuffle: shuffle, theme: fields[3], audience: audience)
    return (settings, fields[7].isEmpty ? nil : fields[7])
  }
}
