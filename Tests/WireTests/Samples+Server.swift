// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// Each message of the server but entries, with every field set, and again with as few as possible.
let serverSamples: [Sample<ServerMessage>] = [
  Sample(
    "welcome",
    .welcome(
      Welcome(
        sessionID: "s-0042", resumeToken: sequence(0x80, count: 32), playerID: "p-ada",
        serverTime: time(90), clockEpoch: 0xfedc_ba98_7654_3210,
        challenge: sequence(0xa0, count: 32), serverVersion: "0.1.0",
        highestRequestID: RequestID(41)))),
  Sample(
    "welcome-guest",
    .welcome(
      Welcome(
        sessionID: "s-0043", resumeToken: [], serverTime: .zero, clockEpoch: 0, challenge: [],
        limits: ClientLimits(
          messageBytes: 1, messagePieces: 2, bytesPerSecond: 3, messageBurst: 4,
          messagesPerSecond: 5, intentsPerSecond: 6, nameCharacters: 7,
          sessionHold: .milliseconds(8), pointsPerSecond: 0),
        serverVersion: ""))),
  Sample(
    "pong", .pong(Pong(id: 7, t0: 123_456_789, t1: time(91), t2: time(92), nonce: .max))),
  Sample(
    "rooms",
    .rooms(
      RoomsUpdate(
        rooms: [
          RoomSummary(
            code: "K7QPX", settings: MatchSettings(), seatsTaken: 1, phase: .waiting,
            spectators: 0),
          RoomSummary(
            code: "M2WRT", settings: unusualSettings, seatsTaken: 4, phase: .playing,
            spectators: 17, players: ["Ana", "", "Bjørn", "Ana"]),
        ],
        removed: ["B9ZZA"]))),
  Sample("rooms-none", .rooms(RoomsUpdate())),
  Sample(
    "joined-player",
    .joined(
      Joined(
        code: "K7QPX", roomID: "r-1f00ba", actor: ActorNumber(2), seat: SeatIndex(0),
        role: .player, base: midgameView,
        tail: [
          Entry(
            seq: midgameView.seq + 1, at: midgameView.at + .seconds(1),
            event: .settled(Event.Settled(cleared: midgameView.faceUp)))
        ]))),
  Sample(
    "joined-resume",
    .joined(
      Joined(
        id: RequestID(42), code: "K7QPX", roomID: "r-1f00ba", actor: ActorNumber(2),
        seat: SeatIndex(0), role: .player, base: nil,
        tail: [Entry(seq: 41, at: time(99), event: .skipped(SeatIndex(1)))]))),
  Sample(
    "joined-spectator",
    .joined(Joined(code: "K7QPX", roomID: "r-1f00ba", role: .spectator, base: MatchView()))),
  Sample(
    "refused",
    .refused(
      id: RequestID(12),
      .outOfRange("pairs", value: "99", allowed: "2...32"))),
  Sample("refused-without-id", .refused(id: nil, Refusal(.requestMalformed))),
  Sample(
    "refused-unrecognized",
    .refused(
      id: RequestID(12),
      Refusal(
        .unrecognized,
        [
          Refusal.Fact(Refusal.unrecognizedCode, "play/some_day"), Refusal.Fact("day", "Friday"),
        ]))),
  Sample(
    "presence",
    .presence([
      SeatPresence(seat: SeatIndex(0), isConnected: true),
      SeatPresence(seat: SeatIndex(7), isConnected: false),
    ])),
  Sample("presence-none", .presence([])),
  Sample("audience", .audience(count: 0)),
  Sample("pointing", .pointing(actor: ActorNumber(2), place: 15)),
  Sample("pointing-none", .pointing(actor: ActorNumber(2), place: nil)),
  Sample("reaction", .reaction(actor: ActorNumber(2), .clap)),
  Sample("reaction-viewer", .reaction(actor: nil, .wow)),
  Sample("reaction-phrase", .reaction(actor: ActorNumber(2), .goodGame)),
  Sample(
    "leaderboard",
    .leaderboard(
      Leaderboard(
        id: RequestID(5), mode: .zen,
        rows: [
          Leaderboard.Row(
            rank: 1, player: Player(name: "Ada", id: "p-ada"), shown: -1.5, mu: 25.25,
            sigma: 8.125, matches: 12)
        ]))),
  Sample(
    "leaderboard-none", .leaderboard(Leaderboard(id: RequestID(5), mode: .memorize, rows: []))),
  Sample(
    "profile",
    .profile(
      Profile(
        id: RequestID(5), asked: "ada", players: [Player(name: "Ada", id: "p-ada")],
        record: PlayerRecord(
          modes: [
            ModeRecord(
              mode: .memorize, matches: 3, wins: 2,
              rating: RatingCourse(
                shown: -1.5, mu: 25.25, sigma: 8.125, matches: 2,
                course: [
                  RatingCourse.Point(at: time(70), shown: 0.5),
                  RatingCourse.Point(at: time(77), shown: -1.5),
                ])),
            ModeRecord(mode: .teams, matches: 1, wins: 0),
          ],
          rivalries: [
            Rivalry(opponent: Player(name: "Bob", id: "p-bob"), won: 2, lost: 0, drawn: 1)
          ],
          themes: [ThemeCount(theme: "food", matches: 3)],
          bestRecall: Recall(found: 0, chances: 5),
          matches: [
            PlayedMatch(
              matchID: "m-1", mode: .memorize, endedAt: time(77),
              standings: [
                Standing(
                  rank: 1, seat: SeatIndex(1), player: Player(name: "Ada", id: "p-ada"), score: -3,
                  pairs: 2)
              ])
          ])))),
  Sample(
    "profile-namesakes",
    .profile(
      Profile(
        id: RequestID(5), asked: "Ada",
        players: [Player(name: "Ada", id: "p-ada"), Player(name: "ADA", id: "p-other")],
        record: nil))),
  Sample(
    "profile-nothing",
    .profile(
      Profile(
        id: RequestID(5), asked: "Ada", players: [Player(name: "Ada", id: "p-ada")],
        record: PlayerRecord()))),
  Sample(
    "daily",
    .daily(
      Daily(
        id: RequestID(5),
        today: DailyBoard(
          day: Day(number: 20_784), commitment: [UInt8](repeating: 1, count: 32), isPlayed: true),
        last: DailyBoard(
          day: Day(number: 20_783), commitment: [UInt8](repeating: 2, count: 32),
          seed: [UInt8](repeating: 3, count: 32), players: 2,
          rows: [
            DailyBoard.Row(
              rank: 1, player: Player(name: "Ada", id: "p-ada"),
              result: DailyResult(turns: 17, duration: .milliseconds(83_250)))
          ],
          own: DailyBoard.Row(
            rank: 2, player: Player(name: "Bob", id: "p-bob"),
            result: DailyResult(turns: 21, duration: .zero)), isPlayed: true),
        nextCommitment: [UInt8](repeating: 4, count: 32), streak: 0, longestStreak: 9))),
  Sample(
    "replays",
    .replays(
      id: RequestID(6),
      [
        ReplaySummary(
          matchID: "m-1", settings: unusualSettings, endedAt: time(77),
          standings: [
            Standing(
              rank: 1, seat: SeatIndex(1), player: Player(name: "Ada", id: "p-ada"), score: -3,
              pairs: 2)
          ])
      ])),
  Sample("replays-none", .replays(id: RequestID(6), [])),
  Sample(
    "replay",
    .replay(
      Replay(
        id: RequestID(7), matchID: "m-1", base: midgameView,
        entries: [
          Entry(
            seq: midgameView.seq + 1, at: midgameView.at + .seconds(1),
            event: .settled(Event.Settled(cleared: midgameView.faceUp)))
        ]))),
  Sample("left", .left(id: RequestID(3), code: "room/left")),
  Sample("left-unasked", .left(id: nil, code: "room/removed")),
  Sample(
    "closing",
    .closing(
      Closing(code: "slow/behind", retryAfter: .zero, reason: "This connection is too slow."))),
  Sample("closing-for-good", .closing(Closing(code: "session/taken_over", reason: ""))),
  Sample("notice", .notice("The server moves at midnight: finish your matches.")),
  Sample(
    "moved",
    .moved(Moved(id: RequestID(12), code: "K7QPX", url: "wss://play.example.org/n/2"))),
  Sample("moved-unasked", .moved(Moved(code: "K7QPX", url: "wss://n2.play.example.org"))),
  Sample("moved-request", .moved(Moved(id: RequestID(4), url: "ws://127.0.0.1:7779"))),
  Sample("moving", .moving(url: "wss://n2.play.example.org:7443")),
  Sample("unrecognized", .unrecognized),
]

/// A second of the server's time.
func time(_ seconds: Int64) -> ServerTime {
  ServerTime(microseconds: seconds * 1_000_000)
}

/// A view in which something of everything has happened, two cards showing as a match.
let midgameView: MatchView = {
  var view = MatchView()
  for (index, event) in midgame.enumerated() {
    view.apply(
      Entry(seq: UInt64(index) + 1, at: time(Int64(index)), event: event))
  }
  return view
}()

private let midgame: [Event] = {
  let first = CardID(generation: 1, slot: 0)
  let second = CardID(generation: 1, slot: 3)
  var settings = MatchSettings(pairs: 2)
  settings.theme = "food"
  return [
    .opened(Event.Opened(matchID: "m-1", settings: settings, theme: "food")),
    .seated(
      Event.Seated(seat: SeatIndex(0), player: Player(name: "Ada"), actor: ActorNumber(1))),
    .ownerChanged(ActorNumber(1)),
    .seated(
      Event.Seated(
        seat: SeatIndex(1), player: Player(name: "Bob", isBot: true), actor: ActorNumber(2))),
    .readied(SeatIndex(0), entropyCommit: sequence(0, count: 32)),
    .readied(SeatIndex(1), entropyCommit: []),
    .committed(
      Event.Committed(
        seedCommit: sequence(0x30, count: 32), entropyCommits: [sequence(0, count: 32), []])),
    .revealed(SeatIndex(0), entropy: sequence(0x50, count: 32)),
    .dealt(
      Event.Dealt(
        generation: 1, slots: [2, 0, 3, 1], rows: 2, columns: 2,
        turnOrder: [SeatIndex(1), SeatIndex(0)],
        leaves: (0..<4).map { sequence($0 << 5, count: 32) }, stagger: .milliseconds(80),
        duration: .milliseconds(400), playableAt: time(9))),
    .turnBegan(Event.TurnBegan(seat: SeatIndex(1), deadline: time(40))),
    .shuffled(Event.Shuffled(seat: SeatIndex(1), permutation: [3, 2, 1, 0])),
    .flipped(flip(of: first, outcome: .first)),
    .flipped(flip(of: second, outcome: .match)),
    .consented(SeatIndex(0)),
  ]
}()

private func flip(of card: CardID, outcome: Event.Flipped.Outcome) -> Event.Flipped {
  Event.Flipped(
    seat: SeatIndex(1), card: card, face: Face(5), salt: sequence(9, count: 16),
    revealAt: time(12), judgedAt: time(11), refund: .milliseconds(30),
    bonus: Bonus(
      remainingMilliseconds: 5200, runningSince: outcome == .first ? time(12) : nil),
    outcome: outcome,
    scoreChanges: outcome == .first
      ? [] : [ScoreChange(seat: SeatIndex(1), card: card, delta: 12, bonus: 10, total: 12)])
}
