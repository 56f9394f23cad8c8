// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Game
import Interpolation
import Protocol
import Testing
import Wire

@testable import WebClient

@Suite("A recorded match", .timeLimit(.minutes(1)))
struct RecordedMatchTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Web/demo.jsonl")
  private static let seeds: [UInt8] = [2, 9, 17]

  /// What a `joined` message has of a match, without the message around it.
  private static func recorded(_ joined: Joined) -> [UInt8] {
    let (message, start) = (
      WireEncoding.json.encode(ServerMessage.joined(joined)), Array(#"{"joined":"#.utf8)
    )
    precondition(message.starts(with: start), "The message is of this kind alone.")
    return Array(message.dropFirst(start.count).dropLast())
  }

  @Test("those of the home page are whole matches of bots, as the rules decide them")
  func file() throws {
    let matches = Self.seeds.map { DemoMatch(seed: $0) }
    for match in matches {
      let view = match.log.latest
      #expect(view.phase == .ended)
      // Both players find something.
      #expect(view.seats.allSatisfy { $0.pairs > 0 })
    }
    let lines = matches.map { Self.recorded($0.joined) + [UInt8(ascii: "\n")] }.flatMap { $0 }
    if ProcessInfo.processInfo.environment["FACEDOWN_UPDATE_GOLDEN"] == "1" {
      try Data(lines).write(to: Self.file)
    }
    #expect(
      try Data(contentsOf: Self.file) == Data(lines),
      "FACEDOWN_UPDATE_GOLDEN=1 records them again.")
  }

  @Test("it shows the deal first, and an empty table with the result at its end", arguments: seeds)
  func whole(seed: UInt8) throws {
    var match = try #require(RecordedMatch(Self.recorded(DemoMatch(seed: seed).joined)))
    let first = match.frame(.full, after: .zero)
    #expect(first[3] == 2 && first[6] == 12)
    #expect(match.text(.theme) == "animals")
    let last = match.frame(.full, after: match.length)
    #expect(last[3] == 5 && last[18] == 0)
    #expect(match.text(.headline).hasSuffix("wins!"))
    #expect((20.0...90).contains(match.length / .seconds(1)))
    // There is nothing after the end, nor before the beginning.
    #expect(match.frame(.full, after: .seconds(1_000_000)) == last)
    #expect(match.frame(.full, after: .seconds(-1)) == first)
  }

  @Test("each frame says when the next one is due, to the end", arguments: seeds)
  func next(seed: UInt8) throws {
    var match = try #require(RecordedMatch(Self.recorded(DemoMatch(seed: seed).joined)))
    var (time, frames, motions) = (Duration.zero, 0, Set<Double>())
    while time < match.length {
      let numbers = match.frame(.full, after: time)
      motions.insert(numbers[0])
      frames += 1
      guard numbers[1] >= 0 else { break }
      let due = Duration.microseconds(Int64(numbers[1]))
      #expect(due > time, "The next frame is due before this one.")
      time = max(due, time + .milliseconds(16))
    }
    #expect(match.text(.headline).hasSuffix("wins!"))
    #expect(motions.contains(2) && frames > 300)
  }

  @Test(
    "with less motion it stays where two cards are open and some pairs are gone", arguments: seeds)
  func reduced(seed: UInt8) throws {
    var match = try #require(RecordedMatch(Self.recorded(DemoMatch(seed: seed).joined)))
    let numbers = match.frame(.reduced, after: .zero)
    #expect(numbers[1] == -1)
    let faces = (0..<Int(numbers[18])).map { numbers[SceneNumbers.headCount + 13 * $0 + 10] }
    #expect(faces.count { $0 >= 0 } == 2)
    #expect((4...10).contains(faces.count))
    #expect(match.frame(.reduced, after: .seconds(9)) == numbers)
  }

  @Test("a message that has none, or a log with a gap, is no match")
  func wrong() {
    #expect(RecordedMatch([]) == nil)
    #expect(RecordedMatch(Array("{\"joined\":{}}".utf8)) == nil)
    var gap = DemoMatch(seed: 2).joined
    gap.tail.remove(at: 3)
    #expect(RecordedMatch(WireEncoding.json.encode(ServerMessage.joined(gap))) == nil)
  }
}
