// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Protocol

/// What every journal promises, as one table of cases that each implementation is held to.
package enum JournalContract {
  /// What a case needs besides appending.
  package enum Need: Hashable, Sendable {
    /// That a server can start from it.
    case contents
    /// That it can be made to fail.
    case faults
  }

  /// One promise, checked against a fresh journal.
  package struct Case: Sendable, CustomStringConvertible {
    /// The promise.
    package let description: String
    /// What it needs.
    package let needs: Set<Need>
    private let body: @Sendable (JournalUnderTest) async throws -> Void

    init(
      _ promise: String, needs: Set<Need> = [],
      _ body: @escaping @Sendable (JournalUnderTest) async throws -> Void
    ) {
      description = promise
      self.needs = needs
      self.body = body
    }

    /// Checks it.
    ///
    /// - Throws: `ContractViolation` if the journal breaks the promise.
    package func check(_ journal: JournalUnderTest) async throws {
      precondition(!needs.contains(.contents) || journal.contents != nil, "It needs contents.")
      precondition(!needs.contains(.faults) || journal.fail != nil, "It needs faults.")
      try await body(journal)
    }
  }

  /// All cases.
  package static let all = steps + codes + order + sessions + registry + told + faults

  /// The cases that need no more than `abilities`.
  package static func cases(for abilities: Set<Need>) -> [Case] {
    all.filter { $0.needs.isSubset(of: abilities) }
  }

  // MARK: Records

  static let room = RoomID("room")

  /// A step of entries numbered as given; `theme` tells two writers apart.
  static func batch(
    _ numbers: ClosedRange<UInt64>, of room: RoomID = room, theme: String = "animals"
  ) -> Batch {
    Batch(
      room: room, code: RoomCode(room.rawValue), expectedLastSeq: numbers.lowerBound - 1,
      entries: numbers.map { number in
        let opened = Event.Opened(matchID: "match", settings: MatchSettings(), theme: theme)
        return Entry(
          seq: number, at: ServerTime(microseconds: Int64(number)), event: .opened(opened))
      })
  }

  /// The same as a record.
  static func step(
    _ numbers: ClosedRange<UInt64>, of room: RoomID = room, theme: String = "animals"
  ) -> JournalRecord { .step(batch(numbers, of: room, theme: theme)) }

  static let session = SessionRecord(
    id: SessionID("ana"), player: Player(name: "Ana"),
    tokenHashes: [[UInt8](repeating: 1, count: 32)])

  static let watching = SpectatorRecord(session: SessionID("eve"), firstSeq: 1)

  /// The result of a rated match, best player first.
  static func result(_ match: Int, _ ids: [String]) -> MatchResult {
    MatchResult(
      matchID: "match \(match)", mode: .memorize, isRated: true,
      endedAt: ServerTime(microseconds: Int64(match)), reason: .finished,
      standings: ids.enumerated().map { place, id in
        Standing(
          rank: place + 1, seat: SeatIndex(place), player: Player(name: id, id: id),
          score: 2 - place, pairs: 1)
      },
      detail: ResultDetail(
        theme: "food", isPublic: true,
        recall: ids.indices.map { Recall(found: match, chances: match + $0) }))
  }

  /// A room's first step, which ends a match at once.
  static func end(_ result: MatchResult, in room: RoomID, theme: String = "animals")
    -> JournalRecord
  {
    var batch = batch(1...1, of: room, theme: theme)
    batch.result = result
    return .step(batch)
  }

  static let ban = Ban(
    target: .key(String(repeating: "a", count: 32)), since: ServerTime(microseconds: 1),
    until: nil, reason: "noise")
}
