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

  let lookup: PendingLookup
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
    _ quick: QuickMatch, _ lookup: PendingLookup, attempt: Int = 1, now: ServerTime,
    _ out: inout Outbox
  ) -> Bool {
    let (session, id) = (lookup.session, lookup.id)
    guard !directory.hasSeat(session, byQuickMatch: id), let player = directory.player(session),
      let code = directory.quickCode(for: session, quick, by: id, now: now)
    else { return false }
    let entry = QuickEntry(request: id, code: code)
    guard directory.quickEntry(of: session) != entry else { return false }
    sessions.seek(id, over: lookup.connection, until: now + LobbyLimits.journalTimeout)
    quickMatches[lookup.connection] = PendingQuickMatch(
      lookup: lookup, quick: quick, entry: entry, attempt: attempt)
    let record = SessionRecord(
      id: session, player: player, tokenHashes: sessions.tokens.hashes(of: session),
      highest: directory.highestRequest(of: session) ?? RequestID(0), quickEntry: entry)
    lifecycle.awaitRecord()
    out.append(
      .session(
        record, expecting: sessions.tokens.revision(of: session),
        for: sessions.ask(over: lookup.connection, toEnter: true)))
    return true
  }

  /// The journal has answered whether it has stored where a quick match leads.
  ///
  /// The table may have been filled meanwhile: then another one is stored first.
  mutating func entered(
    _ put: SessionPut, over connection: ServerConnectionID, now: ServerTime, _ out: inout Outbox
  ) {
    guard let pending = quickMatches.removeValue(forKey: connection),
      sessions.endSeeking(pending.lookup.id, over: connection)
    else { return }
    let lookup = pending.lookup
    defer { hear(lookup.session, over: connection, now: now, &out) }
    var mayGoOn = pending.attempt < PendingQuickMatch.attempts
    switch put.ending {
    case .kept(let revision):
      sessions.tokens.learn(revision, of: lookup.session)
      directory.know(lookup.session, quickEntry: pending.entry)
    case .conflict(let standing?)
    where standing.record.tokenHashes == sessions.tokens.hashes(of: lookup.session):
      // Stored by this node, whose answer was lost.
      sessions.tokens.learn(standing.revision, of: lookup.session)
    case .conflict, .notKept, .unclear: mayGoOn = false
    }
    let isStored = directory.quickEntry(of: lookup.session) == pending.entry
    let isSame =
      directory.quickCode(for: lookup.session, pending.quick, by: lookup.id, now: now)
      .map { $0 == pending.entry.code } ?? true
    if isStored && isSame {
      return grant(
        lookup.request, lookup.id, from: lookup.session, over: connection,
        received: lookup.received, now: now, &out)
    }
    let waits =
      mayGoOn
      && store(pending.quick, lookup, attempt: pending.attempt + 1, now: now, &out)
    if !waits { refuse(lookup.id, over: connection, Refusal(.journalUnavailable), &out) }
  }
}
