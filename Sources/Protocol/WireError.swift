// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// Why bytes of a peer are not a message.
///
/// Field names are the schema's, as `message.field`.
public enum WireError: Error, Hashable, Sendable {
  /// The bytes are not of the encoding at all: `problem` is the decoder's word for it.
  case undecodable(WireEncoding, bytes: Int, problem: String)
  /// A field that every such message has is not there.
  case missing(field: String)
  /// A value that no such field can have; `allowed` says which it can.
  case outOfRange(field: String, value: String, allowed: String)
  /// A text, a list or a number of bytes that is too long.
  case tooLong(field: String, count: Int, limit: Int)
  /// Entries that are not one log: after `seq` came `next`, or came with an earlier time.
  case brokenLog(seq: UInt64, next: UInt64)
}

extension WireError: CustomStringConvertible {
  private static let settings = "match_settings."

  /// What was wrong and what to do, as a sentence.
  public var description: String {
    switch self {
    case .undecodable(let encoding, let bytes, let problem):
      "The \(bytes) bytes received are no message of \(encoding.subprotocol) (\(problem)): "
        + "send one message of the schema."
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

  /// The refusal that tells the sender: `settings/out_of_range` for a choice among settings that this
  /// version does not have, else `request/malformed`; with the same facts.
  public var refusal: Refusal {
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
