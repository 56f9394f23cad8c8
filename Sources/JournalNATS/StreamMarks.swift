// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import JetStream

/// What this process has seen of each stream, so that a stream that has less is noticed: then a disk
/// was lost, and with it records that were acknowledged.
struct StreamMarks: Hashable, Sendable {
  private struct Mark: Hashable {
    var created: String
    var highest: UInt64
    /// Whether it ended too early when it was looked at last.
    var isShort = false
  }

  private var marks: [String: Mark] = [:]

  /// Nothing was seen yet.
  init() {}

  /// The streams that were seen, by name.
  var streams: [String] { marks.keys.sorted() }

  /// A stream was found when the journal was opened.
  mutating func begin(_ stream: String, _ state: StreamState) {
    marks[stream] = Mark(created: state.created, highest: state.lastSequence)
  }

  /// A message of a stream was seen, or stored.
  mutating func note(_ sequence: UInt64, of stream: String) {
    guard let mark = marks[stream], mark.highest < sequence else { return }
    marks[stream]?.highest = sequence
    marks[stream]?.isShort = false
  }

  /// A message was stored under a number, behind the one called `former`: a sentence if it cannot be,
  /// because the stream counts anew.
  mutating func store(_ sequence: UInt64, behind former: UInt64, of stream: String) -> String? {
    guard sequence > former else {
      return "Stream \(stream) has stored message \(sequence) behind message \(former)"
    }
    note(sequence, of: stream)
    return nil
  }

  /// A stream was looked at: a sentence if it has less than before.
  ///
  /// A leader that has been deposed and does not know it yet also ends early, so a stream that only
  /// ends early has to do so twice in a row.
  mutating func look(at stream: String, _ state: StreamState) -> String? {
    guard let mark = marks[stream] else { return nil }
    guard state.created == mark.created else {
      return "Stream \(stream) was made anew at \(state.created)"
    }
    guard state.lastSequence < mark.highest else {
      marks[stream]?.highest = state.lastSequence
      marks[stream]?.isShort = false
      return nil
    }
    marks[stream]?.isShort = true
    return mark.isShort
      ? "Stream \(stream) ends at message \(state.lastSequence), and had message \(mark.highest)"
      : nil
  }
}
