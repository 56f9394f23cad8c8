// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@Suite("Days", .timeLimit(.minutes(1)))
struct DayTests {
  @Test("are the dates of the calendar, in both directions")
  func dates() throws {
    #expect(Day(number: 0).description == "1970-01-01")
    #expect(Day("2026-11-27") == Day(number: 20_784))
    #expect(Day("2000-02-29") == Day(number: 11_016))
    #expect(Day("2100-03-01")?.previous.description == "2100-02-28")
    for number in stride(from: -719_162, through: 2_932_896, by: 97) {
      let day = Day(number: number)
      #expect(Day(day.description) == day)
    }
  }

  @Test(
    "are nothing but dates",
    arguments: [
      "", "2026-11-7", "2026-02-29", "2026-13-01", "2026-00-10", "2026-11-00", "2026-11-31",
      "2026/11/27", "2026-11-27 ", "+026-11-27", "20261-1-27", "2026-11-2\u{0}", "９０２６-11-27",
      "daily-2026", "2026--1-27",
    ])
  func noDates(_ text: String) { #expect(Day(text) == nil) }

  @Test("begin and end at midnight UTC")
  func bounds() throws {
    let day = try #require(Day("2026-11-27"))
    #expect(day.begins.microseconds == 1_795_737_600_000_000 && day.ends == day.next.begins)
    #expect(Day(day.begins) == day && Day(day.ends) == day.next)
    #expect(Day(day.begins - .microseconds(1)) == day.previous)
    #expect(Day(ServerTime(microseconds: -1)) == Day(number: -1))
    #expect(day.previous < day && day < day.next)
  }

  @Test("have a deal each: the same rules for everyone, and every theme in turn")
  func deals() throws {
    let day = try #require(Day("2026-11-27"))
    let settings = MatchSettings.daily(day)
    try settings.validate()
    #expect(settings.daily == day && settings.seats == 1 && settings.audience == .locked)
    #expect(settings == settings.asPlayed && settings.isFixed && !settings.isRated)
    let days = (0..<ThemeName.all.count).map { Day(number: day.number + $0) }
    #expect(Set(days.map { MatchSettings.daily($0).theme }) == Set(ThemeName.all))
    #expect(MatchSettings.daily(Day(number: -1)).theme != ThemeName.random)
    #expect(throws: Refusal.self) { try settings.validateChoice() }
    #expect(settings.dealName(of: "match") == "daily-2026-11-27")
    #expect(MatchSettings().dealName(of: "match") == "match")
  }
}
