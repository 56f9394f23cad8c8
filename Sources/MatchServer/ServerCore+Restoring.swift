// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Journal
package import Lobby

// The journal's sessions and rooms: at the start, and those that leave memory and come back.

extension ServerCore {
  /// Restores a journal; only into an empty server core, with `now` later than any stamp in it.
  ///
  /// - Returns: the rooms that could not be restored, and the first outputs.
  package mutating func restore(
    _ contents: JournalContents, now: ServerTime
  ) -> (losses: [RoomDirectory.Loss], outputs: [ServerOutput]) {
    precondition(
      connections.isEmpty && sessions.count == 0 && roomCount == 0,
      "A journal is restored into an empty server core.")
    precondition(
      now >= contents.lastStamp, "The server's time begins no earlier than the journal's end.")
    for session in contents.sessions {
      sessions.restore(session, hasNames: false)
      directory.adopt(session.stored, now: now)
    }
    profiles = contents.profiles
    admission.restore(contents.bans, now: now)
    let (losses, outputs) = directory.restore(contents.lobby, now: now)
    var out = Outbox()
    if directory.unsettled != contents.lobby.outages { out.append(.keep(directory.unsettled)) }
    deliver(outputs, &out)
    return (losses, out.outputs)
  }

  /// Continues what waited for the journal's answer about a session.
  mutating func registered(_ put: SessionPut, now: ServerTime, _ out: inout Outbox) {
    switch sessions.take(put.id) {
    case .handshake(let connection): conclude(put, over: connection, now: now, &out)
    case .entering(let connection): entered(put, over: connection, now: now, &out)
    case .detaching(let session, let since): detached(session, since: since, by: put, &out)
    case nil: break
    }
  }

  /// Unloads a session that nobody uses: it leaves memory once the journal has stored it.
  mutating func detach(_ session: SessionID, _ out: inout Outbox) {
    let hashes = sessions.tokens.hashes(of: session)
    guard !hashes.isEmpty, !sessions.isInHandshake(session),
      let (known, since) = directory.detached(session)
    else { return }
    let record = SessionRecord(
      id: session, player: known.player, tokenHashes: hashes, highest: known.highest,
      detachedAt: since, quickEntry: directory.quickEntry(of: session))
    lifecycle.awaitRecord()
    out.append(
      .session(
        record, expecting: sessions.tokens.revision(of: session),
        for: sessions.ask(toDetach: session, since: since)))
  }

  /// Completes the unloading of a session after the journal's answer.
  ///
  /// If it was not journalled, or has had a connection meanwhile, it stays; the lobby proposes it
  /// again after a while.
  mutating func detached(
    _ session: SessionID, since: ServerTime, by put: SessionPut, _ out: inout Outbox
  ) {
    switch put.ending {
    case .kept(let revision):
      sessions.tokens.learn(revision, of: session)
    case .conflict(let standing):
      let hashes = sessions.tokens.hashes(of: session)
      guard world != nil, let newest = standing?.record.tokenHashes.last, !hashes.contains(newest)
      else {
        // A put of this process, whose landing it was not told; or it was taken for long gone.
        return sessions.tokens.learn(standing?.revision, of: session)
      }
    // It has gone on at another node, and its client may know the newest token only from there.
    case .notKept, .unclear: return
    }
    guard !sessions.isInHandshake(session), directory.detached(session)?.since == since else {
      return
    }
    directory.unload(session)
    sessions.forget(session)
  }
}
