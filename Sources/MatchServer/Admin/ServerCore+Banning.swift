// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Journal
import Lobby
import Protocol

// Bans: by address at the handshake, by key once it is proven.

extension ServerCore {
  /// The refusal for a banned address; nil for all others.
  ///
  /// - Parameters:
  ///   - host: the address itself, not the limiter's key.
  ///   - now: the time.
  /// - Returns: the sentence, with the reason.
  package func banned(_ host: String?, now: ServerTime) -> String? {
    admission.ban(ofHost: host, at: now)?.sentence
  }

  /// Journals a ban change, which takes effect only once it is stored.
  mutating func keep(
    _ change: BanChange, id: AdminRequestID, now: ServerTime, _ out: inout Outbox
  ) {
    do throws(AdminRefusal) {
      try admission.hold(change, id: id, now: now)
    } catch {
      return out.append(.admin(.refused(error), id))
    }
    lifecycle.awaitRecord()
    out.append(.ban(change, for: CorrelationID(id)))
  }

  /// Applies ban changes that the journal has stored, whichever server was asked for them.
  mutating func take(_ changes: [BanChange], now: ServerTime, _ out: inout Outbox) {
    for change in changes {
      admission.fold(change)
      guard case .set(let ban) = change, !ban.isOver(at: now) else { continue }
      admission.count(enforce(ban, now: now, &out), closedBy: change)
    }
  }

  /// Answers the operator after the journal's answer; a change that is stored has taken effect.
  mutating func noted(_ id: AdminRequestID, isKept: Bool, _ out: inout Outbox) {
    guard let (change, closed) = admission.settle(id) else { return }
    guard isKept else {
      let refusal = AdminRefusal(
        .unwritable,
        "The journal cannot be written at the moment, so nothing was changed: check its disk and "
          + "try again.")
      return out.append(.admin(.refused(refusal), id))
    }
    switch change {
    case .set(let ban):
      let end = ban.until.map { "until \($0.utcText)" } ?? "until it is lifted"
      out.append(
        .admin(
          .done("Banned \(ban.target.words) \(end); \(closed.counted("connection")) closed."), id))
    case .lift(let target):
      out.append(.admin(.done("The ban of \(target.words) is lifted."), id))
    }
  }

  /// Disconnects everyone a ban covers.
  ///
  /// - Returns: the number of connections closed.
  private mutating func enforce(_ ban: Ban, now: ServerTime, _ out: inout Outbox) -> Int {
    let meant = connections.keys.sorted().filter { connection in
      guard delivery.isHeard(connection) else { return false }
      switch ban.target {
      case .key(let id):
        let handshake = sessions.handshake(over: connection)
        let session = sessions.session(over: connection) ?? handshake?.session
        return handshake?.player.id == id || session.flatMap { directory.player($0)?.id } == id
      case .address: return admission.ban(ofHost: admission.host(of: connection), at: now) != nil
      }
    }
    for connection in meant { turnOut(connection, ban, now: now, &out) }
    assert(
      !meant.contains { delivery.isHeard($0) },
      "A ban disconnects everyone it covers.")
    return meant.count
  }

  /// Closes a banned connection and ends its session.
  mutating func turnOut(
    _ connection: ServerConnectionID, _ ban: Ban, now: ServerTime, _ out: inout Outbox
  ) {
    if let session = sessions.session(over: connection)
      ?? sessions.handshake(over: connection)?.session
    {
      expel(session, .sessionBanned, ban.sentence, now: now, &out)
    }
    guard delivery.isHeard(connection) else { return }
    close(connection, code: .sessionBanned, reason: ban.sentence, closeCode: 1008, &out)
  }

  /// Closes the connection if `player` is banned; returns whether it did.
  mutating func turnsOut(
    _ connection: ServerConnectionID, player: String?, now: ServerTime, _ out: inout Outbox
  ) -> Bool {
    guard let ban = admission.ban(ofPlayer: player, at: now) else { return false }
    turnOut(connection, ban, now: now, &out)
    return true
  }
}
