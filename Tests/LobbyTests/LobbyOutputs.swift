// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

@testable import Lobby

// Queries of a script about the outputs.

extension [LobbyOutput] {
  /// The refusals among them.
  var refusals: [Refusal] {
    compactMap { output in
      if case .refused(_, _, let refusal) = output { refusal } else { nil }
    }
  }

  /// Why sessions left, by session.
  var departures: [SessionID: LeaveReason] {
    reduce(into: [:]) { all, output in
      if case .left(let session, _, let reason) = output { all[session] = reason }
    }
  }

  /// Entries that were sent, in order, once each.
  var sent: [Entry] {
    flatMap { output -> [Entry] in
      if case .entries(let entries, _, _) = output { entries } else { [] }
    }
  }

  /// The rooms that sessions were sent on entering.
  var joined: [JoinedRoom] {
    compactMap { output in
      if case .joined(_, let joined) = output { joined } else { nil }
    }
  }
}
