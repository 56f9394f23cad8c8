// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// Matches that can be watched again, a line each, for people.
enum ReplaySentences {
  /// The lines of a list.
  static func table(_ replays: [ReplaySummary]) -> String {
    guard !replays.isEmpty else {
      return "No match has ended here that you may watch. Look again after one."
    }
    return replays.map(line).joined(separator: "\n")
  }

  /// `k3f0...  2026-11-22 07:15 UTC  memorize, 8 pairs  Ana 12, Ben 7`.
  private static func line(_ replay: ReplaySummary) -> String {
    "\(replay.matchID.harmless(limit: 64))  \(time(replay.endedAt))  \(rules(replay))  "
      + result(replay)
  }

  /// The rules in a few words.
  static func rules(_ replay: ReplaySummary) -> String {
    "\(replay.settings.mode.rawValue), \(Wording.count(replay.settings.pairs, "pair"))"
  }

  /// Who came to what, best first.
  ///
  /// Those who gave up are last, whatever they have: where that is more than somebody before them
  /// has, it is said why.
  static func result(_ replay: ReplaySummary) -> String {
    var least = Int.max
    var haveGivenUp = false
    return replay.standings.map { line in
      haveGivenUp = haveGivenUp || line.score > least
      least = min(least, line.score)
      let name = Wording.name(line.player, seat: line.seat)
      let points = "\(name) \(replay.settings.mode == .zen ? line.pairs : line.score)"
      return haveGivenUp ? "\(points) (gave up)" : points
    }.joined(separator: ", ")
  }

  /// A server's time as day and minute, where everybody has the same.
  static func time(_ time: ServerTime) -> String {
    let minutes = time.microseconds / 60_000_000
    let (day, minute) = (minutes.floored(by: 1440), minutes - 1440 * minutes.floored(by: 1440))
    let date = civil(day: day)
    return
      "\(date.year)-\(two(date.month))-\(two(date.day)) \(two(minute / 60)):\(two(minute % 60)) UTC"
  }

  /// The date of a day counted from 1 January 1970 (Howard Hinnant's `civil_from_days`).
  private static func civil(day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let era = shifted.floored(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Int64 {
  /// The quotient rounded down.
  fileprivate func floored(by divisor: Int64) -> Int64 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
