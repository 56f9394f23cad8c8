// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Testing
import Wire

@testable import TermClient

@Suite("Verdict on a replay", .timeLimit(.minutes(1)))
struct ReplayVerdictTests {
  static func record() throws -> MatchRecord {
    try #require(MatchRecord(of: "m1", in: try FairMatch.entries(hashing: .openSSL)))
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
