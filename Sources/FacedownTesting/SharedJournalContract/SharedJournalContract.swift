// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

/// What a journal shared by several nodes promises, as one table of cases that each implementation
/// is held to; besides `JournalContract`, which a node that is alone keeps (`NodeUnderTest.alone`).
package enum SharedJournalContract {
  /// What a case needs besides nodes.
  package enum Need: Hashable, Sendable {
    /// That the store can be stopped for a while.
    case stopping
    /// That what is stored of a room can be altered.
    case damage
  }

  /// One promise, checked against a fresh store.
  package struct Case: Sendable, CustomStringConvertible {
    /// The promise.
    package let description: String
    /// What it needs.
    package let needs: Set<Need>
    private let body: @Sendable (SharedStoreUnderTest) async throws -> Void

    init(
      _ promise: String, needs: Set<Need> = [],
      _ body: @escaping @Sendable (SharedStoreUnderTest) async throws -> Void
    ) {
      description = promise
      self.needs = needs
      self.body = body
    }

    /// Checks it.
    ///
    /// - Throws: `ContractViolation` if the journal breaks the promise.
    package func check(_ store: SharedStoreUnderTest) async throws {
      precondition(!needs.contains(.stopping) || store.setStopped != nil, "It needs stopping.")
      precondition(!needs.contains(.damage) || store.damage != nil, "It needs damage.")
      try await body(store)
    }
  }

  /// All cases.
  package static let all =
    fence + openings + claims + handovers + rooms + results + telling + registry + faults

  /// The cases that hold although messages get lost and come late.
  ///
  /// What becomes of rooms is said only once it is known; a claim may have to be made again.
  package static let roomsUnderFaults = fence + openings + claims + handovers + rooms + results

  /// Those that hold although reads are stale as well.
  package static let appendsUnderFaults = fence + claims + rooms

  /// The cases that need no more than `abilities`.
  package static func cases(for abilities: Set<Need>) -> [Case] {
    all.filter { $0.needs.isSubset(of: abilities) }
  }

  // MARK: Records

  static let room = JournalContract.room
  static let code = RoomCode(room.rawValue)
  /// When nodes that are gone were last seen, and when they are noticed to be gone: after every
  /// entry of these cases.
  static let seen = ServerTime(microseconds: 5_000_000)
  static let later = ServerTime(microseconds: 7_000_000)

  /// A step of entries numbered as given; `theme` tells writers apart.
  static func step(
    _ numbers: ClosedRange<UInt64>, of room: RoomID = room, theme: String = "animals"
  ) -> Batch { JournalContract.batch(numbers, of: room, theme: theme) }

  /// A room's first step under the code of `SharedJournalContract.room`, by a request.
  static func opening(
    _ room: RoomID, request: UInt64 = 1, at time: ServerTime = ServerTime(microseconds: 1)
  ) -> Batch {
    var batch = step(1...1, of: room, theme: room.rawValue)
    batch.code = code
    batch.entries[0].at = time
    batch.requests = [Origin(session: SessionID("ana"), request: RequestID(request))]
    return batch
  }

  /// A room's step that ends a match.
  static func end(
    _ number: UInt64, of room: RoomID, match: Int, _ ids: [String] = ["ana", "ben"]
  ) -> Batch {
    var batch = step(number...number, of: room)
    batch.result = JournalContract.result(match, ids)
    return batch
  }
}
