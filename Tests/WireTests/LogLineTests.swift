// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing
import Wire

@Suite("Lines of a recording", .timeLimit(.minutes(1)))
struct LogLineTests {
  @Test("a recording read again folds to the same view", arguments: UInt64(21)...23)
  func recording(_ seed: UInt64) throws {
    var log = RandomLog(seed: seed)
    for _ in 0..<30 { _ = log.next() }
    var lines = [LogLine.base(log.view).json]
    for _ in 0..<60 { lines.append(LogLine.entry(log.next()).json) }
    let text = lines.joined(separator: "\n")

    var view = MatchView()
    for line in text.split(separator: "\n") {
      switch try LogLine(json: String(line)) {
      case .base(let base): view = base
      case .entry(let entry): view.apply(entry)
      }
    }
    #expect(view == log.view)
  }

  @Test("a line is protobuf's JSON of the message, without a line break")
  func form() {
    let entry = Entry(seq: 5, at: time(1), event: .vacated(SeatIndex(0)))
    #expect(
      LogLine.entry(entry).json
        == #"{"entry":{"seq":"5","at":"1000000","vacated":{"seat":0}}}"#)
    #expect(
      LogLine.entry(entry).json
        == String(decoding: WireEncoding.json.encode(.entry(entry)), as: UTF8.self))
    let view = LogLine.base(midgameView).json
    #expect(view.hasPrefix(#"{"base":{"seq":"14","#))
    #expect(!view.contains("\n"))
  }

  @Test("white space around a line is ignored")
  func whiteSpace() throws {
    let line = LogLine.entry(Entry(seq: 5, at: time(1), event: .vacated(SeatIndex(0))))
    #expect(try LogLine(json: " \t\(line.json)\r\n") == line)
  }

  @Test(
    "a line that is neither view nor entry is an error",
    arguments: ["", "{}", "[]", "entry", #"{"entry":{}}"#, #"{"base":{}}"#, #"{"entry":5}"#])
  func malformed(_ text: String) {
    #expect(throws: WireError.self) { try LogLine(json: text) }
  }
}
