// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Protocol

/// A quick match that waits until the journal has stored where it leads.
struct PendingQuickMatch: Sendable {
  /// How often its table may have been filled meanwhile before it is refused.
  static let attempts = 4

  let seeker: Seeker
  let quick: QuickMatch
  /// What is being stored.
  let entry: QuickEntry
  /// How many times something has been stored for it, this one included.
  let attempt: Int
}

// Quick matches of a world: the session's record says which room by which request before the session
// enters, so that the request repeated at another node leads to the same seat.

extension ServerCore {
  /// Stores where a quick match leads; it is decided once that has landed.
  ///
  /// - Returns: whether it waits for that; false if it can be decided now, because it has its seat or
  ///   will be refused.
  mutating func store(
    _ quick: QuickMatch, _ seeker: Seeker, attempt: Int = 1, now: ServerTime, _ out: inout Outbox
  ) -> Bool {
    let (session, id) = (seeker.session, seeker.id)
    guard !directory.hasSeat(session, byQuickMatch: id), let player = directory.player(session),
      let code = directory.quickCode(for: session, quick, by: id, now: now)
    else { return false }
    let entry = QuickEntry(request: id, code: code)
    guard directory.quickEntry(of: session) != entry else { return false }
    sessions.seek(id, over: seeker.connection, until: now + LobbyLimits.journalTimeout)
    quickMatches[seeker.connection] = PendingQuickMatch(
      seeker: seeker, quick: quick, entry: entry, attempt: attempt)
    let record = SessionRecord(
      id: session, player: player, tokenHashes: sessions.tokens.hashes(of: session),
      highest: directory.highestRequest(of: session) ?? RequestID(0), quickEntry: entry)
    lifecycle.awaitRecord()
    out.append(
      .session(
        record, expecting: sessions.tokens.revision(of: session),
        for: sessions.ask(over: seeker.connection, toEnter: true)))
    return true
  }

  /// The journal has answered whether it has stored where a quick match leads.
  ///
  /// The table may have been filled meanwhile: then another one is stored first.
  mutating func entered(
    _ put: SessionPut, over connection: ServerConnectionID, now: ServerTime, _ out: inout Outbox
  ) {
    guard let pending = quickMatches.removeValue(forKey: connection),
      sessions.endSeeking(pending.seeker.id, over: connection)
    else { return }
    let seeker = pending.seeker
    defer { hear(seeker.session, over: connection, now: now, &out) }
    var mayGoOn = pending.attempt < PendingQuickMatch.attempts
    switch put.ending {
    case .kept(let revision):
      sessions.tokens.learn(revision, of: seeker.session)
      directory.know(seeker.session, quickEntry: pending.entry)
    case .conflict(let standing?)
    where standing.record.tokenHashes == sessions.tokens.hashes(of: seeker.session):
      // Stored by this node, whose answer was lost.
      sessions.tokens.learn(standing.revision, of: seeker.session)
    case .conflict, .notKept, .unclear: mayGoOn = false
    }
    let isStored = directory.quickEntry(of: seeker.session) == pending.entry
    let isSame =
      directory.quickCode(for: seeker.session, pending.quick, by: seeker.id, now: now)
      .map { $0 == pending.entry.code } ?? true
    if isStored && isSame {
      return grant(
        seeker.request, seeker.id, from: seeker.session, over: connection,
        received: seeker.received, now: now, &out)
    }
    let waits =
      mayGoOn
      && store(pending.quick, seeker, attempt: pending.attempt + 1, now: now, &out)
    if !waits { refuse(seeker.id, over: connection, Refusal(.journalUnavailable), &out) }
  }
}
