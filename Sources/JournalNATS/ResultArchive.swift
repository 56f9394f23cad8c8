// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import JetStream
import Journal
import Lobby
import Wire

/// The archive: follows the stream of results, and answers queries about replays.
///
/// Used on the loop only.
final class ResultArchive {
  /// A room is read within this time.
  private static let patience = Duration.seconds(5)

  private let context: JournalContext
  private var index: ReplayIndex
  private var next: UInt64
  private var subscription: Subscription?
  /// How often it has begun to tell.
  private var round = 0
  /// Whether all results that the stream tells from now on are either in the index or new.
  private var isPastForgotten = true
  /// Called with the results of the stream, in its order.
  var onResults: ([MatchResult]) -> Void = { _ in }

  /// - Parameters:
  ///   - context: the journal's.
  ///   - index: the results that were read before.
  ///   - next: the number behind the last of them.
  init(_ context: JournalContext, index: ReplayIndex, next: UInt64) {
    self.context = context
    self.index = index
    self.next = next
  }

  /// Whether the result of a match has been read.
  func contains(_ match: String) -> Bool { index.contains(match) }

  /// The latest results, in the order of the stream.
  var results: [WorldRecord.Result] { index.all }

  /// Reads the stream from its beginning, because it was lost and written back; results that were told
  /// before are not told again.
  func restart() {
    subscription?.cancel()
    next = 1
    // Those that stand before the first one in the index are older.
    isPastForgotten = index.isWhole
    start()
  }

  /// Begins to tell.
  func start() {
    let names = context.names
    round += 1
    subscription = context.connection.follow(names.results, names.everyResult, from: next) {
      [self, round] event in
      guard round == self.round, case .message(let message) = event else { return }
      next = message.sequence + 1
      context.note(message.sequence, of: names.results)
      guard let result = try? WorldRecord.Result(message.bytes) else { return }
      take(result)
    }
  }

  private func take(_ result: WorldRecord.Result) {
    let isKnown = index.contains(result.matchID)
    isPastForgotten = isPastForgotten || isKnown
    guard isPastForgotten else { return }
    index.add(result)
    if !isKnown { onResults([result.matchResult]) }
  }

  /// Answers a query; the entries of a match are read from its room's log.
  func query(_ query: ReplayQuery, _ answer: @escaping (ReplayAnswer) -> Void) {
    switch query.subject {
    case .list(let mode):
      answer(query.answer(listing: index.summaries(of: mode, for: query)))
    case .match(let name):
      guard let (result, replay) = index.match(name, for: query), result.first != nil else {
        return answer(.unknown)
      }
      guard replay.entries.count <= ReplayQuery.mostEntries else { return answer(.tooLong) }
      let code = RoomCode(result.code)
      let (stream, subject) = (context.names.roomStream(code), context.names.room(code))
      context.connection.last(of: subject, in: stream) { [self] found in
        guard case .success(let last) = found else { return answer(.unavailable) }
        // The room's log is no longer kept; or it is, and was written back with other numbers.
        guard let last, let record = try? WorldRecord.Room(last.bytes),
          record.room == result.room
        else { return answer(.unknown) }
        context.connection.read(
          stream, subject, from: record.first ?? last.sequence, through: last.sequence,
          within: Self.patience
        ) { found in
          guard case .success(let messages) = found else { return answer(.unavailable) }
          answer(Self.answer(query, result, replay, RoomLog(messages, code: code)))
        }
      }
    }
  }

  private static func answer(
    _ query: ReplayQuery, _ result: WorldRecord.Result, _ replay: WorldRecord.Result.Replay,
    _ log: RoomLog
  ) -> ReplayAnswer {
    guard let room = log.room, room.id.rawValue == result.room else { return .unknown }
    let entries = room.entries.filter { replay.entries.contains($0.seq) }
    guard log.damage == nil, entries.count == replay.entries.count else { return .unavailable }
    return query.answer(result.matchID, base: replay.base, entries: entries)
  }
}
