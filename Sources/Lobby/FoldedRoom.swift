// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// A stored room, folded and validated: what a room is restored from.
///
/// Nothing read from disk is trusted: an inconsistency is an error, never a trap.
struct FoldedRoom: Sendable {
  let id: RoomID
  let code: RoomCode
  private(set) var match: Match
  let log: [Entry]
  private(set) var members: [Member] = []
  /// The requests by which the members entered, in the same order; nil where the log does not name
  /// one.
  private(set) var entering: [RequestID?] = []
  /// The answers to requests of present and former members, oldest first.
  private(set) var answers: [Answer] = []

  let spectators: [SpectatorRecord]

  /// The request that opened the room; nil if the log does not name it.
  let opener: Origin?

  /// Folds `stored` with decks from `dealer`.
  init(_ stored: StoredRoom, dealer: Dealer) throws(StoredRoomError) {
    id = stored.id
    code = stored.code
    log = stored.entries
    spectators = stored.spectators
    match = Match(dealer: dealer)
    if let damage = stored.damage { throw damage }
    guard !log.isEmpty else { throw .empty }
    var seals = stored.sealed[...]
    var seated: [ActorNumber: Entry] = [:]
    for entry in log {
      guard entry.seq == match.view.seq + 1, entry.at >= match.view.at else {
        throw .broken(after: match.view.seq)
      }
      if entry.event == .unrecognized { throw .unknownEvent(seq: entry.seq) }
      if let next = seals.first, next.afterSeq < entry.seq {
        guard next.afterSeq == match.view.seq, next.record.matchID == match.view.matchID,
          next.record.seed.count == FairDeal.entropyLength
        else { throw .misplacedSeal(matchID: next.record.matchID) }
        match.apply(next.record)
        seals.removeFirst()
      }
      match.apply(entry)
      if case .seated(let seat) = entry.event { seated[seat.actor] = entry }
    }
    if let left = seals.first { throw .misplacedSeal(matchID: left.record.matchID) }
    guard match.isSound else { throw .unsound(seq: match.view.seq) }
    answers = Self.answers(in: stored)
    let first = log.first?.cause
    opener = (stored.former + stored.members).first { $0.actor == first?.actor }.flatMap { member in
      first.map { Origin(session: member.session, request: $0.request) }
    }
    for membership in stored.members {
      guard let entry = seated[membership.actor] else {
        throw .seatless(actor: membership.actor.rawValue)
      }
      // Its first base was sent together with its own seat, so it has everything before it.
      members.append(
        Member(
          session: membership.session, actor: membership.actor, firstSeq: entry.seq))
      entering.append(entry.cause?.request)
    }
  }

  /// Reconstructs the answers to the requests of all sessions the journal knows.
  private static func answers(in stored: StoredRoom) -> [Answer] {
    var sessions: [ActorNumber: SessionID] = [:]
    for member in stored.former + stored.members { sessions[member.actor] = member.session }
    var answers: [Answer] = []
    var start = stored.entries.startIndex
    while start < stored.entries.endIndex {
      let cause = stored.entries[start].cause
      let end = stored.entries[start...].firstIndex { $0.cause != cause } ?? stored.entries.endIndex
      if let cause, let session = sessions[cause.actor],
        let answer = Answer(
          Array(stored.entries[start..<end]),
          to: Origin(session: session, request: cause.request), in: stored.id)
      {
        answers.append(answer)
      }
      start = end
    }
    return answers
  }
}
