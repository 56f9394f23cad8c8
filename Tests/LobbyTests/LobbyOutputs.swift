// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

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
  var joined: [Joined] {
    compactMap { output in
      if case .joined(_, let joined) = output { joined } else { nil }
    }
  }
}

/// A client's times of a press; without them, no lag is claimed.
struct PressTimes {
  var shownAt: ServerTime?
  var pressedAt: ServerTime?
}

extension Joined {
  /// The room.
  var room: RoomID { RoomID(roomID) }
  /// The room's code.
  var roomCode: RoomCode { RoomCode(code) }
}

/// The spectators who listen, in the order in which they began.
struct Listeners {
  private var all: [(session: SessionID, room: RoomID)] = []

  /// Replaces an output's audience by the sessions that listen.
  ///
  /// - Returns: nil for a change of the audience, which is remembered, and for what reaches nobody.
  mutating func resolve(_ output: LobbyOutput) -> LobbyOutput? {
    switch output {
    case .entries(let entries, let players, let audience):
      return .entries(entries, to: players + sessions(in: audience))
    case .presence(let presence, let players, let audience):
      let targets = players + sessions(in: audience)
      return targets.isEmpty ? nil : .presence(presence, to: targets)
    case .audience(let count, let players, let audience):
      return .audience(count, to: players + sessions(in: audience))
    case .listening(let session, let room):
      all.removeAll { $0.session == session }
      if let room { all.append((session, room)) }
      return nil
    default: return output
    }
  }

  private func sessions(in audience: RoomID?) -> [SessionID] {
    all.filter { $0.room == audience }.map(\.session)
  }
}
