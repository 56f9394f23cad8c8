// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchUI
import TerminalUI
import Wire

@testable import TermClient

/// Properties of the recording parser: a recording round-trips through its lines, can be drawn at
/// any time, and looks the same twice.
enum RecordingProperty {
  static func examine(_ bytes: [UInt8]) throws(InvariantViolation) -> Verdict {
    let recording: Recording
    do throws(RecordingError) {
      recording = try RecordingReader.read(bytes)
    } catch {
      try holdSentence(error.description)
      return .refused
    }
    if let notice = recording.notice { try holdSentence(notice.description) }
    try holdHarmless(recording.roomCode)
    var lines = recording.log.entries.map { LogLine.entry($0).json + "\n" }
    lines.insert(LogLine.base(recording.log.base).json + "\n", at: 0)
    let again = try? RecordingReader.read(Array(lines.joined().utf8))
    try hold(again?.log == recording.log, "A recording does not round-trip.")
    try see(recording)
    return .read
  }

  private static func see(_ recording: Recording) throws(InvariantViolation) {
    let timeline = Timeline(recording)
    for line in RecordingSentences.lines(of: timeline) { try holdHarmless(line) }
    let now = DisplayTime.zero
    let size = WindowSize(columns: 60, rows: 20)
    let style = RenderStyle(depth: .mono)
    var screen = PlaybackScreen(timeline, at: now)
    for key: Key in [.home, .character("5"), .character("]"), .end] {
      _ = screen.take(key, style, in: size, at: now)
      let grid = screen.frame(style, in: size, at: now).grid
      try hold(
        grid.width == size.columns && grid.height == size.rows,
        "A frame of \(grid.width) x \(grid.height) for \(size).")
      try hold(
        screen.frame(style, in: size, at: now).grid == grid,
        "The same moment looks different the second time.")
    }
  }
}
