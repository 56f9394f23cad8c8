// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

/// Admin answers as text tables.
///
/// Text from players and others is made printable, so that it cannot control a terminal.
enum TextTable {
  /// The lines of an answer, except the last.
  static func lines(_ answer: [AdminReply]) -> [String] {
    let rooms = answer.compactMap(\.room)
    let sessions = answer.compactMap(\.session)
    let bans = answer.compactMap(\.ban)
    if !rooms.isEmpty {
      return table(
        ["Room", "Mode", "Phase", "Seats", "Watching", "Open for", "Players"],
        rooms.map { room in
          [
            room.code, room.mode, room.phase, "\(room.players.count)/\(room.seats)",
            "\(room.spectators)", SpanText.text(room.seconds), room.players.joined(separator: ", "),
          ]
        })
    }
    if !sessions.isEmpty {
      return table(
        ["Session", "Room", "Here for", "RTT", "Address", "Key", "Name"],
        sessions.map { session in
          [
            session.id, session.room ?? "-", SpanText.text(session.seconds),
            session.rtt.map { "\(($0 * 10).rounded() / 10) ms" } ?? "-", session.address ?? "-",
            session.key ?? "-", session.name + (session.bot ? " (bot)" : ""),
          ]
        })
    }
    if !bans.isEmpty {
      return table(
        ["Who", "Since", "Until", "Reason"],
        bans.map { [$0.key ?? $0.address ?? "-", $0.since, $0.until ?? "until lifted", $0.reason] })
    }
    return answer.compactMap(\.status).flatMap(lines) + answer.compactMap(\.backup).map(line)
      + answer.compactMap(\.effect).map { $0.says.printable(limit: 2000) }
  }

  private static func lines(_ status: AdminReply.Status) -> [String] {
    var lines = [
      "facedown-server \(status.version), for \(SpanText.text(status.seconds))",
      "\(status.connections.counted("connection")), \(status.sessions.counted("session"))",
      "\(status.rooms.counted("room")), \(status.matches.counted("match", "matches")) under way, "
        + "\(status.players.counted("player")), \(status.spectators) watching",
      status.bans.counted("ban"),
    ]
    if status.draining {
      let end = status.stops.map { ", in \(SpanText.text($0)) at the latest" } ?? ""
      lines.append("Draining: it stops once its matches are over\(end).")
    }
    return lines
  }

  /// A backup's progress or result.
  static func line(_ backup: AdminReply.Backup) -> String {
    let seconds = (backup.seconds * 1000).rounded() / 1000
    guard let bytes = backup.bytes else {
      return "\(backup.pages) of \(backup.of) pages, \(seconds) s"
    }
    return
      "\(backup.pages.counted("page")), \(bytes) bytes, \((backup.rooms ?? 0).counted("room")), "
      + "\((backup.entries ?? 0).counted("entry", "entries")), \(seconds) s"
  }

  /// Columns padded to their contents; the last one unpadded.
  private static func table(_ head: [String], _ rows: [[String]]) -> [String] {
    assert(rows.allSatisfy { $0.count == head.count }, "Each row has a cell for each column.")
    let all = [head] + rows.map { $0.map { $0.printable(limit: 400) } }
    let widths = head.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      let cells = row.indices.map { column in
        let pad = column == row.count - 1 ? 0 : widths[column] - row[column].count
        return row[column] + String(repeating: " ", count: pad)
      }
      return cells.joined(separator: "  ")
    }
  }
}
