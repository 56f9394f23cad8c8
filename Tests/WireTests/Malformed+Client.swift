// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

@testable import Wire

/// Messages of a client with one thing wrong each.
let malformedClientMessages: [Fault<WireClientMessage>] =
  [
    fault(.tooLong(field: "hello.name", count: 4097, limit: 4096)) {
      $0.hello.name = String(repeating: "x", count: 4097)
    },
    fault(.tooLong(field: "hello.agent", count: 129, limit: 128)) {
      $0.hello.agent = String(repeating: "x", count: 129)
    },
    fault(.tooLong(field: "hello.resume_token", count: 65, limit: 64)) {
      $0.hello.resumeToken.append(contentsOf: sequence(0, count: 65))
    },
    fault(.tooLong(field: "hello.public_key", count: 65, limit: 64)) {
      $0.hello.publicKey.append(contentsOf: sequence(0, count: 65))
    },
    fault(.tooLong(field: "hello.room", count: 65, limit: 64)) {
      $0.hello.room = String(repeating: "x", count: 65)
    },
    fault(.missing(field: "ping.id")) { $0.ping.t0 = 0 },
    fault(.missing(field: "ping.t0")) { $0.ping.id = 0 },
    fault(.missing(field: "ping.held")) {
      $0.ping.id = 1
      $0.ping.t0 = 1
      $0.ping.nonce = 1
    },
    fault(.missing(field: "ping.nonce")) {
      $0.ping.id = 1
      $0.ping.t0 = 1
      $0.ping.held = 1
    },
    fault(.outOfRange(field: "ping.held", value: "-1", allowed: "0...3600000000")) {
      $0.ping.id = 1
      $0.ping.t0 = 1
      $0.ping.nonce = 1
      $0.ping.held = -1
    },
    fault(
      .outOfRange(
        field: "create_room.id", value: "9223372036854775808", allowed: "0...9223372036854775807")
    ) { $0.createRoom.id = 1 << 63 },
    fault(
      .outOfRange(
        field: "quick_match.id", value: "9223372036854775808", allowed: "0...9223372036854775807")
    ) { $0.quickMatch.id = 1 << 63 },
    fault(
      .outOfRange(
        field: "leave_room.id", value: "9223372036854775808", allowed: "0...9223372036854775807")
    ) { $0.leaveRoom.id = 1 << 63 },
    fault(
      .outOfRange(
        field: "intent.id", value: "9223372036854775808", allowed: "0...9223372036854775807")
    ) { $0.intent.id = 1 << 63 },
    fault(
      .outOfRange(
        field: "replays.id", value: "9223372036854775808", allowed: "0...9223372036854775807")
    ) { $0.replays.id = 1 << 63 },
    fault(.missing(field: "create_room.id")) { $0.createRoom.settings.pairs = 8 },
    fault(.missing(field: "join_room.id")) {
      $0.joinRoom.role = .player
      $0.joinRoom.code = "K7QF2"
    },
    fault(.missing(field: "join_room.code")) {
      $0.joinRoom.id = 1
      $0.joinRoom.role = .player
    },
    fault(.missing(field: "join_room.role")) {
      $0.joinRoom.id = 1
      $0.joinRoom.code = "K7QF2"
    },
    fault(.outOfRange(field: "join_room.role", value: "9", allowed: "a case of the schema")) {
      $0.joinRoom.id = 1
      $0.joinRoom.code = "K7QF2"
      $0.joinRoom.role = .UNRECOGNIZED(9)
    },
    fault(.tooLong(field: "join_room.code", count: 65, limit: 64)) {
      $0.joinRoom.id = 1
      $0.joinRoom.role = .player
      $0.joinRoom.code = longWord
    },
    fault(.missing(field: "join_room.room_id")) {
      $0.joinRoom.id = 1
      $0.joinRoom.role = .player
      $0.joinRoom.afterSeq = 4
    },
    fault(
      .outOfRange(
        field: "join_room.after_seq", value: "\(UInt64.max)", allowed: "0...\(Int64.max)")
    ) {
      $0.joinRoom.id = 1
      $0.joinRoom.role = .player
      $0.joinRoom.code = "K7QF2"
      $0.joinRoom.roomID = "r"
      $0.joinRoom.afterSeq = .max
    },
    fault(.missing(field: "leave_room.id")) { $0.leaveRoom = WireLeaveRoom() },
    fault(.tooLong(field: "prove.signature", count: 65, limit: 64)) {
      $0.prove.signature.append(contentsOf: sequence(0, count: 65))
    },
    fault(.outOfRange(field: "point.place", value: "128", allowed: "0...127")) {
      $0.point.place = 128
    },
    fault(.missing(field: "watching.count")) { $0.watching = WireWatching() },
    fault(
      .outOfRange(field: "watching.count", value: "\(UInt32.max)", allowed: "0...1000000000")
    ) { $0.watching.count = .max },
    fault(.missing(field: "quick_match.id")) { $0.quickMatch.mode = .zen },
    fault(.missing(field: "quick_match.mode")) { $0.quickMatch.id = 1 },
    fault(.missing(field: "quick_match.seats")) {
      $0.quickMatch.id = 1
      $0.quickMatch.mode = .zen
    },
    fault(
      .outOfRange(
        field: "quick_match.seats", value: "\(UInt32.max)", allowed: "0...\(UInt32.max - 1)")
    ) {
      $0.quickMatch.id = 1
      $0.quickMatch.mode = .zen
      $0.quickMatch.seats = .max
    },
    fault(.missing(field: "react.reaction")) { $0.react = WireReact() },
    fault(.outOfRange(field: "react.reaction", value: "7", allowed: "a case of the schema")) {
      $0.react.reaction = .UNRECOGNIZED(7)
    },
    fault(.missing(field: "leaderboard.id")) { $0.leaderboard.mode = .zen },
    fault(.missing(field: "leaderboard.mode")) { $0.leaderboard.id = 1 },
    fault(.missing(field: "replays.id")) { $0.replays.mode = .zen },
    fault(
      .outOfRange(field: "replays.mode", value: "9", allowed: "a case of the schema")
    ) {
      $0.replays.id = 1
      $0.replays.mode = .UNRECOGNIZED(9)
    },
    fault(.missing(field: "daily.id")) { $0.daily.player = "p-ada" },
    fault(.tooLong(field: "daily.player", count: 65, limit: 64)) {
      $0.daily.id = 1
      $0.daily.player = String(repeating: "a", count: 65)
    },
    fault(
      .outOfRange(
        field: "match_settings.daily", value: "2026-02-30", allowed: "a date such as 2026-11-27")
    ) {
      $0.createRoom.id = 1
      $0.createRoom.settings.daily = "2026-02-30"
    },
    fault(.missing(field: "profile.id")) { $0.profile.player = "Ada" },
    fault(.missing(field: "profile.player")) { $0.profile.id = 1 },
    fault(.tooLong(field: "profile.player", count: 97, limit: 96)) {
      $0.profile.id = 1
      $0.profile.player = String(repeating: "a", count: 97)
    },
    fault(.missing(field: "replay.id")) { $0.replay.matchID = "m" },
    fault(.missing(field: "replay.match_id")) { $0.replay.id = 1 },
    fault(.tooLong(field: "replay.match_id", count: 65, limit: 64)) {
      $0.replay.id = 1
      $0.replay.matchID = longWord
    },
    fault(.missing(field: "intent.id")) { $0.intent.deal = WireIntent.Deal() },
    fault(.missing(field: "intent.seen_seq")) {
      $0.intent.id = 1
      $0.intent.deal = WireIntent.Deal()
    },
    intentFault(.missing(field: "choose.card")) { $0.choose = WireIntent.Choose() },
    intentFault(.missing(field: "remove_seat.seat")) { $0.removeSeat = WireIntent.RemoveSeat() },
    intentFault(
      .outOfRange(
        field: "remove_seat.seat", value: "\(UInt32.max)", allowed: "0...\(UInt32.max - 1)")
    ) {
      $0.removeSeat.seat = .max
    },
    intentFault(.missing(field: "configure.settings")) { $0.configure = WireIntent.Configure() },
    intentFault(.tooLong(field: "ready.entropy_commit", count: 65, limit: 64)) {
      $0.ready.entropyCommit.append(contentsOf: sequence(0, count: 65))
    },
    intentFault(.tooLong(field: "reveal.entropy", count: 65, limit: 64)) {
      $0.reveal.entropy.append(contentsOf: sequence(0, count: 65))
    },
    intentFault(.tooLong(field: "add_bot.level", count: 65, limit: 64)) {
      $0.addBot.level = longWord
    },
  ] + settingsFaults

private let settingsFaults: [Fault<WireClientMessage>] = [
  settingsFault("pairs", "\(Int32.min)", anyNumber) { $0.pairs = .min },
  settingsFault("seats", "\(Int32.max)", anyNumber) { $0.seats = .max },
  settingsFault("mode", "7", "a case of the schema") { $0.mode = .UNRECOGNIZED(7) },
  settingsFault("turn_limit_ms", "\(Int32.max)", anyNumber) { $0.turnLimitMs = .max },
  settingsFault("bonus_limit_ms", "\(Int32.min)", anyNumber) { $0.bonusLimitMs = .min },
  settingsFault("shuffle", "-1", "a case of the schema") { $0.shuffle = .UNRECOGNIZED(-1) },
  settingsFault("audience", "4", "a case of the schema") { $0.audience = .UNRECOGNIZED(4) },
  fault(.missing(field: "match_settings.mode")) {
    $0.createRoom.id = 1
    $0.createRoom.settings.mode = .unspecified
  },
  fault(.tooLong(field: "match_settings.theme", count: 65, limit: 64)) {
    $0.createRoom.id = 1
    $0.createRoom.settings.theme = longWord
  },
]

/// The range that translation accepts; the rules refuse most of it.
private let anyNumber = "-2147483647...2147483646"

let longWord = String(repeating: "x", count: 65)

private func fault(
  _ error: WireError, _ change: (inout WireClientMessage) -> Void
) -> Fault<WireClientMessage> {
  var message = WireClientMessage()
  change(&message)
  return Fault(message: message, error: error)
}

private func intentFault(
  _ error: WireError, _ change: (inout WireIntent) -> Void
) -> Fault<WireClientMessage> {
  fault(error) {
    $0.intent.id = 1
    $0.intent.seenSeq = 1
    change(&$0.intent)
  }
}

private func settingsFault(
  _ field: String, _ value: String, _ allowed: String,
  _ change: (inout WireMatchSettings) -> Void
) -> Fault<WireClientMessage> {
  fault(.outOfRange(field: "match_settings.\(field)", value: value, allowed: allowed)) {
    $0.createRoom.id = 1
    change(&$0.createRoom.settings)
  }
}
