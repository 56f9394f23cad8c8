// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import JetStream
import Lobby
import Wire

/// A record that a node wants to store behind another one, until it is known what became of it.
///
/// A value that says what to do next. A refusal or a lost answer proves nothing: what stands behind
/// the expected record does. The same bytes are published again until something stands there, and
/// so at most one copy of them lands.
struct PendingAppend: Hashable, Sendable {
  /// What to do next.
  enum Step: Hashable {
    /// Publish it behind `expected`, after a pause.
    case publish(after: Duration)
    /// Read what stands behind `expected`, after a pause: the subject's next message, or the last one
    /// if it `isOpening`.
    case look(after: Duration)
    /// It is stored, under this number.
    case landed(UInt64)
    /// It is not stored and never will be.
    case failed
    /// It is not stored and never will be: this message stands there.
    case overtaken(StoredMessage)
  }

  /// The record.
  let bytes: [UInt8]
  /// The number of the message that it follows; 0 for none.
  private(set) var expected: UInt64
  /// When it opens a room; nil if it continues one.
  let opening: ServerTime?
  /// How long the code of a closed room rests before it may open another.
  private let rest: Duration
  /// Whether a copy may still land without an answer.
  private var isUnclear = false
  /// Whether the last answer was that it is not stored, for another reason than what it expects.
  private var isRefused = false
  private var attempts = 0

  /// Pause between attempts, at most.
  static let longestPause = Duration.milliseconds(500)

  /// A record that continues a room behind a message.
  init(_ bytes: [UInt8], behind expected: UInt64) {
    self.bytes = bytes
    self.expected = expected
    opening = nil
    rest = .zero
  }

  /// A record that opens a room at `time`, in a world whose codes rest so long.
  init(_ bytes: [UInt8], openingAt time: ServerTime, rest: Duration) {
    precondition(rest > .zero, "A code rests before it opens another room.")
    self.rest = rest
    self.bytes = bytes
    expected = 0
    opening = time
  }

  /// Whether it opens a room.
  var isOpening: Bool { opening != nil }

  /// It was published, with this outcome.
  mutating func take(_ outcome: PublishOutcome) -> Step {
    switch outcome {
    case .stored(let number): return .landed(number)
    case .noResponders:
      guard isUnclear else { return .failed }
      return .look(after: pause())
    case .unclear:
      isUnclear = true
      return .look(after: .zero)
    case .refused(let refusal):
      isRefused = !refusal.isFenced
      return .look(after: .zero)
    }
  }

  /// What stands there was read.
  mutating func take(_ found: Result<StoredMessage?, StreamError>) -> Step {
    switch found {
    case .failure: return .look(after: pause())
    case .success(nil):
      // A certain refusal: the stream is full, or takes no such message.
      guard !isRefused || isUnclear else { return .failed }
      return .publish(after: pause())
    case .success(let message?):
      if message.bytes == bytes { return .landed(message.sequence) }
      guard let opening else { return .overtaken(message) }
      // A server that has not seen it yet.
      if message.sequence <= expected { return .publish(after: pause()) }
      guard let record = try? WorldRecord.Room(message.bytes),
        case .closed(let time) = record.content, opening - time >= rest
      else { return .overtaken(message) }
      expected = message.sequence
      return .publish(after: .zero)
    }
  }

  /// None at first, then longer and longer ones.
  private mutating func pause() -> Duration {
    attempts += 1
    return min(.milliseconds(10) * (attempts - 1), Self.longestPause)
  }
}
