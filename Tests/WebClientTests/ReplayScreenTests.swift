// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchClient
import MatchFixtures
import MatchUI
import Protocol
import Testing
import WebClient
import Wire

@Suite("A replay on a page", .timeLimit(.minutes(1)))
struct ReplayScreenTests {
  private let entries: [Entry]
  private let record: MatchRecord

  init() throws {
    entries = try FairMatch.entries(hashing: .swift)
    record = try #require(MatchRecord(of: "m1", in: entries))
  }

  private func time(_ seconds: Int64) -> LocalTime { WelcomedPage.now + .seconds(seconds) }

  /// A page that asked for the match, and the id of its request.
  private func asking() throws -> (WelcomedPage, RequestID) {
    var page = WelcomedPage()
    page.page.act(try #require(WebAction(kind: 19, argument: 0, text: "m1")), now: WelcomedPage.now)
    let ids = page.sent().compactMap { message -> RequestID? in
      if case .replay(let id, "m1") = message { id } else { nil }
    }
    #expect(ids.count == 1)
    return (page, ids.first ?? RequestID(0))
  }

  private func answer(_ id: RequestID) -> ServerMessage {
    .replay(Replay(id: id, matchID: "m1", base: record.base, entries: record.entries))
  }

  @Test("it is fetched, shown from its beginning, and closed by a key")
  func fetched() throws {
    var (page, id) = try asking()
    #expect(page.page.frame(now: time(0)).isEmpty && page.page.text(.playback).isEmpty)
    page.receive(answer(id))
    #expect(page.outputs() == [.open])
    let numbers = page.page.frame(now: time(1))
    #expect(numbers.count >= SceneNumbers.headCount && numbers[0] != 0)
    let lines = page.fields(.playback)
    #expect(lines[0][0] == "m1" && lines[0][3].hasPrefix("0:01 / ") && lines[0][4] == "\u{d7}1")
    #expect(Double(lines[0][1]).map { numbers[2] - $0 } == 1e6)
    #expect(lines.dropFirst().map { $0[0] } == ["[", " ", "]", "h", "r", "-", "+"])
    #expect(lines[2][2] == "Pause")
    #expect(page.text(.actions) == "13\t0\tq\tClose the replay")
    let kinds = Set(page.fields(.marks).map { $0[1] })
    #expect(kinds.isSuperset(of: ["deal", "flip", "pair", "end"]))
    #expect(page.fields(.marks).contains { $0[1] == "flip" && $0[3].contains(" turns ") })
    page.page.act(.key(.character("q")), now: time(1))
    #expect(page.outputs().last == .left)
    #expect(page.page.frame(now: time(1)).isEmpty && page.text(.playback).isEmpty)
  }

  @Test("keys and the time line move it as in the terminal, and its sentences are said")
  func moved() throws {
    var (page, id) = try asking()
    page.receive(answer(id))
    page.page.act(.key(.character(" ")), now: time(0))
    page.page.act(.seek(0.5), now: time(0))
    let middle = page.page.frame(now: time(9))
    #expect(middle[0] == 0)
    let clock = page.fields(.playback)[0]
    let (start, end) = (try #require(Double(clock[1])), try #require(Double(clock[2])))
    #expect(abs((middle[2] - start) / (end - start) - 0.5) < 0.001)
    page.page.act(.key(.home), now: time(9))
    page.page.act(.key(.character(" ")), now: time(9))
    _ = page.outputs()
    _ = page.page.frame(now: time(9 + Int64((end - start) / 1e6) + 1))
    let said = page.outputs().filter { if case .say = $0 { true } else { false } }
    let last = try #require(record.lastSentence)
    #expect(said.count > 5 && said.contains(.say(last)))
    #expect(page.text(.standings).contains("Ana"))
    page.page.act(.key(.character("?")), now: time(60))
    _ = page.page.frame(now: time(60))
    #expect(page.text(.dialog).hasPrefix("help\t"))
    #expect(page.text(.dialog).contains("previous or next event"))
  }

  @Test("a match that there is not, or another one than asked for, is answered with a sentence")
  func missing() throws {
    var (page, id) = try asking()
    page.receive(.refused(id: id, Refusal(.replayUnknown)))
    #expect(page.outputs() == [.say(RefusalSentences().sentence(Refusal(.replayUnknown)))])
    (page, id) = try asking()
    page.receive(
      .replay(Replay(id: id, matchID: "m2", base: record.base, entries: record.entries)))
    #expect(page.outputs() == [.say(ReplaySentences.different)])
    (page, id) = try asking()
    page.receive(
      .replay(Replay(id: id, matchID: "m1", base: record.base, entries: [record.entries[0]])))
    #expect(page.outputs() == [.say(ReplaySentences.different)])
    // What nobody asked for changes nothing.
    page.receive(answer(id))
    #expect(page.outputs().isEmpty)
  }

  /// The verdict on a match that the server sends.
  private func verdict(on entries: [Entry]) throws -> String {
    var (page, id) = try asking()
    page.receive(.replay(Replay(id: id, matchID: "m1", base: record.base, entries: entries)))
    _ = page.page.frame(now: time(0))
    return page.text(.verdict)
  }

  @Test("the match is verified: fair, forged, or beyond what this page knows")
  func verified() throws {
    #expect(try verdict(on: entries).hasPrefix("good\tVerified: the deal was fair,"))
    var forged = entries
    let index = try #require(forged.firstIndex { $0.event.finder != nil })
    guard case .flipped(var flip) = forged[index].event else { return }
    flip.scoreChanges = []
    forged[index].event = .flipped(flip)
    #expect(
      try verdict(on: forged).hasPrefix(
        "bad\tEntry \(forged[index].seq) of this match failed verification: "))
    var newer = entries
    newer[index].event = .unrecognized
    #expect(try verdict(on: newer).hasPrefix("bad\tNot verified: the server is newer"))
  }

  @Test("a file that facedown download wrote is verified and shown; any other is refused in words")
  func file() throws {
    let bytes = ReplayFile.bytes(of: record)
    func open(_ bytes: [UInt8]) throws -> ([WebOutput], String) {
      var page = WelcomedPage()
      let text = String(decoding: bytes, as: UTF8.self)
      page.page.act(
        try #require(WebAction(kind: 21, argument: 0, text: text)), now: WelcomedPage.now)
      _ = page.page.frame(now: time(0))
      return (page.outputs(), page.text(.verdict))
    }
    let (outputs, verdict) = try open(bytes)
    #expect(outputs == [.open])
    #expect(verdict.hasPrefix("good\tOK. Match m1 of Ana"))
    #expect(verdict.contains("the chain of \(record.entries.count) entries is intact"))
    var damaged = bytes
    damaged[bytes.count / 2] ^= 1
    for (file, words) in [
      (damaged, "was changed"), (Array(bytes.dropLast(90)), ""),
      (Array("hello".utf8), "not a replay"), (Array("facedown-replay/2\n".utf8), "another version"),
      ([0xff, 0xfe], "not a replay"),
      ([], "not a replay"),
    ] {
      let (outputs, verdict) = try open(file)
      #expect(verdict.isEmpty && outputs.count == 1)
      guard case .say(let sentence)? = outputs.first else {
        Issue.record("\(outputs)")
        continue
      }
      #expect(sentence.contains(words) && sentence.hasSuffix("."))
    }
    var page = WelcomedPage()
    page.page.act(try #require(WebAction(kind: 21, argument: 1, text: "")), now: WelcomedPage.now)
    #expect(
      page.outputs() == [.say(ReplaySentences.tooLarge(limit: WebSession.longestInput))])
  }

  @Test("at the end of a match the page says whether it was fair")
  func live() throws {
    let last = try #require(entries.last)
    var page = WelcomedPage(at: last.at)
    page.page.act(.join(code: "K7QF2", .player), now: WelcomedPage.now)
    page.receive(
      .joined(
        Joined(
          code: "K7QF2", roomID: "r", actor: ActorNumber(1), seat: SeatIndex(0), role: .player,
          base: MatchView(), tail: Array(entries.dropLast()))))
    page.receive(.entry(last))
    page.page.tick(now: time(2))
    _ = page.page.frame(now: time(2))
    #expect(page.text(.message).hasPrefix("Verified: the deal was fair,"))
  }

  @Test("after a match it is made of the page's own log; the next match closes it")
  func afterMatch() throws {
    let last = try #require(entries.last)
    var page = WelcomedPage(at: last.at + .seconds(10))
    let joined = Joined(
      code: "K7QF2", roomID: "r", actor: ActorNumber(1), seat: SeatIndex(0), role: .player,
      base: MatchView(), tail: entries)
    page.page.act(.join(code: "K7QF2", .player), now: WelcomedPage.now)
    page.receive(.joined(joined))
    _ = page.page.frame(now: WelcomedPage.now)
    #expect(page.text(.actions).contains("19\t0\t\tWatch the replay"))
    _ = page.outputs()
    page.page.act(.watch(matchID: ""), now: WelcomedPage.now)
    #expect(page.outputs() == [.open])
    _ = page.page.frame(now: WelcomedPage.now)
    #expect(page.fields(.playback)[0][0] == "m1")
    // The table is not played meanwhile.
    page.page.act(.table(.rematch), now: WelcomedPage.now)
    #expect(page.sent().isEmpty)
    let next = Event.Opened(
      matchID: "m2", settings: MatchSettings(pairs: 2, seats: 1), theme: "animals")
    page.receive(
      .entry(Entry(seq: last.seq + 1, at: last.at + .seconds(9), cause: nil, event: .opened(next))))
    #expect(page.outputs().contains(.open))
    _ = page.page.frame(now: WelcomedPage.now)
    #expect(page.text(.playback).isEmpty)
  }
}

extension MatchRecord {
  /// What is said of its last entry.
  fileprivate var lastSentence: String? {
    var view = base
    var sentence: String?
    for entry in entries {
      let before = view
      view.apply(entry)
      sentence = Sentences().sentence(for: entry, before: before, after: view)
    }
    return sentence
  }
}
