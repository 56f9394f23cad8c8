// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Lobby

// Queries of a script about its sessions.

extension ScriptedLobby {
  /// The view of the room as a session has folded it.
  func view(of session: SessionID) -> MatchView { clients[session]?.log.latest ?? MatchView() }

  /// A session's seat, according to what it was sent.
  func seat(of session: SessionID) throws -> SeatIndex {
    try #require(clients[session]?.room?.seat)
  }

  /// The session on turn among `sessions`.
  func onTurn(_ sessions: [SessionID]) throws -> SessionID {
    let turn = try #require(view(of: sessions[0]).turn)
    return try #require(sessions.first { clients[$0]?.room?.seat == turn.seat })
  }

  /// When the running turn ends if nothing more arrives: after its deadline and the grace of a
  /// player without measurements or draws.
  func expiry(_ sessions: [SessionID]) throws -> ServerTime {
    let view = view(of: sessions[0])
    let turn = try #require(view.turn)
    var compensator = LagCompensator()
    let log = try #require(journal.values.first { $0.count == Int(view.seq) })
    for case .turnBegan(let began) in log.map(\.event) where began.seat == turn.seat {
      compensator.beginTurn()
    }
    return try #require(turn.deadline) + compensator.grace
  }
}
