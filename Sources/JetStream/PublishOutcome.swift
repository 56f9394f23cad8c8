// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FoundationEssentials

/// What became of a message for a stream.
package enum PublishOutcome: Hashable, Sendable {
  /// The stream has it, under this number.
  case stored(UInt64)
  /// The stream has refused it: it does not have it and never will.
  case refused(StreamRefusal)
  /// It was not sent, or no server took it: the stream does not have it and never will.
  case noResponders
  /// No answer has come, or none that is certain: the stream may have it, or may still get it.
  case unclear

  /// The outcome that an answer tells.
  init(_ outcome: RequestOutcome) {
    switch outcome {
    case .noResponders: self = .noResponders
    case .unclear: self = .unclear
    case .answered(let answer):
      guard let found = try? JSONDecoder().decode(Acknowledgement.self, from: Data(answer.bytes))
      else {
        self = .unclear
        return
      }
      if let error = found.error {
        self = error.isCertain ? .refused(error) : .unclear
      } else if let sequence = found.seq, sequence > 0 {
        self = .stored(sequence)
      } else {
        self = .unclear
      }
    }
  }

  private struct Acknowledgement: Decodable {
    var seq: UInt64?
    var error: StreamRefusal?
  }
}

/// A server's refusal.
package struct StreamRefusal: Error, Hashable, Sendable, Decodable {
  /// What it is about, by the server's numbers; 0 if it does not say.
  package var code: Int
  /// The class of it, as in HTTP.
  package var status: Int
  /// The server's sentence.
  package var text: String

  /// The expected message is not the last one.
  package static let wrongLastSequence = 10071
  /// The same, as newer servers say it while the message before is still in process: the writer may
  /// be the only one.
  package static let inProcess = 10164
  /// There is no such message.
  static let noMessage = 10037
  /// There is no such stream.
  package static let noStream = 10059
  /// There is a stream of that name, which is set up in another way.
  static let streamExists = 10058

  /// The leader could not store the message: the stream is full, or the leader's disk is, or its store
  /// was being closed.
  static let storeFailed = 10077
  /// The leader has no room for any message.
  static let insufficientResources = 10023
  /// The leader's part of the stream is not as long as the message expects it to be.
  static let sequenceMismatch = 10063

  /// Whether every server of the stream refuses the message as this one does.
  ///
  /// A leader applies a message after the servers have agreed on it. What it refuses then because of its
  /// own disk or memory, the others store. A limit of the stream is the same on all of them.
  var isCertain: Bool {
    switch code {
    case Self.storeFailed: text.hasPrefix("maximum ")
    case Self.insufficientResources, Self.sequenceMismatch: false
    default: true
    }
  }

  /// The number of the subject's last message, if the refusal tells it.
  package var lastSequence: UInt64? {
    guard isFenced, let colon = text.lastIndex(of: ":") else { return nil }
    return UInt64(text[text.index(after: colon)...].drop { $0 == " " })
  }

  /// Whether it was refused because of what it expected.
  ///
  /// That is no proof that somebody else has written: read the last message.
  package var isFenced: Bool { code == Self.wrongLastSequence || code == Self.inProcess }

  private enum CodingKeys: String, CodingKey {
    case code = "err_code"
    case status = "code"
    case text = "description"
  }

  /// A refusal with all its parts.
  package init(code: Int, status: Int, text: String) {
    self.code = code
    self.status = status
    self.text = text
  }

  /// Decodes what a server answers.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    code = try fields.decodeIfPresent(Int.self, forKey: .code) ?? 0
    status = try fields.decodeIfPresent(Int.self, forKey: .status) ?? 0
    text = try fields.decodeIfPresent(String.self, forKey: .text) ?? ""
  }
}

/// Why a question about streams has no answer.
package enum StreamError: Error, Hashable, Sendable {
  /// The servers have refused it.
  case refused(StreamRefusal)
  /// Nobody has answered, or nothing that can be read.
  case unavailable
}
