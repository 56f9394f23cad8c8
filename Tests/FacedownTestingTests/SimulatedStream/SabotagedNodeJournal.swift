// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Journal
import Lobby

/// A node's journal that breaks a promise.
final class SabotagedNodeJournal: SharedJournal {
  var node: NodeID { kept.node }
  var onResults: ([MatchResult]) -> Void = { _ in }
  var onBans: ([BanChange]) -> Void = { _ in }
  var onNodes: ([NodeChange]) -> Void = { _ in }
  var onPlaces: ([PlaceChange]) -> Void = { _ in }
  private let kept: SimulatedNodeJournal
  private let sabotage: SharedSabotage
  private var ownBans: [BanChange] = []
  private var known: Set<NodeID> = []
  private var released: Set<RoomID> = []
  private var sessions: [SessionID: RegisteredSession] = [:]

  init(_ kept: SimulatedNodeJournal, _ sabotage: SharedSabotage) {
    self.kept = kept
    self.sabotage = sabotage
    kept.onResults = { [weak self] in self?.onResults(sabotage == .tellsTwice ? $0 + $0 : $0) }
    kept.onBans = { [weak self] in self?.tell($0) }
    kept.onNodes = { [weak self] in self?.tell($0) }
    kept.onPlaces = { [weak self] in self?.tell($0) }
  }

  private func tell(_ changes: [BanChange]) {
    onBans(changes.filter { sabotage != .tellsOwnBans || ownBans.contains($0) })
  }

  private func tell(_ changes: [NodeChange]) {
    onNodes(
      changes.filter { change in
        guard sabotage == .tellsFirstWords, case .present(let record) = change else { return true }
        return known.insert(record.id).inserted
      })
  }

  private func tell(_ changes: [PlaceChange]) {
    onPlaces(
      changes.filter { change in
        if sabotage == .neverTellsClosing, case .closed = change { false } else { true }
      })
  }

  // MARK: Rooms

  func append(_ records: [RoomRecord], _ outcome: @escaping ([RoomOutcome]) -> Void) {
    var records = records
    if sabotage == .neverCloses {
      records.removeAll { if case .closed = $0 { true } else { false } }
    }
    var isSaid = false
    if case .step(let step)? = records.first {
      switch sabotage {
      case .speaksTooSoon where step.expectedLastSeq == 1:
        isSaid = true
        outcome([.landed(step.room)])
      case .givesUpTooSoon where step.entries[0].event.theme == "first":
        isSaid = true
        outcome([.failed(step.room)])
      default: break
      }
    }
    kept.append(records) { [self] outcomes in
      if !isSaid { outcome(outcomes.map(altered)) }
    }
  }

  private func altered(_ outcome: RoomOutcome) -> RoomOutcome {
    switch (sabotage, outcome) {
    case (.namesFirstDestination, .lost(let room, let node)):
      .lost(room, to: NodeID(name: "b", run: node.run))
    case (.deniesLoss, .lost(let room, _)): .failed(room)
    case (.landsTheLost, .lost(let room, _)), (.opensBoth, .taken(let room, _)): .landed(room)
    case (.decidesOn, .lost(let room, _)) where released.contains(room): .landed(room)
    case (.hidesRequest, .taken(let room, _)): .taken(room)
    default: outcome
    }
  }

  func claim(_ claim: RoomClaim, _ outcome: @escaping (ClaimOutcome) -> Void) {
    var changed = claim
    if sabotage == .waitsForever { changed.gone = [:] }
    kept.claim(changed) { [self] said in
      switch (sabotage, said) {
      case (.missesNothing, .unknown): outcome(.unavailable)
      case (.claimsBlind, .elsewhere(_, let owner)):
        changed.gone[owner] = claim.now
        kept.claim(changed, outcome)
      case (.seesNoGap, .owned(let room, _)): outcome(.owned(room, aliveUntil: claim.now))
      case (.trustsTheSeer, .owned(let room, let time)):
        outcome(.owned(room, aliveUntil: min(time, claim.gone.values.min() ?? time)))
      case (.countsIdleOwners, .owned(let room, let time)):
        outcome(.owned(room, aliveUntil: max(time, claim.gone.values.max() ?? time)))
      case (.mistrustsItself, .owned(let room, _)) where claim.gone.isEmpty:
        outcome(.elsewhere(room.id, NodeID(name: node.name, run: "former")))
      case (.forgetsWinner, .elsewhere): outcome(.unknown)
      case (.losesClaims, .unavailable): break
      case (.hidesDamage, .damaged): outcome(.unknown)
      case (_, .owned(let room, let time)): outcome(.owned(altered(room), aliveUntil: time))
      default: outcome(said)
      }
    }
  }

  private func altered(_ room: StoredRoom) -> StoredRoom {
    var room = room
    switch sabotage {
    case .dropsLastStep: room.entries.removeLast()
    case .readsTwoSteps: room.entries = Array(room.entries.prefix(2))
    case .readsOnePage: room.entries = Array(room.entries.prefix(256))
    case .losesSeals: room.sealed = []
    case .losesSpectators: room.spectators = []
    default: break
    }
    return room
  }

  func letGo(_ room: RoomID) { kept.letGo(room) }

  func release(
    _ room: RoomID, to node: NodeID, _ outcome: @escaping (RoomOutcome) -> Void
  ) {
    released.insert(room)
    if sabotage == .keepsHandedOver { return outcome(.landed(room)) }
    kept.release(room, to: node) { [self] said in
      outcome(sabotage == .handsOverLost ? .landed(room) : said)
    }
  }

  // MARK: Registry and archive

  func get(_ session: SessionID, _ answer: @escaping (RegistryAnswer) -> Void) {
    if sabotage == .readsOwnSessions { return answer(.found(sessions[session])) }
    kept.get(session, answer)
  }

  func put(_ records: [RegistryRecord], _ outcome: @escaping ([RegistryOutcome]) -> Void) {
    var records = records
    if sabotage == .remembersForgotten {
      records.removeAll { if case .forgotten = $0 { true } else { false } }
    }
    for case .ban(let change, for: _) in records { ownBans.append(change) }
    kept.put(records) { [self] outcomes in
      switch (sabotage, records.first, outcomes.first) {
      case (.keepsBoth, .session(let record, _, let id), .conflict(_, let standing?)):
        kept.put([.session(record, expecting: standing.revision, for: id)], outcome)
      case (.readsOwnSessions, .session(let record, _, _), .kept(_, let revision)):
        sessions[record.id] = RegisteredSession(record, revision: revision)
        outcome(outcomes)
      default: outcome(outcomes)
      }
    }
  }

  func query(_ query: ReplayQuery, _ answer: @escaping (ReplayAnswer) -> Void) {
    kept.query(query, answer)
  }

  // MARK: Nodes

  func announce(_ record: NodeRecord, _ outcome: @escaping (Bool) -> Void) {
    if sabotage == .alwaysHasIt { outcome(true) }
    kept.announce(record) { [self] in if sabotage != .alwaysHasIt { outcome($0) } }
  }

  func withdraw() { if sabotage != .neverWithdraws { kept.withdraw() } }
}

extension Event {
  /// The theme with which a room is opened.
  fileprivate var theme: String? {
    if case .opened(let opened) = self { opened.theme } else { nil }
  }
}
