// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import JetStream

/// What this process has seen of each stream, so that a stream that has less is noticed: then a disk
/// was lost, and with it records that were acknowledged.
struct StreamMarks: Hashable, Sendable {
  /// What a look at a stream has shown.
  enum Finding: Hashable {
    /// It has what it had.
    case whole
    /// It seems to have less: it is to be looked at again after `pause`.
    case doubtful
    /// It has less, as the sentence says.
    case less(String)
  }

  /// How long a stream has to seem to have less.
  ///
  /// Servers that have just started may not know the stream, and after a partition a deposed leader
  /// answers for it until it hears of its successor: 3.7 s after the first of its routes was back, on a
  /// busy machine. Meanwhile a record that continues a room waits, as what it continues is not there.
  static let patience = Duration.seconds(10)

  /// The pause before a stream that is doubtful is looked at again.
  static let pause = Duration.seconds(1)

  private struct Mark: Hashable {
    var identity: String
    var highest: UInt64
    /// Since when it has seemed to have less; nil if the last look showed it whole.
    var doubtfulSince: ContinuousClock.Instant?
  }

  private var marks: [String: Mark] = [:]

  /// Nothing was seen yet.
  init() {}

  /// The streams that were seen, by name.
  var streams: [String] { marks.keys.sorted() }

  /// A stream was found when the journal was opened.
  mutating func begin(_ stream: String, _ state: StreamState) {
    marks[stream] = Mark(identity: state.identity, highest: state.lastSequence)
  }

  /// A message of a stream was seen, or stored.
  mutating func note(_ sequence: UInt64, of stream: String) {
    guard let mark = marks[stream], mark.highest < sequence else { return }
    marks[stream]?.highest = sequence
    marks[stream]?.doubtfulSince = nil
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

  /// A stream was looked at.
  ///
  /// - Parameters:
  ///   - stream: its name.
  ///   - state: what it has; nil if the servers do not know the stream.
  ///   - now: the present time.
  /// - Returns: what that shows.
  mutating func look(
    at stream: String, _ state: StreamState?, now: ContinuousClock.Instant
  ) -> Finding {
    guard let mark = marks[stream] else { return .whole }
    if let state, state.identity != mark.identity {
      return .less("Stream \(stream) was made anew")
    }
    if let state, state.lastSequence >= mark.highest {
      marks[stream]?.highest = state.lastSequence
      marks[stream]?.doubtfulSince = nil
      return .whole
    }
    let since = mark.doubtfulSince ?? now
    marks[stream]?.doubtfulSince = since
    guard now - since >= Self.patience else { return .doubtful }
    guard let state else { return .less("Stream \(stream) is gone") }
    return .less(
      "Stream \(stream) ends at message \(state.lastSequence), and had message \(mark.highest)")
  }
}
