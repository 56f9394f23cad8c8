// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import JetStream
import Lobby

/// Stores records of rooms: does what a `PendingAppend` says until it is known what became of it.
///
/// Used on the loop only.
struct RecordPublisher {
  /// What became of a record.
  enum Settled: Sendable {
    /// It is stored, under this number, behind another message or none (0).
    case landed(UInt64, behind: UInt64)
    /// It is not stored; or the journal has stopped, and nobody knows.
    case failed
    /// It is not stored: this message stands there.
    case overtaken(StoredMessage)
  }

  /// A record, as it changes from answer to answer.
  private final class Work {
    var record: PendingAppend
    let stream: String
    let subject: String
    let completion: (Settled) -> Void

    init(
      _ record: PendingAppend, stream: String, subject: String,
      _ completion: @escaping (Settled) -> Void
    ) {
      self.record = record
      self.stream = stream
      self.subject = subject
      self.completion = completion
    }
  }

  let context: JournalContext

  /// Stores a record of the room with a code, and calls back once.
  func store(
    _ record: PendingAppend, code: RoomCode, _ completion: @escaping (Settled) -> Void
  ) {
    let work = Work(
      record, stream: context.names.roomStream(code), subject: context.names.room(code),
      completion)
    publish(work)
  }

  private func take(_ step: PendingAppend.Step, _ work: Work) {
    guard !context.hasStopped else { return work.completion(.failed) }
    switch step {
    case .publish(let pause): after(pause) { publish(work) }
    case .look(let pause): after(pause) { look(work) }
    case .landed(let number):
      guard context.store(number, behind: work.record.expected, of: work.stream) else {
        return work.completion(.failed)
      }
      work.completion(.landed(number, behind: work.record.expected))
    case .failed: work.completion(.failed)
    case .overtaken(let message):
      context.note(message.sequence, of: work.stream)
      work.completion(.overtaken(message))
    }
  }

  private func publish(_ work: Work) {
    // A stopped journal stores nothing more: a room must not close behind a result that is missing.
    guard !context.hasStopped else { return work.completion(.failed) }
    context.connection.publish(work.subject, work.record.bytes, expecting: work.record.expected) {
      outcome in take(work.record.take(outcome), work)
    }
  }

  private func look(_ work: Work) {
    let finish = { (found: Result<StoredMessage?, StreamError>) in
      take(work.record.take(found), work)
    }
    guard !work.record.isOpening else {
      return context.connection.last(of: work.subject, in: work.stream, finish)
    }
    context.connection.next(
      of: work.subject, from: work.record.expected + 1, in: work.stream, finish)
  }

  private func after(_ pause: Duration, _ body: @escaping () -> Void) {
    if pause == .zero { body() } else { context.connection.call(after: pause, body) }
  }
}
