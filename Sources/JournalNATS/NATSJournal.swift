// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import JetStream
package import Journal
package import Lobby
import Wire

/// The journal of a node whose world is on NATS servers.
///
/// Unchecked: everything is used on the loop only, where the connection calls back.
package final class NATSJournal: SharedJournal, @unchecked Sendable {
  /// How the journal is.
  package struct State: Hashable, Sendable {
    /// Since when there is no connection; nil while there is one.
    package var awaySince: ContinuousClock.Instant?
    /// Why nothing is written any more, as a sentence; nil as long as it is.
    ///
    /// A stream has less than this process has seen of it. `refill` ends this, or another start.
    package var regression: String?
    /// Why the servers are not to be relied on, as sentences, though the operator accepts it.
    package var problems: [String]

    /// A state with all its parts.
    package init(
      awaySince: ContinuousClock.Instant? = nil, regression: String? = nil,
      problems: [String] = []
    ) {
      self.awaySince = awaySince
      self.regression = regression
      self.problems = problems
    }
  }

  /// The node that writes through it.
  package let node: NodeID
  /// Messages between nodes, over the same connection.
  package let network: NATSNodeNetwork
  /// How it is.
  package private(set) var state: State
  /// Called when that changes.
  package var onState: (State) -> Void = { _ in }

  let context: JournalContext
  let options: NATSJournalOptions
  let deliver: NATSConnection.Deliver
  /// The world's record as it was found.
  let record: WorldRecord.World
  let roomRefill: RoomRefill
  let sessions: SessionStore
  let bans: BanStore
  let archive: ResultArchive
  let nodes: NodeTable
  let places: PlaceTable
  private let writer: RoomWriter
  private let claims: RoomClaims
  private let spectators: SpectatorStore
  private let roomSweep: RoomSweep
  /// Appends and puts that have not been answered.
  private var groups = 0
  /// Who waits for the connection to be closed; nil while nobody has asked for that.
  private var closing: [@Sendable (Bool) -> Void]?
  /// How closing ended.
  private var closed: Bool?

  /// Owners repair the table of open rooms this often.
  private static let repairInterval = Duration.seconds(60)
  /// What is waiting is looked at this often.
  private static let idleTick = Duration.milliseconds(20)

  init(
    _ opened: OpenedWorld, _ options: NATSJournalOptions,
    deliver: @escaping NATSConnection.Deliver
  ) {
    node = options.node
    self.options = options
    self.deliver = deliver
    record = opened.world
    state = State(problems: opened.problems)
    let context = JournalContext(
      connection: opened.connection, names: opened.names, node: node, marks: opened.marks,
      rest: opened.world.rest)
    self.context = context
    let archive = ResultArchive(
      context, index: opened.index, next: opened.lastResult + 1)
    self.archive = archive
    sessions = SessionStore(context)
    bans = BanStore(context, told: opened.lastBan)
    nodes = NodeTable(context)
    places = PlaceTable(context)
    spectators = SpectatorStore(context)
    let rooms = OwnedRooms()
    writer = RoomWriter(
      context, rooms: rooms, results: ResultWriter(context) { archive.contains($0) },
      places: places, spectators: spectators)
    roomRefill = RoomRefill(context, rooms: rooms, writer: writer)
    claims = RoomClaims(context, writer: writer, spectators: spectators)
    roomSweep = RoomSweep(context)
    network = NATSNodeNetwork(context)
    context.onRegression = { [weak self] sentence in
      if sentence != nil { self?.bans.stop() }
      self?.change { $0.regression = sentence }
    }
  }

  /// Begins to tell: whoever listens has set the closures by now.
  ///
  /// Nothing that was stored since the contents were read is missed. Until then no change to the bans
  /// is answered.
  package func start() {
    archive.start()
    bans.start()
    nodes.start()
    places.start()
    network.start()
    look()
    repair()
  }

  /// The connection has changed; on the loop.
  func take(_ connection: ConnectionState) {
    context.noteConnection()
    switch connection {
    case .connected:
      change { $0.awaySince = nil }
      context.lookAtStreams()
    case .away(let time): change { $0.awaySince = time }
    case .closed: return
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let former = state
    body(&state)
    if state != former { onState(state) }
  }

  private func look() {
    context.connection.call(after: options.lookInterval) { [self] in
      context.lookAtStreams()
      look()
    }
  }

  private func repair() {
    context.connection.call(after: Self.repairInterval) { [self] in
      repairPlaces()
      repair()
    }
  }

  /// Writes this node's rooms into the table of open rooms where that has them at other places.
  func repairPlaces() { places.repair(writer.owned) }

  // MARK: Rooms

  /// Appends records of rooms, each to its own room's log.
  package func append(_ records: [RoomRecord], _ outcome: @escaping ([RoomOutcome]) -> Void) {
    let group = begin(records.count { $0.isAwaited }, outcome)
    for record in records {
      switch record {
      case .step(let step): writer.append(step, group.slot())
      case .closed(let room, let time): writer.close(room, at: time)
      case .spectator(let spectator, let room):
        let slot = group.slot()
        guard writer.isOpen(room) else {
          slot(.watchesNot(spectator.session, room))
          continue
        }
        spectators.add(spectator, to: room) { isThere in
          slot(
            isThere
              ? .watches(spectator.session, room) : .watchesNot(spectator.session, room))
        }
      case .spectatorLeft(let session, let room): spectators.remove(session, from: room)
      }
    }
    group.endIfEmpty()
  }

  /// Takes a room over, if its log allows it.
  package func claim(_ claim: RoomClaim, _ outcome: @escaping (ClaimOutcome) -> Void) {
    claims.claim(claim, outcome)
  }

  /// Hands a room over by a record of its log.
  package func release(
    _ room: RoomID, to node: NodeID, _ outcome: @escaping (RoomOutcome) -> Void
  ) {
    writer.release(room, to: node, outcome)
  }

  /// This node decides for a room no longer.
  package func letGo(_ room: RoomID) { writer.letGo(room) }

  /// Removes the logs of rooms that closed longer ago than the world's rest, unless another node has
  /// just done so; to be called once in `RoomSweep.interval`.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - outcome: is called once, with the number of rooms; nil if this node did not sweep.
  package func sweep(now: ServerTime, _ outcome: @escaping (Int?) -> Void) {
    roomSweep.sweep(now: now, outcome)
  }

  // MARK: Registry

  /// Reads a session from the leader of its bucket.
  package func get(_ session: SessionID, _ answer: @escaping (RegistryAnswer) -> Void) {
    sessions.get(session, answer)
  }

  /// Stores records of sessions and bans.
  package func put(
    _ records: [RegistryRecord], _ outcome: @escaping ([RegistryOutcome]) -> Void
  ) {
    let group = begin(records.count { $0.isAwaited }, outcome)
    for record in records {
      switch record {
      case .session(let session, let former, let id):
        sessions.put(session, expecting: former, for: id, group.slot())
      case .forgotten(let session): sessions.forget(session)
      case .ban(let change, let id):
        let slot = group.slot()
        bans.put(change) { slot($0 ? .noted(id) : .notNoted(id)) }
      }
    }
    group.endIfEmpty()
  }

  /// Called with changes to the bans of the world, in their order.
  package var onBans: ([BanChange]) -> Void {
    get { bans.onBans }
    set { bans.onBans = newValue }
  }

  // MARK: Archive

  /// Queries the latest matches of the world.
  package func query(_ query: ReplayQuery, _ answer: @escaping (ReplayAnswer) -> Void) {
    archive.query(query, answer)
  }

  /// Called with results of matches of the world, in the order of their stream.
  package var onResults: ([MatchResult]) -> Void {
    get { archive.onResults }
    set { archive.onResults = newValue }
  }

  // MARK: Nodes

  /// Writes what this node tells about itself.
  package func announce(_ record: NodeRecord, _ outcome: @escaping (Bool) -> Void) {
    precondition(record.id == node, "A node tells about itself.")
    nodes.announce(record, outcome)
  }

  /// Withdraws it.
  package func withdraw() { nodes.withdraw() }

  /// Called with changes to the table of nodes.
  package var onNodes: ([NodeChange]) -> Void {
    get { nodes.onNodes }
    set { nodes.onNodes = newValue }
  }

  /// Called with changes to the table of open rooms.
  package var onPlaces: ([PlaceChange]) -> Void {
    get { places.onPlaces }
    set { places.onPlaces = newValue }
  }

  // MARK: Closing

  /// Closes the connection once everything is stored and answered, or after `limit`, and calls back
  /// on the loop, behind everything else, with whether it was.
  ///
  /// Whoever closes it again is told the same.
  package func close(within limit: Duration, _ completion: @escaping @Sendable (Bool) -> Void) {
    if let closed { return completion(closed) }
    guard closing == nil else {
      closing?.append(completion)
      return
    }
    closing = [completion]
    whenIdle(by: .now + limit) { [self] isIdle in
      context.connection.close { [self] in
        closed = isIdle
        bans.stop()
        for completion in closing ?? [] { completion(isIdle) }
        closing = []
      }
    }
  }

  /// Closes the connection at once, as the end of the process would.
  func cut(_ completion: @escaping @Sendable () -> Void) {
    context.connection.connection.close(completion)
  }

  /// Whether everything is stored and answered.
  var isIdle: Bool { groups == 0 && writer.isIdle && claims.isIdle && sessions.isIdle }

  /// The world's name.
  var world: String { context.names.world }

  /// Calls back once everything is stored and answered, or at `deadline`, with whether it is.
  func whenIdle(by deadline: ContinuousClock.Instant, _ body: @escaping (Bool) -> Void) {
    let isIdle = isIdle
    guard isIdle || .now >= deadline else {
      return context.connection.call(after: Self.idleTick) { [self] in
        whenIdle(by: deadline, body)
      }
    }
    body(isIdle)
  }

  private func begin<Outcome>(
    _ count: Int, _ outcome: @escaping ([Outcome]) -> Void
  ) -> OutcomeGroup<Outcome> {
    groups += 1
    return OutcomeGroup(count) { [self] outcomes in
      groups -= 1
      outcome(outcomes)
    }
  }
}
