// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Interpolation
import MatchClient
import MatchUI
import Protocol
import Wire

/// The replay on a page: which one the server was asked for, and the one that is shown.
struct ReplayScreen: Sendable {
  /// What the page does next.
  enum Step: Hashable {
    /// Nothing.
    case none
    /// Ask the server for the replay of this match.
    case fetch(String)
    /// Begin to show a replay.
    case open
    /// Draw a frame.
    case draw
    /// Tell the player this sentence.
    case say(String)
    /// Return to what was shown before.
    case close
  }

  private let hashing: Hashing
  private var viewer: ReplayViewer?
  /// Whether the match that is shown was fair; nil if nothing was dealt.
  private var verdict: MatchSession.Verdict?
  /// Whether the server sent it, and will again.
  private var hasLink = false
  /// The match whose replay the server was asked for last.
  private var awaited: String?
  /// When the last frame was shown.
  private var shownAt = LocalTime(microseconds: 0)

  /// No replay; those to come are verified by these hash functions.
  init(hashing: Hashing) { self.hashing = hashing }

  /// Whether one is shown.
  var isShown: Bool { viewer != nil }

  /// Shows a match: that of the log if the name is empty, any other as the server sends it.
  mutating func watch(_ matchID: String, _ log: MatchLog?, at now: LocalTime) -> Step {
    var name = matchID
    if matchID.isEmpty {
      guard let log, log.latest.phase == .ended else { return .none }
      name = log.latest.matchID
      // It is not in the log if the client came after it began.
      if let record = MatchRecord(of: name, from: log.base, in: log.entries) {
        return show(record, at: now)
      }
    }
    awaited = name
    return .fetch(name)
  }

  /// Takes the server's answer; one that nobody waits for changes nothing.
  mutating func receive(_ replay: Replay, at now: LocalTime) -> Step {
    guard let name = awaited else { return .none }
    awaited = nil
    guard let record = replay.record(of: name) else { return .say(ReplaySentences.different) }
    defer { hasLink = true }
    return show(record, at: now)
  }

  /// Shows the replay in a file's text; nil for a file that is too large.
  mutating func open(_ file: String?, at now: LocalTime) -> Step {
    guard let file else { return .say(ReplaySentences.tooLarge(limit: WebSession.longestInput)) }
    do throws(ReplayFileError) {
      let record = try ReplayFile.read(Array(file.utf8), hashing: hashing)
      return show(record, .init(ofFile: record, hashing: hashing), at: now)
    } catch {
      return .say(error.description)
    }
  }

  private mutating func show(_ record: MatchRecord, at now: LocalTime) -> Step {
    let verdict = MatchVerdict(of: record, hashing: hashing)
    return show(record, verdict.map { MatchSession.Verdict($0) }, at: now)
  }

  private mutating func show(
    _ record: MatchRecord, _ verdict: MatchSession.Verdict?, at now: LocalTime
  ) -> Step {
    viewer = ReplayViewer(record, at: now)
    (self.verdict, awaited, hasLink) = (verdict, nil, false)
    return .open
  }

  /// Handles a key; nil if no replay is shown.
  mutating func take(_ key: Key, at now: LocalTime) -> Step? {
    guard viewer != nil else { return nil }
    return viewer?.take(key, at: now) == nil ? .draw : close()
  }

  /// Seeks to a fraction of the replay, 0...1.
  mutating func seek(toPart part: Double, at now: LocalTime) -> Step {
    viewer?.seek(toPart: part, at: now)
    return viewer == nil ? .none : .draw
  }

  /// Shows no replay any more, and waits for none.
  mutating func close() -> Step {
    defer { self = ReplayScreen(hashing: hashing) }
    return isShown ? .close : .none
  }

  /// What is seen at `now`, and the sentences that have become due; nil if no replay is shown.
  mutating func frame(
    _ motion: MotionPreference, at now: LocalTime
  ) -> (frame: MatchFrame, sentences: [String])? {
    guard var viewer else { return nil }
    defer { self.viewer = viewer }
    shownAt = now
    return (viewer.frame(motion, at: now), viewer.sentences(at: now))
  }

  /// A text beside the last frame; nil for those that it has in common with a match.
  func text(_ which: WebText, of frame: MatchFrame) -> String? {
    guard let viewer else { return nil }
    switch which {
    case .verdict: return verdict.map { "\($0.isGood ? "good" : "bad")\t\($0.sentence)" } ?? ""
    case .playback: return ReplayTexts.playback(viewer, hasLink: hasLink, at: shownAt)
    default: return ReplayTexts.text(which, viewer, frame)
    }
  }
}
