// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Wire

// Steps and results in the form in which they are stored, and back.

extension WorldRecord.Step {
  /// The record of a batch.
  ///
  /// - Parameters:
  ///   - batch: the batch.
  ///   - entries: the bytes of its entries.
  ///   - sessions: the sessions of the members, whom the result of a match may name.
  init(_ batch: Batch, encoded entries: [[UInt8]], sessions: [ActorNumber: SessionID]) {
    self.init(
      code: batch.code.rawValue, expectedLastSeq: batch.expectedLastSeq, entries: entries)
    sealed = batch.sealed
    requests = batch.requests.map {
      Origin(session: $0.session.rawValue, request: $0.request)
    }
    entering = batch.entering.map { Member(session: $0.session.rawValue, actor: $0.actor) }
    leaving = batch.leaving
    guard let result = batch.result else { return }
    self.result = WorldRecord.Result(
      result, of: batch.room, code: batch.code, replay: batch.finished, sessions: sessions)
  }

  /// The batch that was stored.
  func batch(of room: RoomID) -> Batch {
    var entries: [Entry] = []
    for (index, bytes) in self.entries.enumerated() {
      let seq = expectedLastSeq + 1 + UInt64(index)
      entries.append(Self.entry(seq, bytes, after: entries.last))
    }
    var batch = Batch(
      room: room, code: RoomCode(code), expectedLastSeq: expectedLastSeq, entries: entries,
      sealed: sealed)
    batch.requests = requests.map {
      Lobby.Origin(session: SessionID($0.session), request: $0.request)
    }
    batch.entering = entering.map {
      Membership(session: SessionID($0.session), actor: $0.actor)
    }
    batch.leaving = leaving
    return batch
  }

  /// An entry; an unreadable one becomes an unknown event, which no room accepts.
  private static func entry(_ seq: UInt64, _ bytes: [UInt8], after last: Entry?) -> Entry {
    guard let entry = try? WireEncoding.proto.decodeEntry(bytes), entry.seq == seq else {
      return Entry(seq: seq, at: last?.at ?? .zero, event: .unrecognized)
    }
    return entry
  }
}

extension WorldRecord.Result {
  fileprivate init(
    _ result: MatchResult, of room: RoomID, code: RoomCode, replay match: FinishedMatch?,
    sessions: [ActorNumber: SessionID]
  ) {
    self.init(
      room: room.rawValue, code: code.rawValue, matchID: result.matchID, mode: result.mode,
      isRated: result.isRated, endedAt: result.endedAt, reason: result.reason,
      standings: result.standings)
    detail = result.detail
    guard let match, let first = match.entries.first?.seq, let last = match.entries.last?.seq
    else { return }
    replay = Replay(
      settings: match.settings, publicFrom: match.publicFrom, base: match.base,
      entries: first...last, sessions: match.actors.compactMap { sessions[$0]?.rawValue })
  }

  /// The result for ratings and profiles.
  var matchResult: MatchResult {
    MatchResult(
      matchID: matchID, mode: mode, isRated: isRated, endedAt: endedAt, reason: reason,
      standings: standings, detail: detail)
  }
}

extension NodeRecord {
  /// Decodes a stored node, or returns nil if its name is invalid.
  init?(_ record: WorldRecord.Node) {
    guard let id = NodeID(record.id) else { return nil }
    self.init(
      id: id, url: record.url, version: record.version, form: record.reads, rooms: record.rooms,
      connections: record.connections, isDraining: record.isDraining, at: record.at)
  }

  /// The node as it is stored.
  var stored: WorldRecord.Node {
    WorldRecord.Node(
      id: id.description, url: url, version: version, reads: form, rooms: rooms,
      connections: connections, isDraining: isDraining, at: at)
  }
}

extension Ban {
  /// Decodes a stored ban, or returns nil if its target is invalid.
  init?(_ record: WorldRecord.Ban) {
    guard let target = BanTarget(record.target) else { return nil }
    self.init(
      target: target, since: record.since, until: record.until, reason: record.reason)
  }

  /// The ban as it is stored.
  var stored: WorldRecord.Ban {
    WorldRecord.Ban(target: target.description, since: since, until: until, reason: reason)
  }
}

extension BanTarget {
  /// Its key in the bucket of bans.
  var key: String { WorldNames.token(description) }

  /// Decodes the target from a key, or returns nil if the key is invalid.
  init?(key: String) {
    guard let text = WorldNames.text(of: key) else { return nil }
    self.init(text)
  }
}

extension SessionRecord {
  /// A session that was stored.
  init(_ id: SessionID, _ record: WorldRecord.Session) {
    self.init(
      id: id, player: record.player, tokenHashes: record.tokenHashes, highest: record.highest,
      detachedAt: record.detachedAt,
      quickEntry: record.quick.map { QuickEntry(request: $0.request, code: RoomCode($0.code)) })
  }

  /// The session as it is stored.
  var stored: WorldRecord.Session {
    WorldRecord.Session(
      player: player, tokenHashes: tokenHashes, highest: highest, detachedAt: detachedAt,
      quick: quickEntry.map { .init(request: $0.request, code: $0.code.rawValue) })
  }
}
