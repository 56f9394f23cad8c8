// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby

// What is played, asked and kept, and how long it takes.

extension ServerFigures {
  func addRooms(to page: inout Exposition) {
    page.add(
      "facedown_rooms", .gauge, "Rooms that are open, by where their match stands.",
      zip(MatchView.Phase.allCases, counts.rooms).map { phase, count in
        .init("phase", phase.rawValue, .init(count))
      })
    page.add(
      "facedown_players", .gauge, "People on seats, those without a connection included.",
      .init(counts.players))
    page.add("facedown_spectators", .gauge, "People who watch.", .init(counts.spectators))
    page.add(
      "facedown_bots", .gauge,
      "The server's own bots on seats, those that stand in for somebody included.",
      .init(counts.bots))
    page.add(
      "facedown_sessions", .gauge,
      "Sessions, those included that wait for their clients to come back.", .init(counts.sessions))
    page.add(
      "facedown_matches_begun_total", .counter, "Matches whose players were all ready.",
      .whole(book[.matchesBegun]))
    page.add(
      "facedown_matches_ended_total", .counter, "Matches that have ended, by the reason.",
      MetricsBook.reasons.enumerated().map { index, reason in
        .init("reason", "\(reason)", .whole(book.endings[index]))
      })
    page.add(
      "facedown_suspects_total", .counter,
      "Players whose lags come when they pay; the log names each.", .whole(book[.suspects]))
  }

  func addRequests(to page: inout Exposition) {
    page.add(
      "facedown_requests_total", .counter,
      "What sessions have asked of rooms, granted or not, by the kind of request.",
      [
        .init("kind", "create_room", .whole(book[.createRoom])),
        .init("kind", "intent", .whole(book[.intent])),
        .init("kind", "join_room", .whole(book[.joinRoom])),
        .init("kind", "leave_room", .whole(book[.leaveRoom])),
        .init("kind", "quick_match", .whole(book[.quickMatch])),
      ])
    page.add(
      "facedown_intents_accepted_total", .counter, "Intents that have become entries.",
      .whole(book[.intentAccepted]))
    page.add(
      "facedown_refusals_total", .counter, "Requests that were refused, by the code.",
      MetricsBook.codes.enumerated().map { index, code in
        .init("code", code.rawValue, .whole(book.refusals[index]))
      })
  }

  func addTimes(to page: inout Exposition) {
    page.add(
      "facedown_decide_seconds", "How long it takes to decide one input, such as a message.",
      book[.decide])
    page.add(
      "facedown_commit_seconds",
      "How long it takes until the journal has answered for what is to be kept.", book[.commit])
    page.add(
      "facedown_send_seconds",
      "How long it takes to hand the sockets what one turn of the loop has for them.", book[.send])
    page.add(
      "facedown_round_trip_seconds",
      "Round trips to clients, as the kernel has smoothed them; one of each active client a second.",
      book[.roundTrip])
    page.add(
      "facedown_scrape_seconds",
      "How long it takes to write these metrics, this time not counted; nothing else is done "
        + "meanwhile.", book[.scrape])
    page.add(
      "facedown_loop_delay_seconds",
      "How late the loop comes to a timer, looked at ten times a second.", book[.loopDelay])
    page.add(
      "facedown_loop_delay_recent_max_seconds", .gauge,
      "The longest the loop was late in this minute and the one before.",
      .real(Double(book.latest.value(at: now)) / 1e6))
  }

  func addJournal(to page: inout Exposition) {
    let wait = book.waitsForJournalSince.map { max(now - $0, .zero).wholeMicroseconds } ?? 0
    page.add(
      "facedown_entries_total", .counter, "Entries that the journal has kept.",
      .whole(book[.entries]))
    page.add(
      "facedown_journal_failures_total", .counter,
      "Decisions and sessions that the journal could not keep.", .whole(book[.journalFailures]))
    page.add(
      "facedown_journal_waiting_seconds", .gauge,
      "How long the oldest of what waits for the journal has waited.", .real(Double(wait) / 1e6))
    page.add(
      "facedown_journal_writable", .gauge,
      "Whether the journal could be written when that was last tried: 1 if so, 0 if not.",
      .init(isJournalWritable ? 1 : 0))
    page.add(
      "facedown_journal_bytes", .gauge,
      "What the journal takes on the disk; 0 where matches are kept in memory.",
      .init(journalBytes))
  }
}

extension ProcessFigures {
  func add(to page: inout Exposition) {
    page.add(
      "process_cpu_seconds_total", .counter, "Processor time the server has taken, in seconds.",
      .real(processorSeconds))
    page.add(
      "process_resident_memory_bytes", .gauge, "Memory the server has in use, in bytes.",
      .whole(residentBytes))
    page.add(
      "process_max_fds", .gauge, "How many descriptors the server may have open.",
      .init(descriptorLimit))
    if let openDescriptors {
      page.add(
        "process_open_fds", .gauge, "How many descriptors the server has open.",
        .init(openDescriptors))
    }
    if let began = Self.startedAt {
      page.add(
        "process_start_time_seconds", .gauge, "When the server began, in seconds since 1970.",
        .real(began))
    }
  }
}
