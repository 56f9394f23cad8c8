// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// Why a peer's bytes are not a valid message.
///
/// Fields are named as in the schema, `message.field`.
package enum WireError: Error, Hashable, Sendable {
  /// The bytes cannot be parsed; `problem` is the decoder's description.
  case undecodable(WireEncoding, bytes: Int, problem: String)
  /// A required field is missing.
  case missing(field: String)
  /// A field has an impossible value; `allowed` describes the possible ones.
  case outOfRange(field: String, value: String, allowed: String)
  /// A text, list or byte string is too long.
  case tooLong(field: String, count: Int, limit: Int)
  /// Entries have a gap or go back in time: `next` came after `seq`.
  case brokenLog(seq: UInt64, next: UInt64)
}

extension WireError: CustomStringConvertible {
  private static let settings = "match_settings."

  /// A sentence that says what was wrong and what to do.
  package var description: String {
    switch self {
    case .undecodable(let encoding, let bytes, let problem):
      "The \(bytes) bytes received are not a message of \(encoding.subprotocol) (\(problem)): "
        + "send exactly one message of the schema."
    case .missing(let field):
      "The message lacks \(field): send it."
    case .outOfRange(let field, let value, let allowed):
      "\(field) cannot be \(value): send \(allowed)."
    case .tooLong(let field, let count, let limit):
      "\(field) is \(count) long: send at most \(limit)."
    case .brokenLog(let seq, let next):
      "Entry \(next) cannot follow entry \(seq): send entries without gaps, in order of time."
    }
  }

  /// The refusal for the sender: `settings/out_of_range` for an unknown choice in settings, else
  /// `request/malformed`; with the same facts.
  package var refusal: Refusal {
    if case .outOfRange(let field, let value, let allowed) = self, field.hasPrefix(Self.settings) {
      return .outOfRange(
        String(field.dropFirst(Self.settings.count)), value: value, allowed: allowed)
    }
    let facts: [Refusal.Fact] =
      switch self {
      case .undecodable(_, let bytes, let problem):
        [.init("bytes", "\(bytes)"), .init("problem", problem)]
      case .missing(let field):
        [.init("field", field)]
      case .outOfRange(let field, let value, let allowed):
        [.init("allowed", allowed), .init("field", field), .init("value", value)]
      case .tooLong(let field, let count, let limit):
        [.init("count", "\(count)"), .init("field", field), .init("limit", "\(limit)")]
      case .brokenLog(let seq, let next):
        [.init("next", "\(next)"), .init("seq", "\(seq)")]
      }
    return Refusal(.requestMalformed, facts)
  }
}
