// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import Lobby

/// Everything a server tells of itself, as it is at one moment.
struct ServerFigures {
  /// What was counted since the beginning.
  var book: MetricsBook
  /// What there is.
  var counts: LobbyCounts
  /// The server's time.
  var now: ServerTime
  /// What waits for slow readers.
  var backlog: Backlog
  /// Whether anyone is taken in.
  var readiness: Readiness
  /// Whether the journal can be written.
  var isJournalWritable: Bool
  /// What the journal takes on the disk; zero in memory.
  var journalBytes: Int
  /// What the system tells of the process.
  var process: ProcessFigures
  /// When the certificate expires, in seconds since 1970; nil without one.
  var certificateExpiry: Double?
  /// What the server calls itself.
  var version: String

  /// The metrics as Prometheus reads them.
  var text: String {
    var page = Exposition()
    addServer(to: &page)
    addConnections(to: &page)
    addMessages(to: &page)
    addReaders(to: &page)
    addRooms(to: &page)
    addRequests(to: &page)
    addTimes(to: &page)
    addJournal(to: &page)
    process.add(to: &page)
    return page.text
  }

  private func addServer(to page: inout Exposition) {
    page.add(
      "facedown_build_info", .gauge, "Always 1; the version is the label.",
      [.init("version", version, .whole(1))])
    page.add(
      "facedown_ready", .gauge,
      "Whether the server takes anyone in: 1 if /readyz answers with 200, 0 if with 503.",
      .init(readiness == .ready ? 1 : 0))
    page.add(
      "facedown_clock_steps_total", .counter,
      "How often the machine's clock was set while the server ran.", .whole(book[.clockSteps]))
    if let certificateExpiry {
      page.add(
        "facedown_certificate_expiry_timestamp_seconds", .gauge,
        "When the certificate expires, in seconds since 1970; not there without TLS.",
        .real(certificateExpiry))
    }
  }

  private func addConnections(to page: inout Exposition) {
    page.add(
      "facedown_connections", .gauge, "WebSockets that are open, by the encoding they speak.",
      [
        .init("encoding", "json", .whole(book[.openedJSON] &- book[.closedJSON])),
        .init("encoding", "proto", .whole(book[.openedProto] &- book[.closedProto])),
      ])
    page.add(
      "facedown_connections_opened_total", .counter,
      "WebSockets that were opened, by the encoding they speak.",
      [
        .init("encoding", "json", .whole(book[.openedJSON])),
        .init("encoding", "proto", .whole(book[.openedProto])),
      ])
    page.add(
      "facedown_connections_refused_total", .counter,
      "Visitors who were turned away at the door, by the reason.",
      [
        .init("reason", "address_full", .whole(book[.turnedAwayAddressFull])),
        .init("reason", "banned", .whole(book[.turnedAwayBanned])),
        .init("reason", "foreign_origin", .whole(book[.turnedAwayForeignOrigin])),
        .init("reason", "server_full", .whole(book[.turnedAwayServerFull])),
        .init("reason", "too_often", .whole(book[.turnedAwayTooOften])),
      ])
    page.add(
      "facedown_closings_total", .counter,
      "Connections that the server has ended, by the code that their peers were told.",
      MetricsBook.codes.enumerated().map { index, code in
        .init("code", code.rawValue, .whole(book.closings[index]))
      })
  }

  private func addMessages(to page: inout Exposition) {
    let families: [(name: String, help: String, json: Counter, proto: Counter)] = [
      (
        "facedown_messages_received_total", "Messages that came over WebSockets.", .receivedJSON,
        .receivedProto
      ),
      (
        "facedown_messages_sent_total", "Messages that were queued for WebSockets.", .sentJSON,
        .sentProto
      ),
      (
        "facedown_message_received_bytes_total",
        "Bytes of the messages that came, without WebSocket's and TLS's own.", .receivedBytesJSON,
        .receivedBytesProto
      ),
      (
        "facedown_message_sent_bytes_total",
        "Bytes of the messages that were queued, without WebSocket's and TLS's own.",
        .sentBytesJSON, .sentBytesProto
      ),
    ]
    for family in families {
      page.add(
        family.name, .counter, family.help,
        [
          .init("encoding", "json", .whole(book[family.json])),
          .init("encoding", "proto", .whole(book[family.proto])),
        ])
    }
  }

  private func addReaders(to page: inout Exposition) {
    page.add(
      "facedown_queued_bytes", .gauge, "Bytes that wait for slow readers, of all connections.",
      .init(backlog.bytes))
    page.add(
      "facedown_queued_most_bytes", .gauge,
      "Bytes that wait for the reader for whom the most do.", .init(backlog.most))
    page.add(
      "facedown_slow_readers_total", .counter,
      "What was done about readers who do not keep up: merged, only the latest of some messages is "
        + "kept for them; refreshed, they got the room anew; closed, they were cut off.",
      [
        .init("step", "closed", .whole(book[.readersClosed])),
        .init("step", "merged", .whole(book[.readersMerged])),
        .init("step", "refreshed", .whole(book[.readersRefreshed])),
      ])
  }
}
