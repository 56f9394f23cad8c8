// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Wire

/// The `--json` lines of a scripted match, to parse, mutate and truncate.
enum RecordedLines {
  /// A match of two players with flips, a shuffle, a pair and the end.
  static let match: [String] = {
    var script = ScriptedMatch(faces: [0, 0, 1, 1])
    script.begin()
    script.deal()
    script.choose(0, 2)
    script.shuffle()
    script.pass(.seconds(1))
    for _ in 0..<2 {
      let view = script.view
      let places = view.cards.filter { $0.state == .down }.map { ($0.id.slot / 2, $0.place) }
      let first = places[0]
      guard let second = places.dropFirst().first(where: { $0.0 == first.0 }) else { break }
      script.choose(first.1, second.1)
      script.pass(.seconds(1))
    }
    return lines(of: script.log)
  }()

  /// The lines of a log, with the room's before it.
  static func lines(of log: MatchLog) -> [String] {
    [#"{"event":"room","code":"K7QF2"}"#, LogLine.base(log.base).json]
      + log.entries.map { LogLine.entry($0).json }
  }

  static func bytes(_ lines: [String]) -> [UInt8] {
    Array(lines.map { "\($0)\n" }.joined().utf8)
  }
}
