// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// Each message of a client, with every field set, and again with as few as possible.
let clientSamples: [Sample<ClientMessage>] =
  [
    Sample(
      "hello",
      .hello(
        Hello(
          agent: "facedown/0.1", name: "Ada 🦉", resumeToken: sequence(1, count: 32),
          publicKey: sequence(0x40, count: 32), followsMoves: true, room: "K7QPX"))),
    Sample("hello-short", .hello(Hello(agent: "", name: "Ada"))),
    Sample(
      "ping",
      .ping(
        Ping(
          id: 7, t0: 123_456_789,
          echo: Ping.Echo(nonce: 0x0123_4567_89ab_cdef, held: .microseconds(4321))))),
    Sample("ping-first", .ping(Ping(id: 0, t0: -5))),
    Sample("list-rooms", .listRooms(watch: false)),
    Sample("list-rooms-watch", .listRooms(watch: true)),
    Sample("create-room", .request(id: RequestID(1), .createRoom(unusualSettings))),
    Sample(
      "join-room", .request(id: RequestID(2), .joinRoom(JoinRoom(code: "K7QPX", role: .spectator)))),
    Sample(
      "join-room-resume",
      .request(
        id: RequestID(2),
        .joinRoom(
          JoinRoom(
            code: "K7QPX", role: .player, roomID: "r-1f00ba", afterSeq: 0)))),
    Sample("leave-room", .request(id: RequestID(3), .leaveRoom)),
    Sample("point", .point(place: 0)),
    Sample("point-none", .point(place: nil)),
    Sample("watching", .watching(count: 10_000)),
    Sample("watching-none", .watching(count: 0)),
    Sample("prove", .prove(signature: sequence(0x60, count: 64))),
    Sample(
      "quick-match",
      .request(id: RequestID(4), .quickMatch(QuickMatch(mode: .blitz, seats: 4, isRated: true)))),
    Sample(
      "quick-match-short",
      .request(id: RequestID(4), .quickMatch(QuickMatch(mode: .memorize, seats: 0, isRated: false)))
    ),
    Sample("daily-request", .daily(id: RequestID(5), player: "p-ada")),
    Sample("daily-request-nobody", .daily(id: RequestID(5), player: nil)),
    Sample(
      "create-daily",
      .request(id: RequestID(6), .createRoom(.daily(Day(number: 20_784))))),
    Sample("profile-request", .profile(id: RequestID(5), player: "Ada")),
    Sample("leaderboard-request", .leaderboard(id: RequestID(5), mode: .zen)),
    Sample("replays-request", .replays(id: RequestID(6), mode: .oneFlip)),
    Sample("replays-request-any", .replays(id: RequestID(6), mode: nil)),
    Sample("replay-request", .replay(id: RequestID(7), matchID: "m-1")),
  ] + ReactionKind.allCases.map { Sample("react-\($0.rawValue)", .react($0)) }
  + intents.map { Sample("intent-\($0.name)", request($0.message)) }
  + [
    Sample(
      "intent-without-times",
      .request(id: RequestID(4), .intent(IntentRequest(seenSeq: 0, intent: .resign))))
  ]

/// Each intent.
private let intents: [Sample<Intent>] = [
  Sample("configure", .configure(unusualSettings)),
  Sample("ready", .ready(entropyCommit: sequence(0x10, count: 32))),
  Sample("ready-without", .ready(entropyCommit: [])),
  Sample("reveal", .reveal(entropy: sequence(0x20, count: 32))),
  Sample("deal", .deal),
  Sample("choose", .choose(CardID(generation: 3, slot: 5))),
  Sample("shuffle", .shuffle),
  Sample("restart", .restart),
  Sample("rematch", .rematch),
  Sample("add-bot", .addBot(level: "medium")),
  Sample("remove-seat", .removeSeat(SeatIndex(0))),
  Sample("resign", .resign),
]

private func request(_ intent: Intent) -> ClientMessage {
  let request = IntentRequest(
    seenSeq: 40, shownAt: ServerTime(microseconds: 1_000_000),
    pressedAt: ServerTime(microseconds: 1_650_000), intent: intent)
  return .request(id: RequestID(12), .intent(request))
}

/// Settings none of which is the default.
let unusualSettings = MatchSettings(
  pairs: 18, seats: 4, mode: .classic, turnLimit: .zero, bonusLimit: .milliseconds(4500),
  reveal: .seconds(3), shuffle: .off, shuffleEvery: 6, isRated: true, theme: "garden",
  audience: .locked, spectatorDelay: .seconds(35))
