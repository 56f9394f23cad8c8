// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Journal
import Protocol

/// Admin answers as text tables.
///
/// Text from players and others is made printable, so that it cannot control a terminal.
enum TextTable {
  /// The lines of an answer, except the closing sentence.
  static func lines(_ answer: AdminAnswer) -> [String] {
    let rows = answer.compactMap(row)
    let others = answer.flatMap(lines)
    guard let head = rows.first?.head else { return others }
    return others + lines(head, rows.map(\.cells))
  }

  /// The table row of a list's line, and the table's head.
  private static func row(_ line: AdminReply) -> (head: [String], cells: [String])? {
    switch line {
    case .room(let room):
      (
        ["Room", "Mode", "Phase", "Seats", "Watching", "Open for", "Players"],
        [
          room.code, room.mode, room.phase, "\(room.players.count)/\(room.seats)",
          "\(room.spectators)", SpanText.text(room.seconds), room.players.joined(separator: ", "),
        ]
      )
    case .session(let session):
      (
        ["Session", "Room", "Here for", "RTT", "Address", "Key", "Name"],
        [
          session.id, session.room ?? "-", SpanText.text(session.seconds),
          session.rtt.map(milliseconds) ?? "-", session.address ?? "-",
          session.key ?? "-", session.name + (session.bot ? " (bot)" : ""),
        ]
      )
    case .ban(let ban):
      (
        ["Who", "Since", "Until", "Reason"],
        [ban.key ?? ban.address ?? "-", ban.since, ban.until ?? "until lifted", ban.reason]
      )
    case .node(let node):
      (
        ["Node", "State", "Rooms", "Connections", "Clock", "Version", "URL"],
        [
          node.name, node.state, "\(node.rooms)", "\(node.connections)",
          node.clock.map(milliseconds) ?? "-", node.version, node.url,
        ]
      )
    case .stream(let stream):
      (
        ["Stream", "Messages", "Bytes", "Last"],
        [stream.name]
          + [stream.messages, stream.bytes, stream.last].map { $0.map { "\($0)" } ?? "-" }
      )
    case .refilled(let room):
      (
        ["Room", "Entries", "Written", "It"],
        [room.code, "\(room.entries)", "\(room.written)", room.says]
      )
    case .status, .world, .backup, .effect, .done, .refused: nil
    }
  }

  /// Milliseconds to a tenth; a small negative number is not `-0.0`.
  private static func milliseconds(_ number: Double) -> String {
    "\((number * 10).rounded() / 10 + 0) ms"
  }

  /// The lines of anything but a list.
  private static func lines(_ line: AdminReply) -> [String] {
    switch line {
    case .status(let status): lines(status)
    case .world(let world): lines(world)
    case .backup(let backup): [text(backup)]
    case .effect(let effect): [effect.says.printable(limit: 2000)]
    case .room, .session, .ban, .node, .stream, .refilled, .done, .refused: []
    }
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

  private static func lines(_ world: AdminReply.World) -> [String] {
    [
      "World \(world.name), records of form \(world.form), closed rooms rest for "
        + world.rest.counted("hour"),
      "\(world.living.counted("node")) living, \(world.gone) gone, "
        + world.rooms.counted("open room"),
      world.synced
        ? "What the NATS servers acknowledge is on their disks."
        : "What the NATS servers acknowledge may not be on their disks.",
    ] + world.problems.map { "Not well: \($0.printable(limit: 2000))" }
  }

  /// A backup's progress or result.
  private static func text(_ backup: AdminReply.Backup) -> String {
    let seconds = (backup.seconds * 1000).rounded() / 1000
    guard let bytes = backup.bytes else {
      return "\(backup.pages) of \(backup.of) pages, \(seconds) s"
    }
    return
      "\(backup.pages.counted("page")), \(bytes) bytes, \((backup.rooms ?? 0).counted("room")), "
      + "\((backup.entries ?? 0).counted("entry", "entries")), \(seconds) s"
  }

  /// Columns padded to their contents; the last one unpadded.
  static func lines(_ head: [String], _ rows: [[String]]) -> [String] {
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
