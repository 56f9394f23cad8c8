// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Game
import MatchUI

/// Texts of the page before there is a table: lines of fields with tabs between.
enum HomeTexts {
  /// What its forms offer: the field, the value, its title, and a hint.
  static var choices: String {
    let themes = ([ThemeName.random] + ThemeName.all).map {
      ["theme", $0, $0 == ThemeName.random ? "any" : Wording.theme($0), ""]
    }
    let modes = MatchSettings.Mode.accepted.map {
      ["mode", $0.rawValue, $0.rules.name, Wording.sentence($0.rules.summary)]
    }
    let shuffles = [
      (MatchSettings.Shuffle.trackable, "in the open"), (.blind, "blind"), (.off, "never"),
    ].map { ["shuffle", $0.0.rawValue, $0.1, Wording.explanation(of: $0.0)] }
    let levels = BotLevel.all.map { ["level", $0.name, Wording.level($0), ""] }
    return lines(themes + modes + shuffles + levels)
  }

  /// The rooms, those with a free seat first: the code, whether there is a seat, who sits there, and details.
  static func rooms(_ rooms: [RoomSummary]) -> String {
    let sorted = rooms.sorted { (isOpen($0) ? 0 : 1, $0.code) < (isOpen($1) ? 0 : 1, $1.code) }
    return lines(
      sorted.map {
        [
          $0.code.asRoomCode, isOpen($0) ? "join" : "watch", RoomSentences.players($0),
          Wording.sentence(RoomSentences.details($0)),
        ]
      })
  }

  /// The same of the first few rooms with a free seat.
  static func openTables(_ rooms: [RoomSummary]) -> String {
    Self.rooms(Array(rooms.filter(isOpen).prefix(mostOpenTables)))
  }

  private static let mostOpenTables = 5

  /// Lines of fields.
  static func lines(_ rows: [[String]]) -> String {
    rows.map { $0.joined(separator: "\t") }.joined(separator: "\n")
  }

  /// Whether there is a seat to take; at rated tables quick match assigns them.
  private static func isOpen(_ room: RoomSummary) -> Bool {
    room.phase == .waiting && room.seatsTaken < room.settings.seats && !room.settings.isRated
  }
}
