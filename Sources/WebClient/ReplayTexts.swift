// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchUI

/// Texts beside a replay: lines of fields with tabs between.
enum ReplayTexts {
  /// The keys that work on a page, besides those of all playback.
  private static let keys: [MatchDialog.Row] = [
    ("q, Esc", "close the replay"), ("?", "close this help"),
  ].map { .init(keys: $0.0, meaning: $0.1) }

  /// What the buttons and the time line do.
  private static let controls = [
    "Drag the time line to go to any moment, or press an event beside the table.",
    "\u{ab} and \u{bb} go to the previous and the next event.",
    "\u{2212} and + play slower and faster, and \u{21c4} backwards.",
    "\u{25a6} outlines the cards shown so far.",
  ]

  /// A text of a replay; nil for those that it has in common with a match.
  static func text(_ which: WebText, _ viewer: ReplayViewer, _ frame: MatchFrame) -> String? {
    let playback = viewer.playback
    switch which {
    case .dialog:
      return TableTexts.dialog(
        frame.screen, frame.scene, playback.help(adding: keys), rules: controls)
    case .actions: return HomeTexts.lines([["13", "0", "q", "Close the replay"]])
    case .marks: return marks(playback)
    case .reactions: return ""
    default: return nil
    }
  }

  /// The match, the beginning and the end in the server's time, the clock, the speed, and `link` if
  /// the server has it; then for each button its key, its symbol, its label, and `pressed`.
  static func playback(_ viewer: ReplayViewer, hasLink: Bool, at now: LocalTime) -> String {
    let playback = viewer.playback
    let (playhead, time) = (playback.playhead, Duration.microseconds(now.microseconds))
    let isRunning = playhead.isRunning(at: time)
    let buttons = [
      ["[", "\u{ab}", "Previous event", ""],
      [" ", isRunning ? "\u{2016}" : "\u{25b6}", isRunning ? "Pause" : "Play", ""],
      ["]", "\u{bb}", "Next event", ""],
      ["h", "\u{25a6}", "Heat map", playback.isHeatMap ? "pressed" : ""],
      ["r", "\u{21c4}", "Play backwards", playhead.isReversed ? "pressed" : ""],
      ["-", "\u{2212}", "Slower", ""], ["+", "+", "Faster", ""],
    ]
    let head = [
      viewer.matchID, "\(playhead.span.lowerBound.microseconds)",
      "\(playhead.span.upperBound.microseconds)", playback.clock(at: time),
      "\u{d7}\(playback.speed)", hasLink ? "link" : "",
    ]
    return HomeTexts.lines([head] + buttons)
  }

  /// The events that a time line shows: the time, the kind, the seat of a pair or nothing, and what
  /// happened.
  private static func marks(_ playback: Playback) -> String {
    HomeTexts.lines(
      playback.marks.compactMap { mark in
        guard let kind = name(of: mark.kind), playback.playhead.span.contains(mark.at) else {
          return nil
        }
        return [
          "\(mark.at.microseconds)", kind, mark.seat.map { "\($0.rawValue)" } ?? "",
          mark.sentence ?? "",
        ]
      })
  }

  private static func name(of kind: TimelineMark.Kind) -> String? {
    switch kind {
    case .other: nil
    case .flip: "flip"
    case .miss: "miss"
    case .shuffle: "shuffle"
    case .deal: "deal"
    case .pair: "pair"
    case .lead: "lead"
    case .end: "end"
    }
  }
}
