// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Stage
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

/// Mutated recordings: each is refused or played, and none traps.
@Suite("Damaged recordings", .timeLimit(.minutes(2)))
struct RecordingFuzzTests {
  @Test("A damaged recording is refused with an error or plays to its end", arguments: 1...8)
  func damage(_ seed: UInt64) {
    var dice = Dice(seed)
    let good = RecordedLines.bytes(RecordedLines.match)
    var played = 0
    for _ in 0..<60 {
      let bytes = Self.damaged(good, &dice)
      do throws(RecordingError) {
        let recording = try RecordingReader.read(bytes)
        played += 1
        Self.see(recording)
      } catch {
        #expect(error.description.hasSuffix("."))
      }
    }
    // Changes within a number or a name leave a recording, so some of each kind are seen.
    #expect(played < 60)
  }

  /// Changes, drops, duplicates or moves a few bytes.
  private static func damaged(_ good: [UInt8], _ dice: inout Dice) -> [UInt8] {
    var bytes = good
    for _ in 0...dice.below(3) {
      let place = dice.below(bytes.count)
      let length = min(dice.below(40) + 1, bytes.count - place)
      switch dice.below(6) {
      case 0: bytes[place] = UInt8(dice.below(256))
      // Usually a digit, which makes another valid number.
      case 1, 2:
        let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
        bytes[digits[dice.below(digits.count)]] = UInt8(0x30 + dice.below(10))
      case 3: bytes.removeSubrange(place..<(place + length))
      case 4: bytes.insert(contentsOf: bytes[place..<(place + length)], at: place)
      default: bytes.removeLast(length)
      }
    }
    return bytes
  }

  private static func see(_ recording: Recording) {
    let timeline = Timeline(recording)
    let renderStyle = RenderStyle(depth: .mono)
    let size = WindowSize(columns: 60, rows: 20)
    let now = DisplayTime.zero
    var screen = PlaybackScreen(timeline, at: now)
    for key: Key in [.home, .character("5"), .character("]"), .character("."), .end] {
      _ = screen.take(key, renderStyle, in: size, at: now)
      let frame = screen.frame(renderStyle, in: size, at: now)
      #expect(frame.grid.width == 60 && frame.grid.height == 20)
    }
    _ = RecordingSentences.lines(of: timeline)
  }
}

/// A small deterministic random number generator.
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((word ^ (word >> 31)) % UInt64(max(bound, 1)))
  }
}
