// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FoundationEssentials

// Single messages of a stream, as its leader has them. A leader that has been deposed and does not
// know it yet may answer with less.

extension NATSConnection {
  private struct Found: Decodable {
    struct Stored: Decodable {
      var subject: String
      var seq: UInt64
      var hdrs: Data?
      var data: Data?
    }

    var message: Stored
  }

  /// The last message of a subject; nil for none.
  package func last(
    of subject: String, in stream: String,
    _ completion: @escaping @Sendable (Result<StoredMessage?, StreamError>) -> Void
  ) {
    struct Wanted: Encodable {
      var last_by_subj: String
    }
    get(Wanted(last_by_subj: subject), from: stream, completion)
  }

  private struct Next: Encodable {
    var seq: UInt64
    var next_by_subj: String
  }

  /// The first message of a subject from a number on; nil for none.
  package func next(
    of subject: String, from first: UInt64, in stream: String,
    _ completion: @escaping @Sendable (Result<StoredMessage?, StreamError>) -> Void
  ) {
    get(Next(seq: first, next_by_subj: subject), from: stream, completion)
  }

  /// The same on the queue, of a subject with wildcards if need be; calls back there.
  func seek(
    _ subject: String, from first: UInt64, in stream: String,
    _ completion: @escaping (Result<StoredMessage?, StreamError>) -> Void
  ) {
    fetch(Next(seq: first, next_by_subj: subject), from: stream, completion)
  }

  /// Returns the message with a sequence number, or nil.
  package func message(
    _ sequence: UInt64, in stream: String,
    _ completion: @escaping @Sendable (Result<StoredMessage?, StreamError>) -> Void
  ) {
    struct Wanted: Encodable {
      var seq: UInt64
    }
    get(Wanted(seq: sequence), from: stream, completion)
  }

  private func get(
    _ wanted: some Encodable & Sendable, from stream: String,
    _ completion: @escaping @Sendable (Result<StoredMessage?, StreamError>) -> Void
  ) {
    perform { [self] in
      fetch(wanted, from: stream) { [self] result in tell { completion(result) } }
    }
  }

  private func fetch(
    _ wanted: some Encodable, from stream: String,
    _ completion: @escaping (Result<StoredMessage?, StreamError>) -> Void
  ) {
    ask("STREAM.MSG.GET.\(stream)", wanted, for: Found.self, isRepeated: true) { found in
      switch found {
      case .success(let found):
        completion(
          .success(
            StoredMessage(
              subject: found.message.subject, sequence: found.message.seq,
              headers: HeaderText.headers(in: Array(found.message.hdrs ?? Data())),
              bytes: Array(found.message.data ?? Data()))))
      case .failure(.refused(let refusal)) where refusal.code == StreamRefusal.noMessage:
        completion(.success(nil))
      case .failure(let error): completion(.failure(error))
      }
    }
  }

  /// Deletes a subject's messages from a stream, or those before a number, which is more than 1: a
  /// server takes 1 for no number.
  package func purge(
    _ subject: String, from stream: String, before number: UInt64? = nil,
    _ completion: @escaping @Sendable (Result<Int, StreamError>) -> Void
  ) {
    struct Purge: Encodable {
      var filter: String
      var seq: UInt64?
    }
    struct Purged: Decodable {
      var purged: Int
    }
    precondition(number.map { $0 > 1 } ?? true, "No message is before number 1.")
    perform { [self] in
      let purge = Purge(filter: subject, seq: number)
      ask("STREAM.PURGE.\(stream)", purge, for: Purged.self) { [self] found in
        let count = found.map(\.purged)
        tell { completion(count) }
      }
    }
  }
}
