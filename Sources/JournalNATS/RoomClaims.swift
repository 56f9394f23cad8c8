// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import JetStream
import Journal
import Lobby
import Wire

/// Takes rooms over from other nodes: a claim is a record behind the last one that was read, so of
/// two nodes that claim a room one is refused.
///
/// Claims of one room are made one after the other. Used on the loop only.
final class RoomClaims {
  private final class Work {
    let claim: RoomClaim
    let completion: (ClaimOutcome) -> Void
    /// How often the room's log, or its spectators, have been read.
    var readings = 0

    init(_ claim: RoomClaim, _ completion: @escaping (ClaimOutcome) -> Void) {
      (self.claim, self.completion) = (claim, completion)
    }
  }

  /// A room's log is read within this time.
  private static let patience = Duration.seconds(5)
  /// How often a log is read until it is given up.
  private static let mostReadings = 3

  private let context: JournalContext
  private let publisher: RecordPublisher
  private let writer: RoomWriter
  private let spectators: SpectatorStore
  private var waiting: [RoomCode: Deque<Work>] = [:]

  init(_ context: JournalContext, writer: RoomWriter, spectators: SpectatorStore) {
    self.context = context
    self.writer = writer
    self.spectators = spectators
    publisher = RecordPublisher(context: context)
  }

  /// Whether nothing is waiting.
  var isIdle: Bool { waiting.isEmpty }

  /// Claims a room, and calls back once.
  func claim(_ claim: RoomClaim, _ outcome: @escaping (ClaimOutcome) -> Void) {
    waiting[claim.code, default: []].append(Work(claim, outcome))
    if waiting[claim.code]?.count == 1 { begin(claim.code) }
  }

  private func begin(_ code: RoomCode) {
    guard let work = waiting[code]?.first else { return }
    guard !context.hasStopped else { return end(work, .unavailable) }
    context.connection.last(of: context.names.room(code), in: context.names.roomStream(code)) {
      [self] found in
      switch found {
      case .failure: end(work, .unavailable)
      case .success(nil): end(work, context.isSettling ? .unavailable : .unknown)
      case .success(let message?): decide(work, message)
      }
    }
  }

  private func end(_ work: Work, _ outcome: ClaimOutcome) {
    let code = work.claim.code
    waiting[code]?.removeFirst()
    let isLast = waiting[code]?.isEmpty ?? true
    if isLast { waiting[code] = nil }
    // It may claim the room again.
    work.completion(outcome)
    if !isLast { begin(code) }
  }

  private func decide(_ work: Work, _ message: StoredMessage) {
    guard let record = try? WorldRecord.Room(message.bytes) else {
      return end(work, .unavailable)
    }
    // A record names its room's first one, which lies before it, unless the record was moved or damaged.
    guard record.first.map({ $0 < message.sequence }) ?? true else {
      return end(work, .unavailable)
    }
    let room = RoomID(record.room)
    // The server has this room, or is about to receive it.
    if record.node == context.node.description, writer.room(work.claim.code) == room {
      return end(work, .elsewhere(room, context.node))
    }
    switch ClaimDecision(record, for: work.claim, by: context.node) {
    case .unreadable: end(work, .unavailable)
    case .closed:
      if case .closed(let time) = record.content {
        writer.noteClosed(work.claim.code, at: time)
      }
      end(work, .unknown)
    case .elsewhere(let owner): end(work, .elsewhere(room, owner))
    case .claim(let owner, let time): write(work, behind: message, record, owner, time)
    }
  }

  private func write(
    _ work: Work, behind message: StoredMessage, _ record: WorldRecord.Room, _ owner: NodeID,
    _ aliveUntil: ServerTime
  ) {
    let code = work.claim.code
    let end = RoomEnd(
      record, code: code, bytes: message.bytes, sequence: message.sequence, lastEntry: nil,
      sessions: [:])
    let content = WorldRecord.Room.Content.claim(
      previous: owner.description, aliveUntil: aliveUntil, at: work.claim.now)
    let bytes = end.next(content, by: context.node).bytes
    publisher.store(PendingAppend(bytes, behind: message.sequence), code: code) {
      [self] settled in
      switch settled {
      case .landed(let sequence, _):
        read(work, from: end.first, through: sequence, aliveUntil)
      case .failed: self.end(work, .unavailable)
      case .overtaken:
        // Another claimer has, or the owner after all: that record decides.
        begin(code)
      }
    }
  }

  /// Reads the log of a room that is this node's now.
  private func read(
    _ work: Work, from first: UInt64, through last: UInt64, _ aliveUntil: ServerTime
  ) {
    let code = work.claim.code
    work.readings += 1
    context.connection.read(
      context.names.roomStream(code), context.names.room(code), from: first, through: last,
      within: Self.patience
    ) { [self] found in
      switch found {
      case .success(let messages): take(work, RoomLog(messages, code: code), aliveUntil)
      case .failure:
        // The next claim finds the room in this node's name, and goes on.
        guard work.readings < Self.mostReadings, !context.hasStopped else {
          return end(work, .unavailable)
        }
        read(work, from: first, through: last, aliveUntil)
      }
    }
  }

  private func take(_ work: Work, _ log: RoomLog, _ aliveUntil: ServerTime) {
    guard let logEnd = log.end else { return end(work, .unavailable) }
    guard var room = log.room, log.damage == nil else {
      writer.adopt(logEnd, results: log.results)
      return end(work, .damaged(logEnd.room, log.damage ?? .empty))
    }
    spectators.read(room.id) { [self] records in
      // Rather without them than not at all.
      guard records != nil || work.readings >= Self.mostReadings || context.hasStopped else {
        work.readings += 1
        return take(work, log, aliveUntil)
      }
      room.spectators = records ?? []
      writer.adopt(logEnd, results: log.results)
      end(work, .owned(room, aliveUntil: max(aliveUntil, room.entries.last?.at ?? .zero)))
    }
  }
}
