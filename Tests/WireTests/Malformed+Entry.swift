// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

@testable import Wire

/// Entries with one thing wrong each.
let malformedEntries: [Fault<WireEntry>] = [
  fault("vacated", .missing(field: "entry.seq")) { $0.clearSeq() },
  fault(
    "vacated", .outOfRange(field: "entry.seq", value: "0", allowed: "1...\(Int64.max)")
  ) { $0.seq = 0 },
  fault("vacated", .missing(field: "entry.at")) { $0.clearAt() },
  fault("vacated", .missing(field: "cause.actor")) { $0.cause = WireCause() },
  fault("vacated", .missing(field: "cause.id")) {
    $0.cause = WireCause()
    $0.cause.actor = 1
  },
  fault("opened", .missing(field: "opened.settings")) { $0.opened.clearSettings() },
  fault("opened", .tooLong(field: "opened.match_id", count: 65, limit: 64)) {
    $0.opened.matchID = longWord
  },
  fault("configured", .missing(field: "configured.settings")) { $0.configured.clearSettings() },
  fault("seated", .missing(field: "seated.player")) { $0.seated.clearPlayer() },
  fault("seated", .missing(field: "seated.actor")) { $0.seated.clearActor() },
  fault("seated", .tooLong(field: "player.id", count: 65, limit: 64)) {
    $0.seated.player.id = longWord
  },
  fault("vacated", seatFault("vacated")) { $0.vacated.seat = 8 },
  fault("skipped", seatFault("skipped")) { $0.skipped.seat = 8 },
  fault("returned", seatFault("returned")) { $0.returned.seat = 8 },
  fault("readied", seatFault("readied")) { $0.readied.seat = 8 },
  fault("revealed", seatFault("revealed")) { $0.revealed.seat = 8 },
  fault("consented", seatFault("consented")) { $0.consented.seat = 8 },
  fault("resigned", seatFault("resigned")) { $0.resigned.seat = 8 },
  fault("turn-began", seatFault("turn_began")) { $0.turnBegan.seat = 8 },
  fault("turn-expired", seatFault("turn_expired")) { $0.turnExpired.seat = 8 },
  fault("stalemate-warning", .missing(field: "stalemate_warning.turns_left")) {
    $0.stalemateWarning.clearTurnsLeft()
  },
  fault("shuffled", seatFault("shuffled")) { $0.shuffled.seat = 8 },
  fault("flipped-first", seatFault("flipped")) { $0.flipped.seat = 8 },
  fault("vacated", .missing(field: "vacated.seat")) { $0.vacated.clearSeat() },
  fault("committed", .tooLong(field: "committed.entropy_commits", count: 9, limit: 8)) {
    $0.committed.entropyCommits = Array(repeating: $0.committed.seedCommit, count: 9)
  },
  fault("dealt", .missing(field: "dealt.generation")) { $0.dealt.clearGeneration() },
  fault("dealt", .missing(field: "dealt.rows")) { $0.dealt.clearRows() },
  fault("dealt", .missing(field: "dealt.playable_at")) { $0.dealt.clearPlayableAt() },
  fault(
    "dealt",
    .outOfRange(field: "dealt.slots", value: "[3, 0, 2, 4]", allowed: "each number below 4 once")
  ) { $0.dealt.slots[3] = 4 },
  fault("dealt", .tooLong(field: "dealt.slots", count: 65, limit: 64)) {
    $0.dealt.slots = Array(0...64)
  },
  fault(
    "dealt",
    .outOfRange(
      field: "dealt.rows", value: "0 x 2", allowed: "places for 4 cards, 128 at most")
  ) { $0.dealt.rows = 0 },
  fault("dealt", .tooLong(field: "dealt.turn_order", count: 9, limit: 8)) {
    $0.dealt.turnOrder = Array(repeating: 0, count: 9)
  },
  fault("dealt", .tooLong(field: "dealt.leaves", count: 65, limit: 64)) {
    $0.dealt.leaves = Array(repeating: $0.dealt.leaves[0], count: 65)
  },
  fault(
    "dealt", .outOfRange(field: "dealt.duration", value: "-1", allowed: "0...3600000000")
  ) { $0.dealt.duration = -1 },
  fault("flipped-first", .missing(field: "flipped.card")) { $0.flipped.clearCard() },
  fault("flipped-first", .missing(field: "flipped.face")) { $0.flipped.clearFace() },
  fault("flipped-first", .outOfRange(field: "flipped.face", value: "256", allowed: "0...255")) {
    $0.flipped.face = 256
  },
  fault("flipped-first", .missing(field: "flipped.bonus")) { $0.flipped.clearBonus() },
  fault("flipped-first", .missing(field: "flipped.outcome")) {
    $0.flipped.outcome = .unspecified
  },
  fault("flipped-first", .missing(field: "bonus.remaining_ms")) {
    $0.flipped.bonus.clearRemainingMs()
  },
  fault(
    "flipped-first",
    .outOfRange(field: "bonus.remaining_ms", value: "-1", allowed: "0...86400000")
  ) { $0.flipped.bonus.remainingMs = -1 },
  fault(
    "flipped-first", .outOfRange(field: "flipped.refund", value: "-1", allowed: "0...3600000000")
  ) { $0.flipped.refund = -1 },
  fault("flipped-match", .tooLong(field: "flipped.score_changes", count: 17, limit: 16)) {
    $0.flipped.scoreChanges = Array(repeating: $0.flipped.scoreChanges[0], count: 17)
  },
  fault("flipped-match", .missing(field: "score_change.total")) {
    $0.flipped.scoreChanges[0].clearTotal()
  },
  fault("clock-adjusted", .missing(field: "clock_adjusted.given_back")) {
    $0.clockAdjusted.clearGivenBack()
  },
  fault(
    "clock-adjusted",
    .outOfRange(
      field: "clock_adjusted.given_back", value: "-1", allowed: "0...3155760000000000")
  ) { $0.clockAdjusted.givenBack = -1 },
  fault("settled-back", .tooLong(field: "settled.turned_back", count: 65, limit: 64)) {
    $0.settled.turnedBack = Array(0...64)
  },
  fault(
    "shuffled",
    .outOfRange(
      field: "shuffled.permutation", value: "[0, 0]", allowed: "each number below 2 once")
  ) { $0.shuffled.permutation = [0, 0] },
  fault(
    "shuffled-blindly",
    .outOfRange(field: "shuffled.slots", value: "[3, 3]", allowed: "each slot once")
  ) { $0.shuffled.slots = [3, 3] },
  fault("shuffled-blindly", .outOfRange(field: "shuffled.slots", value: "64", allowed: "0...63")) {
    $0.shuffled.slots = [0, 64]
  },
  fault(
    "shuffled-blindly",
    .outOfRange(field: "shuffled.leaves", value: "2", allowed: "one for each of 1 slots")
  ) { $0.shuffled.slots = [0] },
  fault("shuffled-blindly", .missing(field: "shuffled.playable_at")) {
    $0.shuffled.clearPlayableAt()
  },
  fault("shuffled", .tooLong(field: "shuffled.permutation", count: 129, limit: 128)) {
    $0.shuffled.permutation = Array(0...128)
  },
  fault("ended-finished", .missing(field: "ended.reason")) { $0.ended.reason = .unspecified },
  fault(
    "ended-finished",
    .outOfRange(field: "ended.reason", value: "7", allowed: "a case of the schema")
  ) { $0.ended.reason = .UNRECOGNIZED(7) },
  fault("ended-finished", .tooLong(field: "ended.standings", count: 10, limit: 8)) {
    $0.ended.standings += Array(repeating: $0.ended.standings[0], count: 8)
  },
  fault("ended-finished", .outOfRange(field: "standing.rank", value: "0", allowed: "1...8")) {
    $0.ended.standings[0].rank = 0
  },
  fault("ended-finished", .missing(field: "standing.player")) {
    $0.ended.standings[0].clearPlayer()
  },
]

/// Spoils the entry of that name.
private func fault(
  _ name: String, _ error: WireError, _ change: (inout WireEntry) -> Void
) -> Fault<WireEntry> {
  let sample = entrySamples.first { $0.name == name }
  var entry = sample.map { WireEntry($0.message) } ?? WireEntry()
  change(&entry)
  return Fault(message: entry, error: error)
}

private func seatFault(_ message: String) -> WireError {
  .outOfRange(field: "\(message).seat", value: "8", allowed: "0...7")
}
