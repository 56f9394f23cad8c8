// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Protocol
import Testing

@testable import Wire

@Suite("Replay file", .timeLimit(.minutes(1)))
struct ReplayFileTests {
  private func record() throws -> MatchRecord {
    var match = ScriptedMatch(["Ana", "Ben"], faces: [0, 0, 1, 1])
    match.begin()
    match.deal()
    match.choose(0, 1)
    match.choose(2, 3)
    match.pass(.seconds(3))
    return try #require(MatchRecord(of: "match", in: match.log.entries))
  }

  private func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// A file of these lines with a good chain.
  private func chained(_ lines: [String]) -> [UInt8] {
    ReplayFile.chained(lines.map(\.utf8))
  }

  private func bodies(_ bytes: [UInt8]) -> [String] {
    lines(bytes).dropFirst().map { String($0.dropFirst(65)) }
  }

  @Test("reads what it wrote, and writes the same again")
  func roundTrip() throws {
    let record = try record()
    let bytes = ReplayFile.bytes(of: record)
    #expect(ReplayFile.isMeant(by: bytes))
    let read = try ReplayFile.read(bytes)
    #expect(read == record)
    #expect(ReplayFile.bytes(of: read) == bytes)
    #expect(chained(bodies(bytes)) == bytes)
  }

  @Test("has a heading, a bare base and the entries, each behind the hash of all before")
  func form() throws {
    let lines = lines(ReplayFile.bytes(of: try record()))
    #expect(lines.first == "facedown-replay/1")
    #expect(lines[1].dropFirst(64).hasPrefix(" {\"base\":{"))
    #expect(lines[2].dropFirst(64).hasPrefix(" {\"entry\":{"))
    #expect(lines[2].contains("opened"))
    #expect(lines.last?.contains("ended") == true)
  }

  @Test("sees every changed byte")
  func changedByte() async throws {
    let bytes = ReplayFile.bytes(of: try record())
    // Every byte of the first lines and of the last, and some in between.
    let places = bytes.indices.filter { $0 < 400 || $0 > bytes.count - 120 || $0 % 61 == 0 }
    for place in places {
      var changed = bytes
      changed[place] ^= 1 << UInt8(place % 7)
      #expect(throws: ReplayFileError.self, "byte \(place)") { try ReplayFile.read(changed) }
      if place % 64 == 0 { await Task.yield() }
    }
  }

  @Test("names the entry whose line or hash was changed")
  func named() throws {
    let bytes = ReplayFile.bytes(of: try record())
    var text = lines(bytes)
    text[5] = text[5].replacing("\"entry\"", with: "\"Entry\"")
    let changed = Array((text.joined(separator: "\n") + "\n").utf8)
    #expect(throws: ReplayFileError.changed(line: 6, seq: 4)) { try ReplayFile.read(changed) }
    text = lines(bytes)
    text[1] = "0" + text[1].dropFirst()
    if text == lines(bytes) { text[1] = "1" + text[1].dropFirst() }
    let base = Array((text.joined(separator: "\n") + "\n").utf8)
    #expect(throws: ReplayFileError.changed(line: 2, seq: nil)) { try ReplayFile.read(base) }
  }

  @Test("takes no other line ends, no upper case, and no line too many or too few")
  func strict() throws {
    let bytes = ReplayFile.bytes(of: try record())
    let text = String(decoding: bytes, as: UTF8.self)
    for other in [
      text.replacing("\n", with: "\r\n"), text + "\n", String(text.dropLast()),
      "\n" + text, text + text,
      text.split(separator: "\n").map { $0.prefix(64).uppercased() + $0.dropFirst(64) }
        .joined(separator: "\n") + "\n",
    ] {
      #expect(throws: ReplayFileError.self) { try ReplayFile.read(Array(other.utf8)) }
    }
    var lines = lines(bytes)
    let last = lines.removeLast()
    let cut = Array((lines.joined(separator: "\n") + "\n").utf8)
    #expect(throws: ReplayFileError.cutOff(line: lines.count + 1)) { try ReplayFile.read(cut) }
    lines.removeLast()
    let without = Array(((lines + [last]).joined(separator: "\n") + "\n").utf8)
    #expect(throws: ReplayFileError.self) { try ReplayFile.read(without) }
  }

  @Test("rejects non-canonical encodings, even under a valid chain")
  func canonical() throws {
    let bodies = bodies(ReplayFile.bytes(of: try record()))
    var spaced = bodies
    spaced[3] = spaced[3].replacing("{\"entry\":", with: "{\"entry\": ")
    #expect(throws: ReplayFileError.otherForm(line: 5)) { try ReplayFile.read(chained(spaced)) }
    var foreign = bodies
    foreign[3] = String(foreign[3].dropLast()) + ",\"more\":1}"
    #expect(throws: ReplayFileError.otherForm(line: 5)) { try ReplayFile.read(chained(foreign)) }
  }

  @Test("rejects lines out of place, even under a valid chain")
  func places() throws {
    let bodies = bodies(ReplayFile.bytes(of: try record()))
    #expect(throws: ReplayFileError.outOfPlace(line: 2)) {
      try ReplayFile.read(chained(Array(bodies.dropFirst())))
    }
    #expect(throws: ReplayFileError.outOfPlace(line: 3)) {
      try ReplayFile.read(chained([bodies[0]] + bodies))
    }
    #expect(throws: ReplayFileError.gap(line: 3, after: 0, next: 2)) {
      try ReplayFile.read(chained([bodies[0]] + bodies.dropFirst(2)))
    }
    #expect(throws: ReplayFileError.cutOff(line: 3)) { try ReplayFile.read(chained([bodies[0]])) }
    #expect(throws: ReplayFileError.cutOff(line: 2)) { try ReplayFile.read(chained([])) }
  }

  @Test("identifies files that are not replays")
  func foreign() {
    #expect(throws: ReplayFileError.notAReplay) { try ReplayFile.read([]) }
    #expect(throws: ReplayFileError.notAReplay) { try ReplayFile.read(Array("{}\n".utf8)) }
    #expect(throws: ReplayFileError.otherVersion) {
      try ReplayFile.read(Array("facedown-replay/2\n".utf8))
    }
    #expect(throws: ReplayFileError.tooLarge(limit: ReplayFile.mostBytes)) {
      try ReplayFile.read([UInt8](repeating: 10, count: ReplayFile.mostBytes + 1))
    }
  }
}
