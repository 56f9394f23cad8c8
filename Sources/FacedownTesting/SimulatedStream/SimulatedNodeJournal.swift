// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Journal
package import Lobby

/// A node's journal over a `SimulatedStream`.
package final class SimulatedNodeJournal: SharedJournal {
  /// The node.
  package let node: NodeID
  /// Called with results of matches, in the order in which they count.
  package var onResults: ([MatchResult]) -> Void = { _ in }
  /// Called with changes to the bans.
  package var onBans: ([BanChange]) -> Void = { _ in }
  /// Called with changes to the table of nodes.
  package var onNodes: ([NodeChange]) -> Void = { _ in }
  /// Called with changes to the table of open rooms.
  package var onPlaces: ([PlaceChange]) -> Void = { _ in }
  private let connection: StreamConnection
  private var writers: [RoomID: RoomWriter] = [:]
  private var banCount = 0
  /// When each other node last told something about itself.
  private var lastWords: [NodeID: ServerTime] = [:]

  /// The journal of a node that starts now.
  package init(_ node: NodeID, on stream: SimulatedStream) {
    self.node = node
    connection = stream.connect(node)
    connection.onResults = { [weak self] in self?.onResults($0) }
    connection.onBans = { [weak self] in self?.onBans($0) }
    connection.onPlaces = { [weak self] in self?.onPlaces($0) }
    connection.onNodes = { [weak self] in self?.take($0) }
  }

  private func take(_ changes: [NodeChange]) {
    for case .present(let record) in changes { lastWords[record.id] = record.at }
    onNodes(changes)
  }

  /// The node ends without a word.
  package func stop() { connection.close() }

  /// Cuts the node off from the store until `time`.
  package func cut(until time: ServerTime) { connection.cut(until: time) }

  // MARK: Rooms

  /// Appends records, those of each room in their order.
  package func append(_ records: [RoomRecord], _ outcome: @escaping ([RoomOutcome]) -> Void) {
    let answers = OrderedAnswers(records.map(\.isAwaited), outcome)
    for (index, record) in records.enumerated() {
      writer(for: record).write(record) { answers.note($0, at: index) }
    }
  }

  private func writer(for record: RoomRecord) -> RoomWriter {
    let (room, code): (RoomID, RoomCode?) =
      switch record {
      case .step(let step): (step.room, step.code)
      case .spectator(_, let room), .spectatorLeft(_, let room), .closed(let room, _): (room, nil)
      }
    if let writer = writers[room] { return writer }
    writers = writers.filter { !$0.value.isOver }
    let writer = RoomWriter(
      opening: room, as: code ?? RoomCode(room.rawValue), over: connection)
    if code != nil { writers[room] = writer }
    return writer
  }

  /// Claims a room.
  package func claim(_ claim: RoomClaim, _ outcome: @escaping (ClaimOutcome) -> Void) {
    let former = lastWords.filter { $0.key.name == node.name && $0.key != node }
    RoomClaiming.begin(claim, formerRuns: former, over: connection) { [self] said, history in
      if let history, let entry = history.room.entries.last {
        let unstored = connection.sabotage == .leavesResults ? [] : history.results
        writers[history.room.id] = RoomWriter(
          claimed: history, entry: entry, results: unstored, over: connection)
      }
      outcome(said)
    }
  }

  /// Hands a room over.
  package func release(
    _ room: RoomID, to node: NodeID, _ outcome: @escaping (RoomOutcome) -> Void
  ) {
    guard let writer = writers[room] else { return outcome(.failed(room)) }
    writer.release(to: node, outcome)
  }

  /// The node decides for a room no longer.
  package func letGo(_ room: RoomID) { writers[room] = nil }

  // MARK: Registry and archive

  /// Reads a session.
  package func get(_ session: SessionID, _ answer: @escaping (RegistryAnswer) -> Void) {
    connection.request({ $0.session(session) }) { outcome in
      if case .answered(let found) = outcome { answer(.found(found)) } else { answer(.unavailable) }
    }
  }

  /// Stores records of sessions and bans.
  package func put(
    _ records: [RegistryRecord], _ outcome: @escaping ([RegistryOutcome]) -> Void
  ) {
    let answers = OrderedAnswers(records.map(\.isAwaited), outcome)
    for (index, record) in records.enumerated() {
      put(record) { answers.note($0, at: index) }
    }
  }

  private func put(_ record: RegistryRecord, _ done: @escaping (RegistryOutcome?) -> Void) {
    switch record {
    case .session(let record, let former, let id):
      connection.request({ store -> RegistryOutcome in
        store.put(record, expecting: former).map { .kept(id, $0) }
          ?? .conflict(id, store.session(record.id))
      }) { answer in
        switch answer {
        case .answered(let outcome): done(outcome)
        case .noResponders: done(.notKept(id))
        case .silence: done(.unclear(id))
        }
      }
    case .forgotten(let session): connection.insist({ $0.forget(session) }, { done(nil) })
    case .ban(let change, let id):
      banCount += 1
      let number = StreamStore.BanNumber(node: node, number: banCount)
      connection.insist({ $0.change(change, as: number) }) { [connection] count in
        connection.afterBans(count) { done(.noted(id)) }
      }
    }
  }

  /// Searches the finished matches.
  package func query(_ query: ReplayQuery, _ answer: @escaping (ReplayAnswer) -> Void) {
    connection.request({ $0.replays.answer(query) }) { outcome in
      if case .answered(let found) = outcome { answer(found) } else { answer(.unavailable) }
    }
  }

  // MARK: Nodes

  /// Writes what the node tells about itself.
  package func announce(_ record: NodeRecord, _ outcome: @escaping (Bool) -> Void) {
    connection.request({ $0.change(.present(record)) }) { answer in
      if case .answered = answer { outcome(true) } else { outcome(false) }
    }
  }

  /// Withdraws the node's announcement.
  package func withdraw() {
    let node = node
    connection.request({ $0.change(.ended(node)) }, { _ in })
  }
}

/// The outcomes of a group of records, reported together in the order of the records.
private final class OrderedAnswers<Outcome> {
  private var outcomes: [Outcome?]
  private var missing: Int
  private let report: ([Outcome]) -> Void

  /// The outcomes of records, given which of them are awaited; of none, they are reported at once.
  init(_ isAwaited: [Bool], _ report: @escaping ([Outcome]) -> Void) {
    outcomes = Array(repeating: nil, count: isAwaited.count)
    missing = isAwaited.count { $0 }
    self.report = report
    if missing == 0 { report([]) }
  }

  /// Notes an outcome; nil for that of a record that is not awaited.
  func note(_ outcome: Outcome?, at index: Int) {
    guard let outcome else { return }
    precondition(outcomes[index] == nil, "Each awaited record has one outcome.")
    outcomes[index] = outcome
    missing -= 1
    if missing == 0 { report(outcomes.compactMap(\.self)) }
  }
}
