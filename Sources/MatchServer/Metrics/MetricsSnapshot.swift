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
  /// The world; nil for a server by itself.
  var world: WorldFigures?
  /// The process's resources.
  var process: ProcessFigures
  /// When the certificate expires, in seconds since 1970; nil without one.
  var certificateExpiry: Double?
  /// The server's version.
  var version: String

  /// The metrics in Prometheus' text format.
  var text: String {
    var page = PrometheusText()
    addCounts(to: &page)
    addServer(to: &page)
    addReaders(to: &page)
    addRooms(to: &page)
    addJournal(to: &page)
    if let world { add(world, to: &page) }
    process.add(to: &page)
    return page.text
  }

  /// Counters and histograms, which only rise.
  private func addCounts(to page: inout PrometheusText) {
    for family in Counter.families {
      page.add(
        family.name, .counter, family.help,
        family.counters.map { value, counter in
          let count = PrometheusText.Number.whole(metrics[counter])
          return family.label.map { .init($0, value, count) } ?? .init(count)
        })
    }
    for span in ServerMetrics.Span.allCases {
      page.add(span.family.name, span.family.help, metrics[span])
    }
    page.add(
      "facedown_closings_total", .counter,
      "Connections closed by the server, by the code sent to the peer.",
      ServerMetrics.codes.enumerated().map { index, code in
        .init("code", code.rawValue, .whole(metrics.closings[index]))
      })
    page.add(
      "facedown_refusals_total", .counter, "Requests refused, by code.",
      ServerMetrics.codes.enumerated().map { index, code in
        .init("code", code.rawValue, .whole(metrics.refusals[index]))
      })
    page.add(
      "facedown_matches_ended_total", .counter, "Matches ended, by reason.",
      ServerMetrics.reasons.enumerated().map { index, reason in
        .init("reason", "\(reason)", .whole(metrics.endings[index]))
      })
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
      "facedown_connections", .gauge, "Open WebSocket connections, by encoding.",
      [
        .init("encoding", "json", .whole(metrics[.openedJSON] &- metrics[.closedJSON])),
        .init("encoding", "proto", .whole(metrics[.openedProto] &- metrics[.closedProto])),
      ])
    page.add(
      "facedown_loop_delay_recent_max_seconds", .gauge,
      "The maximum timer delay of this minute and the one before.",
      .real(Double(metrics.latest.value(at: now)) / 1e6))
    if let certificateExpiry {
      page.add(
        "facedown_certificate_expiry_timestamp_seconds", .gauge,
        "When the certificate expires, in seconds since 1970; absent without TLS.",
        .real(certificateExpiry))
    }
  }

  private func addReaders(to page: inout PrometheusText) {
    page.add(
      "facedown_queued_bytes", .gauge, "Bytes queued for slow readers, over all connections.",
      .init(backlog.bytes))
    page.add(
      "facedown_queued_most_bytes", .gauge,
      "Bytes queued for the slowest reader.", .init(backlog.most))
  }

  private func addRooms(to page: inout PrometheusText) {
    page.add(
      "facedown_rooms", .gauge, "Open rooms, by the phase of their match.",
      zip(MatchView.Phase.allCases, counts.rooms).map { phase, count in
        .init("phase", phase.rawValue, .init(count))
      })
    page.add(
      "facedown_players", .gauge, "Seated players, including those without a connection.",
      .init(counts.players))
    page.add("facedown_spectators", .gauge, "Spectators.", .init(counts.spectators))
    page.add(
      "facedown_bots", .gauge,
      "The server's own seated bots, including stand-ins.",
      .init(counts.bots))
    page.add(
      "facedown_sessions", .gauge,
      "Sessions, including those waiting for their clients to reconnect.", .init(counts.sessions))
  }

  private func add(_ world: WorldFigures, to page: inout PrometheusText) {
    page.add(
      "facedown_nodes", .gauge, "The other nodes of the world, by state.",
      [.init("state", "gone", .init(world.gone)), .init("state", "living", .init(world.living))])
    page.add(
      "facedown_clock_error_seconds", .gauge,
      "By how much the node's clock is ahead of the middle one of the world's nodes.",
      .real(Double(world.clockError.wholeMicroseconds) / 1e6))
    page.add(
      "facedown_journal_reachable", .gauge,
      "Whether the node has the world's journal: 1 if so, 0 if not for three seconds.",
      .init(world.hasJournal ? 1 : 0))
    page.add(
      "facedown_rooms_to_claim", .gauge, "Rooms of nodes that are gone, to be taken over.",
      .init(world.claims))
    page.add(
      "facedown_rooms_moving", .gauge, "Rooms that are being handed over to other nodes.",
      .init(world.handovers))
  }

  private func addJournal(to page: inout PrometheusText) {
    let wait = metrics.waitsForJournalSince.map { max(now - $0, .zero).wholeMicroseconds } ?? 0
    page.add(
      "facedown_journal_waiting_seconds", .gauge,
      "How long the oldest pending append has waited for the journal.", .real(Double(wait) / 1e6))
    page.add(
      "facedown_journal_writable", .gauge,
      "Whether the last write to the journal succeeded: 1 if so, 0 if not.",
      .init(isJournalWritable ? 1 : 0))
    page.add(
      "facedown_journal_bytes", .gauge,
      "Size of the journal on disk; 0 when matches are kept in memory.",
      .init(journalBytes))
  }
}

extension ProcessFigures {
  func add(to page: inout PrometheusText) {
    page.add(
      "process_cpu_seconds_total", .counter, "Processor time used, in seconds.",
      .real(processorSeconds))
    page.add(
      "process_resident_memory_bytes", .gauge, "Resident memory, in bytes.",
      .whole(residentBytes))
    page.add(
      "process_max_fds", .gauge, "Maximum number of open file descriptors.",
      .init(descriptorLimit))
    if let openDescriptors {
      page.add(
        "process_open_fds", .gauge, "Number of open file descriptors.",
        .init(openDescriptors))
    }
    if let began = Self.startedAt {
      page.add(
        "process_start_time_seconds", .gauge, "When the process started, in seconds since 1970.",
        .real(began))
    }
  }
}
