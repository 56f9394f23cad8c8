// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import Journal
import Lobby

/// What one node writes in one room: a record at a time, each behind the one before.
final class RoomWriter {
  /// Whether the node decides for the room.
  private enum Ownership {
    /// It has not opened it.
    case none
    /// It has, or has claimed it: the number of the last record, and the last entry.
    case owned(last: UInt64, entry: Entry)
    /// Another node does.
    case lost(to: NodeID)
    /// The room has closed.
    case closed
  }

  private enum Job {
    case record(RoomRecord)
    case release(to: NodeID)
    case result(MatchResult)
  }

  private let room: RoomID
  private var code: RoomCode
  private let connection: StreamConnection
  private var ownership: Ownership
  private var jobs: Deque<(job: Job, outcome: (RoomOutcome?) -> Void)> = []
  private var isBusy = false

  /// A room that its first step opens.
  init(opening room: RoomID, as code: RoomCode, over connection: StreamConnection) {
    (self.room, self.code, self.connection) = (room, code, connection)
    ownership = .none
  }

  /// A room that this node has claimed; these results are stored, unless its last owner has.
  init(
    claimed history: RoomHistory, entry: Entry, results: [MatchResult],
    over connection: StreamConnection
  ) {
    (room, code) = (history.room.id, history.room.code)
    self.connection = connection
    ownership = .owned(last: history.last, entry: entry)
    for result in results { jobs.append((.result(result), { _ in })) }
    connection.change(PlaceRow(.open(code, at: connection.node), since: history.last))
    proceed()
  }

  /// Whether the node decides for the room no more, and nothing is under way.
  var isOver: Bool {
    guard jobs.isEmpty, !isBusy else { return false }
    if case .owned = ownership { return false }
    return true
  }

  /// Writes a record once those before it are settled; its outcome, nil if none is awaited.
  func write(_ record: RoomRecord, _ outcome: @escaping (RoomOutcome?) -> Void) {
    jobs.append((.record(record), outcome))
    proceed()
  }

  /// Hands the room over once everything before is settled.
  func release(to node: NodeID, _ outcome: @escaping (RoomOutcome) -> Void) {
    jobs.append((.release(to: node), { if let said = $0 { outcome(said) } }))
    proceed()
  }

  // MARK: One record

  private func proceed() {
    guard !isBusy, let (job, outcome) = jobs.popFirst() else { return }
    isBusy = true
    begin(job) { [self] said in
      isBusy = false
      outcome(said)
      proceed()
    }
  }

  private func begin(_ job: Job, _ done: @escaping (RoomOutcome?) -> Void) {
    switch (job, ownership) {
    case (.result(let result), _):
      connection.insist({ $0.add(result) }, { done(nil) })
    case (.record(let record), .none):
      guard case .step(let step) = record, step.expectedLastSeq == 0 else {
        return done(record.outcome(isThere: false))
      }
      // Another one than before, if that was taken.
      code = step.code
      open(step, behind: 0, done)
    case (.record(let record), .lost(let node)):
      if case .step = record { return done(.lost(room, to: node)) }
      done(record.outcome(isThere: false))
    case (.record(let record), .closed): done(record.outcome(isThere: false))
    case (.record(.step(let step)), .owned(_, let entry)) where step.expectedLastSeq != entry.seq:
      done(RoomRecord.step(step).outcome(isThere: step.entries.last == entry))
    case (.record(let record), .owned(let last, _)):
      publish(record, behind: last, done)
    case (.release(let node), .owned(let last, _)):
      publish(.release(to: node), behind: last) { [self] landed in
        switch landed {
        case true?:
          ownership = .lost(to: node)
          done(.landed(room))
        case false?: done(.failed(room))
        case nil: done(outcomeIfLost)
        }
      }
    case (.release, .lost(let node)): done(.lost(room, to: node))
    case (.release, .none), (.release, .closed): done(.failed(room))
    }
  }

  private func open(
    _ step: Batch, behind former: UInt64, _ done: @escaping (RoomOutcome?) -> Void
  ) {
    let record = StreamRecord(room: room, node: connection.node, content: .step(step))
    RoomPublication.begin(record, to: code, behind: former, over: connection) { [self] outcome in
      switch outcome {
      case .landed(let number):
        landed(step, as: number)
        connection.change(PlaceRow(.open(code, at: connection.node), since: number))
        done(.landed(room))
      case .failed: done(.failed(room))
      case .overtaken(let records):
        let history = RoomHistory(records)
        if former == 0, let history, let first = step.entries.first,
          history.leavesCode(at: first.at)
        {
          return open(step, behind: history.last, done)
        }
        done(.taken(room, by: history?.openedBy))
      }
    }
  }

  private func publish(
    _ record: RoomRecord, behind last: UInt64, _ done: @escaping (RoomOutcome?) -> Void
  ) {
    let content: StreamRecord.Content =
      switch record {
      case .step(let step): .step(step)
      case .spectator(let spectator, _): .spectator(spectator)
      case .spectatorLeft(let session, _): .spectatorLeft(session)
      case .closed(_, let time): .closed(at: time)
      }
    publish(content, behind: last) { [self] landed in
      switch landed {
      case true?:
        if case .closed = record {
          ownership = .closed
          connection.change(PlaceRow(.closed(code)))
        }
        done(record.outcome(isThere: true))
      case false? where record.isAwaited: done(record.outcome(isThere: false))
      case false?:
        connection.after(.milliseconds(100)) { [self] in publish(record, behind: last, done) }
      case nil:
        if case .step = record { done(outcomeIfLost) } else { done(record.outcome(isThere: false)) }
      }
    }
  }

  /// Whether a record has landed; nil if another node has the room.
  private func publish(
    _ content: StreamRecord.Content, behind last: UInt64, _ landed: @escaping (Bool?) -> Void
  ) {
    let record = StreamRecord(room: room, node: connection.node, content: content)
    RoomPublication.begin(record, to: code, behind: last, over: connection) { [self] outcome in
      switch outcome {
      case .landed(let number):
        if case .step(let step) = content { self.landed(step, as: number) } else { follow(number) }
        landed(true)
      case .failed: landed(false)
      case .overtaken(let records):
        let history = RoomHistory(records)
        ownership = history.map { .lost(to: $0.destination ?? $0.owner) } ?? .closed
        landed(nil)
      }
    }
  }

  private var outcomeIfLost: RoomOutcome {
    if case .lost(let node) = ownership { .lost(room, to: node) } else { .failed(room) }
  }

  private func landed(_ step: Batch, as number: UInt64) {
    guard let last = step.entries.last else { return }
    ownership = .owned(last: number, entry: last)
    // Before anything else: a room may be closed only behind its results.
    if let result = step.result { jobs.prepend((.result(result), { _ in })) }
  }

  private func follow(_ number: UInt64) {
    if case .owned(_, let entry) = ownership { ownership = .owned(last: number, entry: entry) }
  }
}
