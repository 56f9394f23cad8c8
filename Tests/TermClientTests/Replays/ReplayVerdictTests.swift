// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Testing
import Wire

@testable import TermClient

@Suite("Verdict on a replay", .timeLimit(.minutes(1)))
struct ReplayVerdictTests {
  /// A fairly dealt match, played to its end by a player who turns the cards in order.
  static func record() throws -> MatchRecord {
    var match = Match(dealer: .fair(.openSSL))
    var entries: [Entry] = []
    var now = ServerTime(microseconds: 1_795_000_000_000_000)
    var requests: UInt64 = 0
    func decide(isAsked: Bool = true, _ body: (inout Decision) throws -> Void) throws {
      requests += 1
      let cause = Cause(actor: ActorNumber(1), request: RequestID(requests))
      var decision = Decision(
        on: match, at: Moment(now: now, lead: .milliseconds(60)), cause: isAsked ? cause : nil)
      try body(&decision)
      if let sealed = decision.sealed { match.apply(sealed) }
      for entry in decision.entries { match.apply(entry) }
      entries += decision.entries
    }
    let settings = MatchSettings(pairs: 2, seats: 1, turnLimit: .zero, theme: "animals")
    let player = Player(name: "Ana \u{1b}[2J")
    try decide {
      $0.emit(.opened(Event.Opened(matchID: "m1", settings: settings, theme: "animals")))
      $0.emit(
        .seated(Event.Seated(seat: SeatIndex(0), player: player, actor: ActorNumber(1))))
      $0.emit(.ownerChanged(ActorNumber(1)))
    }
    try decide {
      $0.emit(.readied(SeatIndex(0), entropyCommit: []))
      $0.commit(seed: [UInt8](repeating: 7, count: 32))
    }
    try decide { try $0.deal() }
    var slot = 0
    for _ in 0..<400 where match.view.phase != .ended {
      now = max(now, match.view.at, match.view.lastRevealAt) + .milliseconds(100)
      while let due = match.nextWake(lead: .milliseconds(60)), due <= now {
        try decide(isAsked: false) { $0.wake() }
      }
      let down = match.view.cards.filter { $0.state == .down }
      slot += 1
      guard match.view.turn != nil, !down.isEmpty else { continue }
      try? decide { try $0.choose(down[slot % down.count].id, by: SeatIndex(0)) }
    }
    return try #require(MatchRecord(of: "m1", in: entries))
  }

  @Test("says in a sentence what was checked")
  func fine() throws {
    let verdict = ReplayVerdict.verify(ReplayFile.bytes(of: try Self.record()))
    #expect(verdict.isTrue, "\(verdict.sentence)")
    #expect(verdict.sentence.hasPrefix("OK. Match m1 of Ana"))
    #expect(!verdict.sentence.contains("\u{1b}"))
    #expect(verdict.sentence.contains("1 deal and "))
  }

  @Test("names the entry that is false")
  func lie() throws {
    let record = try Self.record()
    var entries = record.entries
    let index = try #require(
      entries.firstIndex { if case .flipped = $0.event { true } else { false } })
    guard case .flipped(var flip) = entries[index].event else { return }
    flip.face = Face(1 - flip.face.index)
    entries[index].event = .flipped(flip)
    let forged = try #require(MatchRecord(base: record.base, entries: entries))
    let verdict = ReplayVerdict.verify(ReplayFile.bytes(of: forged))
    #expect(!verdict.isTrue)
    #expect(
      verdict.sentence
        == "Entry \(entries[index].seq) is false: the face does not match its commitment.")
  }

  @Test("says why other or missing files are not replays")
  func others() {
    #expect(ReplayVerdict.verify(Array("{\"base\":{}}".utf8)).sentence.contains("not a replay"))
    let missing = ReplayVerdict.verify(RecordingFile("/nowhere/at/all.fdr"))
    #expect(!missing.isTrue && missing.sentence.contains("could not be read"))
  }
}
