// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import JetStream
import Wire

/// Writes the results of matches to their stream, each once: whoever comes second is refused.
///
/// Used on the loop only.
final class ResultWriter {
  private let context: JournalContext
  private let isKnown: (String) -> Bool

  /// - Parameters:
  ///   - context: the journal's.
  ///   - isKnown: whether the result of a match has been read from the stream.
  init(_ context: JournalContext, isKnown: @escaping (String) -> Bool) {
    self.context = context
    self.isKnown = isKnown
  }

  /// Whether the result of a match is in the stream for certain.
  func isStored(_ match: String) -> Bool { isKnown(match) }

  /// Writes a result until it is stored or the journal stops, and calls back once.
  func write(_ result: WorldRecord.Result, _ completion: @escaping () -> Void) {
    write(result.bytes, to: context.names.result(result.matchID), completion)
  }

  private func write(
    _ bytes: [UInt8], to subject: String, _ completion: @escaping () -> Void
  ) {
    guard !context.hasStopped else { return completion() }
    let stream = context.names.results
    let again = { [self] in
      context.connection.call(after: JournalContext.pause) { [self] in
        write(bytes, to: subject, completion)
      }
    }
    context.connection.publish(subject, bytes, expecting: 0) { [self] outcome in
      switch outcome {
      case .stored(let number):
        context.note(number, of: stream)
        completion()
      case .refused(let refusal) where refusal.isFenced:
        context.connection.last(of: subject, in: stream) { found in
          if case .success(.some) = found { completion() } else { again() }
        }
      case .refused, .noResponders, .unclear: again()
      }
    }
  }
}
