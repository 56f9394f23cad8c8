// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game

extension Leaderboard {
  /// The leaderboard as lines of plain text with a header, for command lines.
  ///
  /// The name comes last, so that it cannot misalign a column. Players of the same name are
  /// distinguished by the first characters of their ids.
  package var lines: [String] {
    let heads = ["Rank", "Rating", "Mu", "Sigma", "Matches", "Player"]
    let cells = zip(rows, names).map { row, name in
      [
        "\(row.rank)", row.shown.hundredths, row.mu.hundredths, row.sigma.hundredths,
        "\(row.matches)", name,
      ]
    }
    return TextTable.lines([heads] + cells)
  }

  /// Each row's player name, in order.
  package var names: [String] {
    let called = rows.map { $0.player.name.printable(limit: 96) }
    var counts: [String: Int] = [:]
    for name in called { counts[name, default: 0] += 1 }
    return zip(called, rows).map { name, row in
      guard let id = row.player.id, counts[name, default: 0] > 1 else { return name }
      return "\(name) \u{b7}\(id.prefix(4).description.printable(limit: 4))"
    }
  }
}

extension Double {
  /// The number with two decimals; a dash if it is not finite or too large.
  package var hundredths: String {
    guard isFinite, magnitude < 1e12 else { return "-" }
    let parts = Int64((magnitude * 100).rounded()).quotientAndRemainder(dividingBy: 100)
    let sign = self < 0 && (parts.quotient, parts.remainder) != (0, 0) ? "-" : ""
    return "\(sign)\(parts.quotient).\(parts.remainder < 10 ? "0" : "")\(parts.remainder)"
  }
}
