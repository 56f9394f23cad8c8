// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FoundationEssentials
import Game
import Protocol

@testable import Wire

/// Messages of the server with one thing wrong each.
let malformedServerMessages: [Fault<WireServerMessage>] =
  [
    fault("welcome", .missing(field: "welcome.server_time")) { $0.welcome.clearServerTime() },
    fault("welcome", .missing(field: "welcome.clock_epoch")) { $0.welcome.clearClockEpoch() },
    fault("welcome", .missing(field: "welcome.limits")) { $0.welcome.clearLimits() },
    fault("welcome", .missing(field: "limits.message_bytes")) {
      $0.welcome.limits.clearMessageBytes()
    },
    fault(
      "welcome",
      .outOfRange(
        field: "welcome.highest_request_id", value: "\(UInt64.max)", allowed: "0...\(Int64.max)")
    ) { $0.welcome.highestRequestID = .max },
    fault("welcome", .tooLong(field: "welcome.session_id", count: 65, limit: 64)) {
      $0.welcome.sessionID = longWord
    },
    fault(
      "welcome",
      .outOfRange(field: "limits.session_hold_ms", value: "-1", allowed: "0...86400000")
    ) { $0.welcome.limits.sessionHoldMs = -1 },
    fault(
      "welcome",
      .outOfRange(field: "limits.message_burst", value: "\(UInt32.max)", allowed: "0...1000000000")
    ) { $0.welcome.limits.messageBurst = .max },
    fault("pong", .missing(field: "pong.t1")) { $0.pong.clearT1() },
    fault("pong", .missing(field: "pong.nonce")) { $0.pong.clearNonce() },
    fault("rooms", .missing(field: "room_summary.settings")) {
      $0.rooms.rooms[0].clearSettings()
    },
    fault("rooms", .missing(field: "room_summary.phase")) {
      $0.rooms.rooms[0].phase = .unspecified
    },
    fault(
      "rooms", .outOfRange(field: "room_summary.seats_taken", value: "9", allowed: "0...8")
    ) { $0.rooms.rooms[0].seatsTaken = 9 },
    fault("rooms", .tooLong(field: "rooms.rooms", count: 4098, limit: 4096)) {
      $0.rooms.rooms += Array(repeating: $0.rooms.rooms[0], count: 4096)
    },
    fault("rooms", .tooLong(field: "rooms.removed", count: 65, limit: 64)) {
      $0.rooms.removed = [longWord]
    },
    fault("refused", .missing(field: "refused.code")) { $0.refused.code = "" },
    fault("refused", .tooLong(field: "refused.code", count: 65, limit: 64)) {
      $0.refused.code = longWord
    },
    fault("refused", .tooLong(field: "refused.facts", count: 17, limit: 16)) {
      for number in 0..<14 { $0.refused.facts["\(number)"] = "" }
    },
    fault("refused", .tooLong(field: "refused.facts", count: 513, limit: 512)) {
      $0.refused.facts["field"] = String(repeating: "x", count: 513)
    },
    fault("presence", .outOfRange(field: "seat_presence.seat", value: "8", allowed: "0...7")) {
      $0.presence.seats[0].seat = 8
    },
    fault("presence", .tooLong(field: "presence.seats", count: 10, limit: 8)) {
      $0.presence.seats += Array(repeating: $0.presence.seats[0], count: 8)
    },
    fault("audience", .missing(field: "audience.count")) { $0.audience.clearCount() },
    fault("left", .tooLong(field: "left.code", count: 65, limit: 64)) { $0.left.code = longWord },
    fault(
      "closing",
      .outOfRange(field: "closing.retry_after_ms", value: "-1", allowed: "0...86400000")
    ) { $0.closing.retryAfterMs = -1 },
    fault("closing", .tooLong(field: "closing.reason", count: 513, limit: 512)) {
      $0.closing.reason = String(repeating: "x", count: 513)
    },
    fault("moved", .missing(field: "moved.url")) { $0.moved.url = "" },
    fault("moved", .tooLong(field: "moved.url", count: 513, limit: 512)) {
      $0.moved.url = String(repeating: "x", count: 513)
    },
    fault("moved", .tooLong(field: "moved.code", count: 65, limit: 64)) {
      $0.moved.code = longWord
    },
    fault("moving", .missing(field: "moving.url")) { $0.moving.url = "" },
    fault("moving", .tooLong(field: "moving.url", count: 513, limit: 512)) {
      $0.moving.url = String(repeating: "x", count: 513)
    },
  ] + pastFaults + joinedFaults + viewFaults

private let pastFaults: [Fault<WireServerMessage>] = [
  fault("pointing", .missing(field: "pointing.actor")) { $0.pointing.clearActor() },
  fault("pointing", .outOfRange(field: "pointing.place", value: "128", allowed: "0...127")) {
    $0.pointing.place = 128
  },
  fault("reaction", .missing(field: "reaction.actor")) { $0.reaction.clearActor() },
  fault("reaction", .missing(field: "reaction.reaction")) {
    $0.reaction.reaction = .unspecified
  },
  fault("leaderboard", .missing(field: "leaderboard.id")) { $0.leaderboard.clearID() },
  fault("leaderboard", .missing(field: "rating.player")) {
    $0.leaderboard.ratings[0].clearPlayer()
  },
  fault("leaderboard", .missing(field: "rating.shown")) { $0.leaderboard.ratings[0].clearShown() },
  fault(
    "leaderboard",
    .outOfRange(field: "rating.mu", value: "2000000.0", allowed: "-1000000.0...1000000.0")
  ) { $0.leaderboard.ratings[0].mu = 2e6 },
  fault(
    "leaderboard",
    .outOfRange(field: "rating.sigma", value: "nan", allowed: "-1000000.0...1000000.0")
  ) { $0.leaderboard.ratings[0].sigma = .nan },
  fault("leaderboard", .tooLong(field: "leaderboard.ratings", count: 1001, limit: 1000)) {
    $0.leaderboard.ratings += Array(repeating: $0.leaderboard.ratings[0], count: 1000)
  },
  fault("profile", .missing(field: "profile.id")) { $0.profile.clearID() },
  fault("profile", .tooLong(field: "profile.asked", count: 97, limit: 96)) {
    $0.profile.asked = String(repeating: "a", count: 97)
  },
  fault("profile", .tooLong(field: "profile.players", count: 65, limit: 64)) {
    $0.profile.players = Array(repeating: $0.profile.players[0], count: 65)
  },
  fault("profile", .missing(field: "mode_record.mode")) {
    $0.profile.record.modes[0].mode = .unspecified
  },
  fault("profile", .missing(field: "mode_record.wins")) {
    $0.profile.record.modes[0].clearWins()
  },
  fault(
    "profile",
    .outOfRange(field: "rating_course.sigma", value: "nan", allowed: "-1000000.0...1000000.0")
  ) { $0.profile.record.modes[0].rating.sigma = .nan },
  fault("profile", .missing(field: "rating_point.at")) {
    $0.profile.record.modes[0].rating.course[0].clearAt()
  },
  fault("profile", .tooLong(field: "rating_course.course", count: 1002, limit: 1000)) {
    $0.profile.record.modes[0].rating.course += Array(
      repeating: $0.profile.record.modes[0].rating.course[0], count: 1000)
  },
  fault("profile", .missing(field: "rivalry.opponent")) {
    $0.profile.record.rivalries[0].clearOpponent()
  },
  fault("profile", .missing(field: "theme_count.matches")) {
    $0.profile.record.themes[0].clearMatches()
  },
  fault("profile", .outOfRange(field: "recall.found", value: "6", allowed: "0...5")) {
    $0.profile.record.bestRecall.found = 6
  },
  fault("profile", .outOfRange(field: "recall.chances", value: "32768", allowed: "0...32767")) {
    $0.profile.record.bestRecall.chances = 32_768
  },
  fault("profile", .missing(field: "played_match.ended_at")) {
    $0.profile.record.matches[0].clearEndedAt()
  },
  fault("daily", .missing(field: "daily.id")) { $0.daily.clearID() },
  fault("daily", .missing(field: "daily.today")) { $0.daily.clearToday() },
  fault("daily", .missing(field: "daily.last")) { $0.daily.clearLast() },
  fault("daily", .missing(field: "daily.streak")) { $0.daily.clearStreak() },
  fault("daily", .tooLong(field: "daily.next_commitment", count: 65, limit: 64)) {
    $0.daily.nextCommitment = Data(repeating: 1, count: 65)
  },
  fault("daily", .missing(field: "daily_board.day")) { $0.daily.today.day = "" },
  fault(
    "daily",
    .outOfRange(field: "daily_board.day", value: "today", allowed: "a date such as 2026-11-27")
  ) { $0.daily.last.day = "today" },
  fault(
    "daily",
    .outOfRange(
      field: "daily_board.day", value: "\u{fffd}[2J", allowed: "a date such as 2026-11-27")
  ) { $0.daily.today.day = "\u{1b}[2J" },
  fault("daily", .missing(field: "daily_board.players")) { $0.daily.last.clearPlayers() },
  fault("daily", .tooLong(field: "daily_board.rows", count: 51, limit: 50)) {
    $0.daily.last.rows = Array(repeating: $0.daily.last.rows[0], count: 51)
  },
  fault("daily", .missing(field: "daily_row.player")) { $0.daily.last.own.clearPlayer() },
  fault("daily", .missing(field: "daily_result.turns")) {
    $0.daily.last.rows[0].result.clearTurns()
  },
  fault(
    "daily",
    .outOfRange(field: "daily_result.duration_ms", value: "86400001", allowed: "0...86400000")
  ) { $0.daily.last.rows[0].result.durationMs = 86_400_001 },
  fault("replays", .missing(field: "replays.id")) { $0.replays.clearID() },
  fault("replays", .missing(field: "replay_summary.settings")) {
    $0.replays.replays[0].clearSettings()
  },
  fault("replays", .missing(field: "replay_summary.ended_at")) {
    $0.replays.replays[0].clearEndedAt()
  },
  fault("replays", .tooLong(field: "replays.replays", count: 1001, limit: 1000)) {
    $0.replays.replays += Array(repeating: $0.replays.replays[0], count: 1000)
  },
  fault("replay", .missing(field: "replay.base")) { $0.replay.clearBase() },
  fault("replay", .tooLong(field: "replay.match_id", count: 65, limit: 64)) {
    $0.replay.matchID = longWord
  },
  fault("replay", .brokenLog(seq: 14, next: 16)) { $0.replay.entries[0].seq = 16 },
]

private let joinedFaults: [Fault<WireServerMessage>] = [
  fault("joined-player", .missing(field: "joined.role")) { $0.joined.role = .unspecified },
  fault("joined-player", .outOfRange(field: "joined.seat", value: "8", allowed: "0...7")) {
    $0.joined.seat = 8
  },
  fault("joined-player", .brokenLog(seq: 14, next: 16)) { $0.joined.tail[0].seq = 16 },
  fault("joined-player", .brokenLog(seq: 14, next: 14)) { $0.joined.tail[0].seq = 14 },
  fault("joined-player", .brokenLog(seq: 14, next: 15)) { $0.joined.tail[0].at = 0 },
  fault("joined-resume", .brokenLog(seq: 41, next: 41)) {
    $0.joined.tail.append($0.joined.tail[0])
  },
]

private let viewFaults: [Fault<WireServerMessage>] = [
  viewFault(.missing(field: "match_view.seq")) { $0.clearSeq() },
  viewFault(
    .outOfRange(field: "match_view.seq", value: "\(UInt64.max)", allowed: "0...\(Int64.max)")
  ) { $0.seq = .max },
  viewFault(.missing(field: "match_view.at")) { $0.clearAt() },
  viewFault(.missing(field: "match_view.phase")) { $0.phase = .unspecified },
  viewFault(
    .outOfRange(field: "match_view.phase", value: "7", allowed: "a case of the schema")
  ) { $0.phase = .UNRECOGNIZED(7) },
  viewFault(.missing(field: "match_view.settings")) { $0.clearSettings() },
  viewFault(.tooLong(field: "match_view.seats", count: 9, limit: 8)) {
    $0.seats += Array(repeating: $0.seats[0], count: 7)
  },
  viewFault(.missing(field: "seat_view.score")) { $0.seats[0].clearScore() },
  viewFault(
    .outOfRange(field: "seat_view.score", value: "1000001", allowed: "-1000000...1000000")
  ) { $0.seats[0].score = 1_000_001 },
  viewFault(.tooLong(field: "player.name", count: 97, limit: 96)) {
    $0.seats[0].player.name = String(repeating: "x", count: 97)
  },
  viewFault(
    .outOfRange(field: "match_view.generation", value: "67108864", allowed: "0...67108863")
  ) { $0.generation = 1 << 26 },
  viewFault(.outOfRange(field: "match_view.rows", value: "129", allowed: "0...128")) {
    $0.rows = 129
  },
  viewFault(
    .outOfRange(
      field: "match_view.rows", value: "1 x 2", allowed: "places for 4 cards, 128 at most")
  ) { $0.rows = 1 },
  viewFault(
    .outOfRange(
      field: "match_view.rows", value: "65 x 2", allowed: "places for 4 cards, 128 at most")
  ) { $0.rows = 65 },
  viewFault(.tooLong(field: "match_view.cards", count: 68, limit: 64)) {
    $0.cards += Array(repeating: $0.cards[0], count: 64)
  },
  viewFault(.outOfRange(field: "card_view.card", value: "65", allowed: "64...64")) {
    $0.cards.swapAt(0, 1)
  },
  viewFault(.missing(field: "card_view.bonus")) { $0.cards[0].clearBonus() },
  viewFault(.missing(field: "card_view.state")) { $0.cards[0].state = .unspecified },
  viewFault(.outOfRange(field: "card_view.place", value: "4", allowed: "0...3")) {
    $0.cards[0].place = 4
  },
  viewFault(
    .outOfRange(
      field: "match_view.deal_order", value: "[2, 0, 3, 3]", allowed: "each number below 4 once")
  ) { $0.dealOrder[3] = 3 },
  viewFault(
    .outOfRange(
      field: "match_view.deal_order", value: "0 slots", allowed: "the slots of all 4 cards")
  ) { $0.dealOrder = [] },
  viewFault(.tooLong(field: "match_view.leaves", count: 68, limit: 64)) {
    $0.leaves += Array(repeating: $0.leaves[0], count: 64)
  },
  viewFault(.outOfRange(field: "match_view.turn_order", value: "8", allowed: "0...7")) {
    $0.turnOrder = [8]
  },
  viewFault(.tooLong(field: "match_view.face_up", count: 66, limit: 64)) {
    $0.faceUp += Array(repeating: 64, count: 64)
  },
  viewFault(.outOfRange(field: "match_view.last_turn_seat", value: "8", allowed: "0...7")) {
    $0.lastTurnSeat = 8
  },
  viewFault(.missing(field: "turn.seat")) { $0.turn.beganAt = 5 },
  viewFault(
    .outOfRange(field: "deal_timing.stagger", value: "-1", allowed: "0...3600000000")
  ) { $0.deal.stagger = -1 },
  viewFault(.tooLong(field: "match_view.seed", count: 65, limit: 64)) {
    $0.seed.append(contentsOf: sequence(0, count: 65))
  },
  viewFault(
    .outOfRange(field: "match_view.end_reason", value: "7", allowed: "a case of the schema")
  ) { $0.endReason = .UNRECOGNIZED(7) },
]

/// Spoils the server's sample of that name.
private func fault(
  _ name: String, _ error: WireError, _ change: (inout WireServerMessage) -> Void
) -> Fault<WireServerMessage> {
  let sample = serverSamples.first { $0.name == name }
  var message = WireServerMessage(sample?.message ?? .unrecognized)
  change(&message)
  return Fault(message: message, error: error)
}

private func viewFault(
  _ error: WireError, _ change: (inout WireMatchView) -> Void
) -> Fault<WireServerMessage> {
  fault("joined-player", error) { change(&$0.joined.base) }
}
