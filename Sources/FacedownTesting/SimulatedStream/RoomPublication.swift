// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

/// One record on its way into the store: sent until it is known what became of it.
struct RoomPublication {
  /// What became of a record.
  enum Outcome {
    /// It is stored, with this number.
    case landed(UInt64)
    /// It is not stored and never will be, and no other record stands there.
    case failed
    /// It is not stored and never will be: other records stand there. These are the room's.
    case overtaken([NumberedRecord])
  }

  private let record: StreamRecord
  private let code: RoomCode
  private let former: UInt64
  private let connection: StreamConnection
  private let outcome: (Outcome) -> Void

  /// Sends `record` to the room with `code`, behind the record with number `former`.
  static func begin(
    _ record: StreamRecord, to code: RoomCode, behind former: UInt64,
    over connection: StreamConnection, _ outcome: @escaping (Outcome) -> Void
  ) {
    RoomPublication(
      record: record, code: code, former: former, connection: connection, outcome: outcome
    ).send(mayBeUnderWay: false)
  }

  /// Sends it; `mayBeUnderWay` says whether it may arrive from an earlier time.
  private func send(mayBeUnderWay: Bool) {
    connection.append(record, to: code, behind: former) { answer in
      switch answer {
      case .answered(let number?): outcome(.landed(number))
      case .answered(nil): look(mayBeUnderWay: mayBeUnderWay)
      case .noResponders:
        if mayBeUnderWay { pause { look(mayBeUnderWay: true) } } else { outcome(.failed) }
      case .silence: look(mayBeUnderWay: true)
      }
    }
  }

  /// Reads what stands where the record was to stand.
  ///
  /// That nothing does proves nothing: the read may be stale, and the refusal without a reason.
  private func look(mayBeUnderWay: Bool) {
    connection.read(code) { answer in
      guard case .answered(let records) = answer else {
        return pause { look(mayBeUnderWay: mayBeUnderWay) }
      }
      guard let next = records.first(where: { $0.number > former }) else {
        return pause { send(mayBeUnderWay: mayBeUnderWay) }
      }
      outcome(next.record == record ? .landed(next.number) : .overtaken(records))
    }
  }

  private func pause(_ action: @escaping () -> Void) {
    connection.after(.milliseconds(50), action)
  }
}
