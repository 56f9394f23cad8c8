// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol
import Testing
import WebClient

@Suite("What a page shows of past matches", .timeLimit(.minutes(1)))
struct ServerRecordsTests {
  private func row(_ rank: Int, _ name: String) -> Leaderboard.Row {
    Leaderboard.Row(
      rank: rank, player: Player(name: name, id: "id\(rank)"), shown: 20, mu: 27.5, sigma: 2.5,
      matches: 12)
  }

  @Test("the leaderboards of all rated modes are asked for, and shown as they come")
  func leaderboards() throws {
    var page = WelcomedPage()
    page.page.act(try #require(WebAction(kind: 17, argument: 0, text: "")), now: WelcomedPage.now)
    let asked = page.sent().compactMap { message -> (RequestID, MatchSettings.Mode)? in
      if case .leaderboard(let id, let mode) = message { (id, mode) } else { nil }
    }
    #expect(asked.map { $0.1 } == MatchSettings.Mode.rated)
    #expect(page.fields(.leaderboards).allSatisfy { $0[0] == "mode" && $0[3] == "Connecting ..." })
    page.receive(
      .leaderboard(
        Leaderboard(id: asked[0].0, mode: asked[0].1, rows: [row(1, "Ada"), row(2, "Bo\tb\n")])))
    page.receive(.leaderboard(Leaderboard(id: asked[1].0, mode: asked[1].1, rows: [])))
    #expect(page.outputs().contains(.records))
    let lines = page.fields(.leaderboards)
    #expect(lines[0][1] == "memorize" && lines[0][3].hasPrefix("Everybody starts at 1500."))
    #expect(lines[1] == ["player", "#", "Player", "Rating", "Matches", "", ""])
    #expect(lines[2] == ["player", "1", "Ada", "2100", "12", "", "id1"])
    // A name with a tab and a line feed stays one field.
    #expect(lines[3].count == 7 && lines[3][2].hasPrefix("Bo"))
    #expect(lines[4][1] == "classic" && lines[4][3].hasPrefix("Nobody is rated in classic here"))
    #expect(lines[5][3] == "Connecting ...")
  }

  @Test("a server without leaderboards, or without replays, is quoted where they would be")
  func refused() {
    var page = WelcomedPage()
    page.page.act(.leaderboards, now: WelcomedPage.now)
    page.page.act(.replays(minutesBeforeUTC: 0), now: WelcomedPage.now)
    for message in page.sent() {
      guard let id = message.requestID else { continue }
      page.receive(.refused(id: id, Refusal(.requestUnsupported)))
    }
    let outputs = page.outputs()
    // The sentence is in the dialog, not behind it.
    #expect(outputs.contains(.records))
    #expect(!outputs.contains { if case .say = $0 { true } else { false } })
    let notes = page.fields(.leaderboards).map { $0[3] } + [page.text(.replays)]
    #expect(notes.allSatisfy { $0.hasSuffix(".") && $0 != "Connecting ..." })
  }

  @Test("replays have a line each, with when they ended in the player's time zone")
  func replays() {
    let ended = ServerTime(microseconds: 1_795_333_000_000_000)
    func list(
      after way: Duration, minutesBeforeUTC: Int, answersPings: Bool = true
    ) -> [[String]] {
      var page = WelcomedPage(at: ended + way, answersPings: answersPings)
      page.page.act(.replays(minutesBeforeUTC: minutesBeforeUTC), now: WelcomedPage.now)
      let id = page.sent().compactMap { message -> RequestID? in
        if case .replays(let id, nil) = message { id } else { nil }
      }
      #expect(id.count == 1)
      let standing = Standing(
        rank: 1, seat: SeatIndex(0), player: Player(name: "Ada"), score: 9, pairs: 4)
      let summary = ReplaySummary(
        matchID: "m1", settings: MatchSettings(pairs: 4), endedAt: ended, standings: [standing])
      page.receive(.replays(id: id.first ?? RequestID(0), [summary]))
      return page.fields(.replays)
    }
    #expect(
      list(after: .seconds(180), minutesBeforeUTC: 60)
        == [[""], ["m1", "3 min ago", "memorize, 4 pairs", "Ada 9"]])
    #expect(
      list(after: .seconds(180), minutesBeforeUTC: 0, answersPings: false)[1][1] == "3 min ago")
    #expect(list(after: .seconds(200_000), minutesBeforeUTC: 0)[1][1] == "2026-11-22 07:36")
    #expect(list(after: .seconds(200_000), minutesBeforeUTC: 60)[1][1] == "2026-11-22 08:36")
  }

  private func asked(_ page: inout WelcomedPage) -> [(RequestID, String)] {
    page.sent().compactMap { message in
      if case .profile(let id, let player) = message { (id, player) } else { nil }
    }
  }

  @Test("a profile has a line for each fact, behind its kind, and its chart as points")
  func profile() throws {
    let ended = ServerTime(microseconds: 1_795_333_000_000_000)
    var page = WelcomedPage(at: ended + .seconds(180))
    page.page.act(
      try #require(WebAction(kind: 22, argument: 60, text: "Ada")), now: WelcomedPage.now)
    let asked = asked(&page)
    #expect(asked.map(\.1) == ["Ada"] && page.text(.profile) == "Connecting ...")
    let standing = Standing(
      rank: 1, seat: SeatIndex(0), player: Player(name: "Ada"), score: 9, pairs: 4)
    let record = PlayerRecord(
      modes: [
        ModeRecord(
          mode: .memorize, matches: 3, wins: 2,
          rating: RatingCourse(
            shown: 3, mu: 25, sigma: 7.5, matches: 2,
            course: [.init(at: ended, shown: -3), .init(at: ended, shown: 3)])),
        ModeRecord(mode: .teams, matches: 1, wins: 0),
      ],
      rivalries: [Rivalry(opponent: Player(name: "Bo\tb\n", id: "bob"), won: 2, lost: 1)],
      themes: [ThemeCount(theme: "food", matches: 4)], bestRecall: Recall(found: 3, chances: 4),
      matches: [
        PlayedMatch(matchID: "m\t1", mode: .memorize, endedAt: ended, standings: [standing])
      ])
    page.receive(
      .profile(
        Profile(
          id: asked[0].0, asked: "Ada", players: [Player(name: "Ada", id: "a\nb")], record: record))
    )
    #expect(page.outputs().contains(.records))
    let lines = page.fields(.profile)
    #expect(lines[0][0].hasPrefix("Counts rated matches"))
    #expect(lines[1].count == 3 && lines[1][1] == "Ada", "A line feed in an ID stays in its field.")
    #expect(lines[2] == ["text", "4 matches, 2 won, best recall 3 of 4."])
    #expect(
      lines[3] == [
        "mode", "memorize", "3 matches, 2 won", "Rating 1590 after 2 rated matches.", "30",
        "0,60 240,0", "1590", "1410",
      ])
    #expect(lines[4] == ["mode", "teams", "1 match, 0 won"])
    #expect(lines[5].count == 4 && lines[5][2...] == ["bob", "2 won, 1 lost"])
    #expect(lines[6] == ["themes", "food (4 matches)"])
    #expect(lines[7].count == 5 && lines[7][2...] == ["3 min ago", "memorize", "Ada 9"])
    #expect(lines.count == 8)
  }

  @Test("the players of one name are listed, and what there is not is said in a sentence")
  func noProfile() throws {
    var page = WelcomedPage()
    page.page.act(.profile("Ada", minutesBeforeUTC: 0), now: WelcomedPage.now)
    let players = ["a", "b"].map { Player(name: "Ada", id: $0) }
    page.receive(
      .profile(
        Profile(
          id: try #require(asked(&page).first).0, asked: "Ada", players: players, record: nil)))
    #expect(
      page.fields(.profile) == [
        ["Several players have that name:"], ["namesake", "Ada", "a"], ["namesake", "Ada", "b"],
      ])
    // A guest's own, and what is longer than any name, is asked of nobody.
    for (player, says) in [
      (nil, "Guests have no"), (String(repeating: "a", count: 97), "Nobody of"),
    ] {
      page.page.act(.profile(player, minutesBeforeUTC: 0), now: WelcomedPage.now)
      #expect(asked(&page).isEmpty && page.text(.profile).hasPrefix(says))
    }
    for (refusal, says) in [
      (Refusal(.profileUnknown), "Nobody of that name"), (Refusal(.requestUnsupported), "older"),
    ] {
      page.page.act(.profile("Bob", minutesBeforeUTC: 0), now: WelcomedPage.now)
      #expect(page.text(.profile) == "Connecting ...")
      page.receive(.refused(id: try #require(asked(&page).first).0, refusal))
      #expect(page.text(.profile).contains(says))
    }
    #expect(WebAction(kind: 22, argument: 1441, text: "Ada") == nil)
  }

  @Test("an empty list says so")
  func nothing() {
    var page = WelcomedPage()
    page.page.act(.replays(minutesBeforeUTC: 0), now: WelcomedPage.now)
    for message in page.sent() {
      if case .replays(let id, _) = message { page.receive(.replays(id: id, [])) }
    }
    #expect(page.text(.replays) == "There are no replays for you on this server yet.")
  }
}
