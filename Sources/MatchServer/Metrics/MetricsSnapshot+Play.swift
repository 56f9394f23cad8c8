// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby

// Metrics of rooms, requests, latencies and the journal.

extension MetricsSnapshot {
  func addRooms(to page: inout PrometheusText) {
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
    page.add(
      "facedown_matches_begun_total", .counter, "Matches begun: all players were ready.",
      .whole(metrics[.matchesBegun]))
    page.add(
      "facedown_matches_ended_total", .counter, "Matches ended, by reason.",
      ServerMetrics.reasons.enumerated().map { index, reason in
        .init("reason", "\(reason)", .whole(metrics.endings[index]))
      })
    page.add(
      "facedown_suspects_total", .counter,
      "Players suspected of lag abuse; the log names each session.", .whole(metrics[.suspects]))
  }

  func addRequests(to page: inout PrometheusText) {
    page.add(
      "facedown_requests_total", .counter,
      "Requests of sessions, granted or not, by kind.",
      [
        .init("kind", "create_room", .whole(metrics[.createRoom])),
        .init("kind", "intent", .whole(metrics[.intent])),
        .init("kind", "join_room", .whole(metrics[.joinRoom])),
        .init("kind", "leave_room", .whole(metrics[.leaveRoom])),
        .init("kind", "quick_match", .whole(metrics[.quickMatch])),
      ])
    page.add(
      "facedown_intents_accepted_total", .counter, "Intents accepted as entries.",
      .whole(metrics[.intentAccepted]))
    page.add(
      "facedown_refusals_total", .counter, "Requests refused, by code.",
      ServerMetrics.codes.enumerated().map { index, code in
        .init("code", code.rawValue, .whole(metrics.refusals[index]))
      })
  }

  func addTimes(to page: inout PrometheusText) {
    page.add(
      "facedown_decide_seconds",
      "Time to decide one input, such as a message; most pings are answered before that.",
      metrics[.decide])
    page.add(
      "facedown_commit_seconds",
      "Time from an append to the journal's answer.", metrics[.commit])
    page.add(
      "facedown_send_seconds",
      "Time to hand one loop turn's output to the sockets.", metrics[.send])
    page.add(
      "facedown_round_trip_seconds",
      "Kernel-smoothed round trips to clients, at most one a second of each that plays or asks.",
      metrics[.roundTrip])
    page.add(
      "facedown_scrape_seconds",
      "Time to write these metrics, excluding this time; it blocks the loop.", metrics[.scrape])
    page.add(
      "facedown_loop_delay_seconds",
      "How late the loop fires a timer, sampled ten times a second.", metrics[.loopDelay])
    page.add(
      "facedown_loop_delay_recent_max_seconds", .gauge,
      "The maximum timer delay of this minute and the one before.",
      .real(Double(metrics.latest.value(at: now)) / 1e6))
  }

  func addJournal(to page: inout PrometheusText) {
    let wait = metrics.waitsForJournalSince.map { max(now - $0, .zero).wholeMicroseconds } ?? 0
    page.add(
      "facedown_entries_total", .counter, "Entries stored in the journal.",
      .whole(metrics[.entries]))
    page.add(
      "facedown_journal_failures_total", .counter,
      "Decisions and sessions that could not be journalled.", .whole(metrics[.journalFailures]))
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
