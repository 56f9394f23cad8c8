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
    bans.ban(ofHost: host, at: now)?.sentence
  }

  /// Journals a ban change, which takes effect only once it is stored.
  mutating func keep(
    _ change: BanChange, id: AdminMessageID, now: ServerTime, _ out: inout Outbox
  ) {
    bans.prune(at: now)
    switch change {
    case .set(let ban):
      guard bans.has(ban.target, at: now) || bans.count + banChanges.count < BanList.limit else {
        let refusal = AdminRefusal(
          .tooMany,
          "There are already \(BanList.limit) bans, the maximum: lift some first, or ban a block "
            + "of addresses.")
        return out.append(.admin(.refused(refusal), id))
      }
    case .lift(let target):
      guard bans.has(target, at: now) else {
        let remedy = bans.ban(around: target, at: now).map {
          "lift the ban of \($0.target.words), which includes it."
        }
        let refusal = AdminRefusal(
          .unknownBan,
          "There is no ban of \(target.words): "
            + (remedy ?? "name it as facedown-server admin bans lists it."))
        return out.append(.admin(.refused(refusal), id))
      }
    }
    assert(banChanges[id] == nil, "An admin request has one ban change.")
    banChanges[id] = change
    unansweredRecords += 1
    out.append(.ban(change, for: CorrelationID(id)))
  }

  /// Applies a ban change after the journal's answer.
  mutating func noted(
    _ id: AdminMessageID, isKept: Bool, now: ServerTime, _ out: inout Outbox
  ) {
    guard let change = banChanges.removeValue(forKey: id) else { return }
    guard isKept else {
      let refusal = AdminRefusal(
        .unwritable,
        "The journal cannot be written at the moment, so nothing was changed: check its disk and "
          + "try again.")
      return out.append(.admin(.refused(refusal), id))
    }
    switch change {
    case .set(let ban):
      bans.set(ban)
      let count = enforce(ban, now: now, &out)
      let end = ban.until.map { "until \($0.utcText)" } ?? "until it is lifted"
      out.append(
        .admin(
          .done("Banned \(ban.target.words) \(end); \(count.counted("connection")) closed."), id))
    case .lift(let target):
      bans.lift(target)
      out.append(.admin(.done("The ban of \(target.words) is lifted."), id))
    }
  }

  /// Disconnects everyone a ban covers.
  ///
  /// - Returns: the number of connections closed.
  private mutating func enforce(_ ban: Ban, now: ServerTime, _ out: inout Outbox) -> Int {
    let meant = connections.keys.sorted().filter { connection in
      guard let known = connections[connection], !known.isDismissed else { return false }
      switch ban.target {
      case .key(let id):
        let session = known.session ?? known.greeting?.session
        return known.greeting?.player.id == id || session.flatMap { directory.player($0)?.id } == id
      case .address: return bans.ban(ofHost: known.host, at: now) != nil
      }
    }
    for connection in meant { turnOut(connection, ban, now: now, &out) }
    assert(
      meant.allSatisfy { connections[$0]?.isDismissed == true },
      "A ban disconnects everyone it covers.")
    return meant.count
  }

  /// Closes a banned connection and ends its session.
  mutating func turnOut(
    _ connection: ServerConnectionID, _ ban: Ban, now: ServerTime, _ out: inout Outbox
  ) {
    if let session = connections[connection]?.session ?? connections[connection]?.greeting?.session
    {
      expel(session, .sessionBanned, ban.sentence, now: now, &out)
    }
    guard connections[connection]?.isDismissed == false else { return }
    close(connection, code: .sessionBanned, reason: ban.sentence, closeCode: 1008, &out)
  }

  /// Closes the connection if `player` is banned; returns whether it did.
  mutating func turnsOut(
    _ connection: ServerConnectionID, player: String?, now: ServerTime, _ out: inout Outbox
  ) -> Bool {
    guard let ban = bans.ban(ofPlayer: player, at: now) else { return false }
    turnOut(connection, ban, now: now, &out)
    return true
  }
}
