// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Journal
import Lobby

/// How a journal breaks one promise of the contract, which is its raw value.
enum Sabotage: String, CaseIterable {
  case refusesSecond = "a step lands, and so does the one that follows it"
  case misnumbers = "a step that comes back encoded is the one that was appended"
  case dropsSeal = "a step lands whole"
  case ignoresNumber = "a step on any other number is refused"
  case keepsRefused = "a refused step leaves no trace"
  case forgetsRepeat = "the same step again is reported as stored"
  case stopsAtRefusal = "a refused step takes nothing of its group with it"
  case ignoresClosing = "nothing lands in a closed room"
  case sharesNumbers = "each room has numbers of its own"
  case sharesCodes = "no room opens under the code of an open room"
  case opensBoth = "of two rooms that open together under one code, the first does"
  case neverFreesCodes = "the code of a closed room rests for thirty days"
  case keepsUnopened = "a room that is not opened leaves no trace"
  case losesKey = "every server derives codes under one key"
  case dropsResults = "results count once, in their order"
  case dropsDetails = "profiles are the fold of the results, with what is told beside them"
  case reversesOutcomes = "the outcomes of a group come in the order of its records"
  case reversesGroups = "groups are answered in their order"
  case ignoresUnawaited = "a group without awaited records is answered too"
  case findsStrangers = "a session is read as it was put last, and no other is"
  case readsBefore = "a read comes after everything that was put before"
  case keepsBoth =
    "of two writers who have read the same, one is refused and learns the other's"
  case beginsAgain =
    "a session that is there is not begun again, and one that is not is not replaced"
  case countsAnew = "a session that is forgotten and begun again has another revision"
  case guessesUnclear = "a put that was unclear is settled by a read"
  case landsOnFull = "a put that fails for certain changes nothing"
  case forgetsHighest = "a session's highest request only rises"
  case remembersForgotten = "a session that has ended is forgotten"
  case keepsDetached = "an unloaded session is kept for its time, and dropped after it"
  case loadsAll = "a start loads the sessions of open rooms, and no others"
  case letsAnyoneWatch = "only an open room can be watched"
  case forgetsSpectators = "a spectator is kept until it leaves"
  case neverLifts = "a ban is kept until it is replaced or lifted"
  case addsOutages = "outages replace those before"
  case hidesFullDisk = "a full disk stores nothing, and says so"
  case deniesUnclear = "records that landed although the journal was unsure are found"
  case claimsUnclear = "records that did not land although the journal was unsure never will"
  case tellsBackwards = "results are told once each, in the order in which they are stored"
  case tellsRefused = "the result of a refused step is not told"
  case tellsNothing = "the results that are told are those that a restart counts"
  case tellsLastBan = "changes to the bans are told in their order"
  case tellsTwice = "what landed although the journal was unsure is told once, and nothing else"
}

/// A faulty journal that breaks a promise.
final class SabotagedJournal {
  private let kept = FaultyJournal()
  private let sabotage: Sabotage?
  private var outages: [RoomDirectory.Outage] = []
  private var told = JournalChanges()
  /// What was stored before the last put.
  private var before: [SessionID: RegisteredSession] = [:]

  /// A journal that keeps all promises, or all but one.
  init(_ sabotage: Sabotage? = nil) {
    self.sabotage = sabotage
    kept.onResults = { [unowned self] results in
      switch sabotage {
      case .tellsBackwards: told.results = results.reversed() + told.results
      case .tellsNothing: break
      case .tellsTwice where kept.fault == .unclearLanded: told.results += results + results
      default: told.results += results
      }
    }
    kept.onBans = { [unowned self] changes in
      told.bans = sabotage == .tellsLastBan ? changes : told.bans + changes
    }
  }

  var underTest: JournalUnderTest {
    JournalUnderTest(
      appendAll: { self.appendAll($0) }, get: { self.get($0) }, told: { self.told },
      contents: { self.contents },
      fail: { fault in
        self.kept.fault =
          switch fault {
          case .none: .none
          case .full: .full
          case .unclear(let landed): landed ? .unclearLanded : .unclearLost
          }
      })
  }

  private var contents: JournalContents {
    var contents = kept.contents
    if sabotage == .losesKey { contents.lobby.codeKey = nil }
    if sabotage == .loadsAll { contents.sessions = kept.registered }
    return contents
  }

  private func get(_ session: SessionID) -> RegistryAnswer {
    switch sabotage {
    case .readsBefore: return .found(before[session])
    case .findsStrangers: return .found(kept.registered.first)
    default: break
    }
    var answer = RegistryAnswer.unavailable
    kept.get(session) { answer = $0 }
    return answer
  }

  private func appendAll(_ groups: [[JournalRecord]]) -> [[JournalOutcome]] {
    let heard = groups.filter { sabotage != .ignoresUnawaited || $0.contains(where: \.isAwaited) }
    let answers = heard.map(append)
    return sabotage == .reversesGroups ? answers.reversed() : answers
  }

  private func append(_ records: [JournalRecord]) -> [JournalOutcome] {
    var outcomes: [JournalOutcome] = []
    var hasRefused = false
    for record in records {
      if hasRefused, sabotage == .stopsAtRefusal {
        outcomes += [record.outcome(isThere: false)].compactMap(\.self)
        continue
      }
      for outcome in append(record) {
        hasRefused = hasRefused || !record.isThere(by: outcome)
        outcomes.append(outcome)
      }
    }
    return sabotage == .reversesOutcomes ? outcomes.reversed() : outcomes
  }

  private func append(_ record: JournalRecord) -> [JournalOutcome] {
    var record = record
    if case .room(.step(let batch)) = record { record = .step(altered(batch)) }
    let claim = { (isThere: Bool) in [record.outcome(isThere: isThere)].compactMap(\.self) }
    switch (sabotage, record) {
    case (.refusesSecond, .room(.step(let batch))) where batch.expectedLastSeq > 0,
      (.forgetsRepeat, .room(.step(let batch))) where isStored(batch):
      return claim(false)
    case (.ignoresClosing, .room(.closed)), (.neverFreesCodes, .room(.closed)),
      (.remembersForgotten, .registry(.forgotten)):
      return []
    case (.forgetsSpectators, .room(.spectator)), (.neverLifts, .registry(.ban(.lift, for: _))):
      return claim(true)
    case (_, .registry(.session(let session, let former, let id))):
      return put(session, expecting: former, for: id)
    case (.addsOutages, .outages(let later)):
      outages += later
      record = .outages(outages)
    case (.keepsRefused, .room(.step(let batch))) where !follows(batch):
      var forced = batch
      forced.expectedLastSeq = lastSeq(of: batch.room)
      _ = outcomes(of: .step(forced))
      return claim(false)
    default: break
    }
    let outcomes = outcomes(of: record)
    if sabotage == .keepsUnopened, case .room(.step(var batch)) = record,
      outcomes == [.room(.taken(batch.room))]
    {
      batch.code = RoomCode(batch.room.rawValue)
      _ = self.outcomes(of: .step(batch))
    }
    switch sabotage {
    case .letsAnyoneWatch:
      if case .room(.spectator) = record { return claim(true) }
    case .hidesFullDisk where kept.fault == .full, .claimsUnclear where kept.fault == .unclearLost:
      return claim(true)
    case .deniesUnclear where kept.fault == .unclearLanded: return claim(false)
    case .misnumbers:
      if case .room(.landed(let room, let encoded?))? = outcomes.first {
        return [.room(.landed(room, as: EncodedEntries(firstSeq: 1, bytes: encoded.bytes)))]
      }
    case .tellsRefused:
      if case .room(.step(let batch)) = record, !isStored(batch), let result = batch.result {
        told.results.append(result)
      }
    default: break
    }
    return outcomes
  }

  private func put(
    _ session: SessionRecord, expecting former: Revision?, for id: CorrelationID
  ) -> [JournalOutcome] {
    let standing = kept.registered.first { $0.record.id == session.id }
    before[session.id] = standing
    var (record, expected) = (session, former)
    let fault = kept.fault
    switch sabotage {
    case .keepsBoth where former != nil, .beginsAgain where former == nil:
      expected = standing?.revision
    case .landsOnFull where fault == .full: kept.fault = .none
    case .keepsDetached:
      record.id = SessionID(session.id.rawValue + (session.detachedAt == nil ? "" : " detached"))
    case .forgetsHighest where standing != nil:
      _ = outcomes(of: .forgotten(session.id))
      expected = nil
    default: break
    }
    let outcomes = outcomes(of: .session(record, expecting: expected, for: id))
    kept.fault = fault
    switch (sabotage, outcomes.first) {
    case (.countsAnew, .registry(.kept)) where former == nil:
      return [.registry(.kept(id, Revision(1)))]
    case (.guessesUnclear, .registry(.unclear)): return [.registry(.kept(id, Revision(99)))]
    case (.landsOnFull, _) where fault == .full: return [.registry(.notKept(id))]
    case (.hidesFullDisk, _) where fault == .full, (.claimsUnclear, _) where fault == .unclearLost:
      return [.registry(.kept(id, Revision(99)))]
    case (.deniesUnclear, _) where fault == .unclearLanded: return [.registry(.notKept(id))]
    default: return outcomes
    }
  }

  private func altered(_ batch: Batch) -> Batch {
    var batch = batch
    switch sabotage {
    case .dropsSeal: batch.sealed = nil
    case .sharesCodes, .opensBoth: batch.code = RoomCode(batch.room.rawValue)
    case .ignoresNumber: batch.expectedLastSeq = lastSeq(of: batch.room)
    case .sharesNumbers: batch.room = RoomID("room")
    case .dropsResults: batch.result = nil
    case .dropsDetails: batch.result?.detail = nil
    default: break
    }
    return batch
  }

  private func outcomes(of record: JournalRecord) -> [JournalOutcome] {
    var outcomes: [JournalOutcome] = []
    kept.write([record]) { outcomes = $0 }
    return outcomes
  }

  private func lastSeq(of room: RoomID) -> UInt64 { kept.room(room)?.entries.last?.seq ?? 0 }

  private func follows(_ batch: Batch) -> Bool { batch.expectedLastSeq == lastSeq(of: batch.room) }

  private func isStored(_ batch: Batch) -> Bool {
    kept.room(batch.room)?.entries.last == batch.entries.last
  }
}
