// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// A reply on the wire is an object with one key, the name of its kind.

extension AdminReply: Codable {
  private enum Kind: String, CodingKey {
    case room, session, ban, status, backup, effect, done, refused
  }

  private struct Sentence: Codable {
    var says: String
  }

  /// The line that an object with one key stands for.
  ///
  /// - Throws: `DecodingError` for anything else.
  package init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: Kind.self)
    guard line.allKeys.count == 1, let kind = line.allKeys.first else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: line.codingPath, debugDescription: "A reply has exactly one kind."))
    }
    self =
      switch kind {
      case .room: .room(try line.decode(Room.self, forKey: kind))
      case .session: .session(try line.decode(Session.self, forKey: kind))
      case .ban: .ban(try line.decode(Banned.self, forKey: kind))
      case .status: .status(try line.decode(Status.self, forKey: kind))
      case .backup: .backup(try line.decode(Backup.self, forKey: kind))
      case .effect: .effect(try line.decode(Effect.self, forKey: kind))
      case .done: .done(try line.decode(Sentence.self, forKey: kind).says)
      case .refused: .refused(try line.decode(AdminRefusal.self, forKey: kind))
      }
  }

  /// Writes the line as an object with one key, the name of its kind.
  package func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: Kind.self)
    switch self {
    case .room(let room): try line.encode(room, forKey: .room)
    case .session(let session): try line.encode(session, forKey: .session)
    case .ban(let ban): try line.encode(ban, forKey: .ban)
    case .status(let status): try line.encode(status, forKey: .status)
    case .backup(let backup): try line.encode(backup, forKey: .backup)
    case .effect(let effect): try line.encode(effect, forKey: .effect)
    case .done(let sentence): try line.encode(Sentence(says: sentence), forKey: .done)
    case .refused(let refusal): try line.encode(refusal, forKey: .refused)
    }
  }
}
