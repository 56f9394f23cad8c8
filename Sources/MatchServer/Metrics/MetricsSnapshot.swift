// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import Lobby

/// All metrics of a server at one moment.
struct MetricsSnapshot {
  /// The counters and histograms.
  var metrics: ServerMetrics
  /// Rooms, seats and sessions.
  var counts: LobbyCounts
  /// The server's time.
  var now: ServerTime
  /// Bytes queued for slow readers.
  var backlog: Backlog
  /// The readiness.
  var readiness: Readiness
  /// Whether the journal can be written.
  var isJournalWritable: Bool
  /// Size of the journal; zero in memory.
  var journalBytes: Int
  /// The process's resources.
  var process: ProcessFigures
  /// When the certificate expires, in seconds since 1970; nil without one.
  var certificateExpiry: Double?
  /// The server's version.
  var version: String

  /// The metrics in Prometheus' text format.
  var text: String {
    var page = PrometheusText()
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

  private func addServer(to page: inout PrometheusText) {
    page.add(
      "facedown_build_info", .gauge, "Always 1; the version is the label.",
      [.init("version", version, .whole(1))])
    page.add(
      "facedown_ready", .gauge,
      "Whether the server accepts players: 1 if /readyz answers with 200, 0 if with 503.",
      .init(readiness == .ready ? 1 : 0))
    page.add(
      "facedown_clock_steps_total", .counter,
      "How often the machine's clock was set while the server ran.", .whole(metrics[.clockSteps]))
    if let certificateExpiry {
      page.add(
        "facedown_certificate_expiry_timestamp_seconds", .gauge,
        "When the certificate expires, in seconds since 1970; absent without TLS.",
        .real(certificateExpiry))
    }
  }

  private func addConnections(to page: inout PrometheusText) {
    page.add(
      "facedown_connections", .gauge, "Open WebSocket connections, by encoding.",
      [
        .init("encoding", "json", .whole(metrics[.openedJSON] &- metrics[.closedJSON])),
        .init("encoding", "proto", .whole(metrics[.openedProto] &- metrics[.closedProto])),
      ])
    page.add(
      "facedown_connections_opened_total", .counter,
      "WebSocket connections opened, by encoding.",
      [
        .init("encoding", "json", .whole(metrics[.openedJSON])),
        .init("encoding", "proto", .whole(metrics[.openedProto])),
      ])
    page.add(
      "facedown_connections_refused_total", .counter,
      "Connections refused before the handshake completed, by reason.",
      [
        .init("reason", "address_full", .whole(metrics[.turnedAwayAddressFull])),
        .init("reason", "banned", .whole(metrics[.turnedAwayBanned])),
        .init("reason", "foreign_origin", .whole(metrics[.turnedAwayForeignOrigin])),
        .init("reason", "server_full", .whole(metrics[.turnedAwayServerFull])),
        .init("reason", "too_often", .whole(metrics[.turnedAwayTooOften])),
      ])
    page.add(
      "facedown_closings_total", .counter,
      "Connections closed by the server, by the code sent to the peer.",
      ServerMetrics.codes.enumerated().map { index, code in
        .init("code", code.rawValue, .whole(metrics.closings[index]))
      })
  }

  private func addMessages(to page: inout PrometheusText) {
    let families: [(name: String, help: String, json: Counter, proto: Counter)] = [
      (
        "facedown_messages_received_total", "Messages received over WebSockets.", .receivedJSON,
        .receivedProto
      ),
      (
        "facedown_messages_sent_total", "Messages queued for WebSockets.", .sentJSON,
        .sentProto
      ),
      (
        "facedown_message_received_bytes_total",
        "Payload bytes received, without WebSocket and TLS overhead.", .receivedBytesJSON,
        .receivedBytesProto
      ),
      (
        "facedown_message_sent_bytes_total",
        "Payload bytes queued, without WebSocket and TLS overhead.",
        .sentBytesJSON, .sentBytesProto
      ),
    ]
    for family in families {
      page.add(
        family.name, .counter, family.help,
        [
          .init("encoding", "json", .whole(metrics[family.json])),
          .init("encoding", "proto", .whole(metrics[family.proto])),
        ])
    }
  }

  private func addReaders(to page: inout PrometheusText) {
    page.add(
      "facedown_queued_bytes", .gauge, "Bytes queued for slow readers, over all connections.",
      .init(backlog.bytes))
    page.add(
      "facedown_queued_most_bytes", .gauge,
      "Bytes queued for the slowest reader.", .init(backlog.most))
    page.add(
      "facedown_slow_readers_total", .counter,
      "Steps taken for slow readers: merged, only the latest of some messages is kept; refreshed, "
        + "the whole room was sent again; closed, the connection was closed.",
      [
        .init("step", "closed", .whole(metrics[.readersClosed])),
        .init("step", "merged", .whole(metrics[.readersMerged])),
        .init("step", "refreshed", .whole(metrics[.readersRefreshed])),
      ])
  }
}
