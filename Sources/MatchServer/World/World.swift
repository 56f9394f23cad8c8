// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Protocol

/// A node's knowledge of its world, and its intentions: which nodes are
/// alive, which rooms are whose, which to claim, which to hand over.
///
/// Nothing here is more than a hint: a room is a node's if the room's log says so. The server core
/// carries out the orders.
struct World: Sendable {
  /// An action for the server core to take.
  enum Order: Hashable, Sendable {
    /// Ping a node.
    case ping(NodeID)
    /// Tell the others about this node.
    case announce
    /// Claim a room.
    case claim(RoomClaim)
    /// Tell a room's clients to expect another node, or hand it over.
    case handOver(Handovers.Action)
    /// Tell a node again that it was handed a room.
    case remind(NodeID, of: RoomCode)
    /// A node is gone: its rooms are no longer listed.
    case unlist([String])
    /// A node has come: it has to be told this node's list of rooms.
    case introduce(NodeID)
    /// The journal has been silent for too long: send players to the world.
    case dismissPlayers
  }

  /// A node further ahead or behind than this is warned about.
  static let clockWarning = Duration.milliseconds(100)
  /// A node further ahead or behind than this claims nothing, and is not ready.
  static let clockLimit = Duration.milliseconds(250)

  /// This node.
  let node: NodeID
  /// Where clients reach it.
  let url: String
  private var neighbours: Neighbours
  private var places = Places()
  /// Rooms that this node has let go of because of the table of open rooms: only the journal knows.
  private var doubted: Set<RoomCode> = []
  private var claims = ClaimQueue()
  private var reach: JournalReach
  private var lists = NeighbourLists()
  private var handovers = Handovers()
  /// Since when rooms stand still whose logs could not be written back; nil for none.
  private var strandedSince: ServerTime?
  /// Whether this node takes no rooms, because it is draining or shutting down.
  private var takesNothing = false
  /// When `tick` is due next; kept, because it is asked for after every input.
  private(set) var nextWake: ServerTime?

  /// A world as a node finds it at its start: unknown.
  init(_ node: NodeID, url: String, now: ServerTime) {
    self.node = node
    self.url = url
    neighbours = Neighbours(of: node)
    reach = JournalReach(at: now)
    rearm(at: now)
  }

  // MARK: Asking

  /// Whether a node is alive, as far as is known; this one is.
  func isLiving(_ other: NodeID) -> Bool { other == node || neighbours.isLiving(other) }

  /// Where clients reach a living node; nil for any other.
  func url(of other: NodeID) -> String? {
    other == node ? url : neighbours.record(of: other)?.url
  }

  /// Where clients reach a node that answers at this moment; nil for any other.
  func answeringURL(of other: NodeID, at now: ServerTime) -> String? {
    neighbours.isAnswering(other, at: now) ? url(of: other) : nil
  }

  /// The owner of the room with a code, as far as is known.
  func owner(of code: RoomCode) -> NodeID? { places.owner(of: code) }

  /// The living node that has the room with a code, as far as is known; nil if the journal is to be
  /// asked.
  func leader(of code: RoomCode) -> NodeID? {
    guard let owner = places.owner(of: code), owner != node, isLiving(owner) else { return nil }
    return doubted.contains(code) ? nil : owner
  }

  /// The living node that finds tables with these settings; nil for this one.
  func home(of quick: QuickMatch) -> NodeRecord? {
    let candidates = neighbours.takers
    let nodes = candidates.map(\.id) + (takesNothing ? [] : [node])
    let key = "quick \(quick.mode) \(quick.seats) \(quick.isRated)"
    let first = Rendezvous.first(of: nodes, for: key)
    return candidates.first { $0.id == first }
  }

  /// The living nodes that take rooms, the emptiest first, without this one.
  var takers: [NodeRecord] {
    neighbours.takers.sorted { ($0.rooms, $0.id) < ($1.rooms, $1.id) }
  }

  /// Every other node that is known, and whether it is alive.
  var known: [(record: NodeRecord, isGone: Bool)] { neighbours.known }

  /// The number of open rooms in the world, as far as is known.
  var roomCount: Int { places.count }

  /// The public rooms of the other nodes.
  var listed: [RoomSummary] { lists.all }

  /// By how much this node's clock is ahead of the world's.
  var clockError: Duration { neighbours.clockError }

  /// By how much a node's clock is ahead of this one's, and how wrong that may be.
  func clockOffset(of other: NodeID) -> (offset: Duration, bound: Duration)? {
    neighbours.clockOffset(of: other)
  }

  /// Whether the clock is close enough to the world's for matches.
  var isClockRight: Bool { max(clockError, .zero - clockError) <= Self.clockLimit }

  /// Whether the journal has been silent for so long that joins are refused.
  func isJournalAway(at now: ServerTime) -> Bool { reach.isAway(at: now) }

  /// Whether the journal has answered for long enough to have said what other nodes have taken.
  func isJournalSettled(at now: ServerTime) -> Bool { reach.mayClaim(at: now) }

  /// Whether this node may take over rooms of nodes that are gone.
  func mayClaim(at now: ServerTime) -> Bool {
    isJournalSettled(at: now) && isClockRight && !takesNothing
  }

  /// When this node noticed that the owner of a room that it claims is gone; nil if it did not.
  func orphanedAt(_ code: RoomCode) -> ServerTime? { claims.orphanedAt(code) }

  /// The number of rooms that wait to be claimed, or for the journal's answer.
  var claimCount: Int { claims.count }

  /// What this node remembers was written back: everything, if it `isWhole`, or what was left of it.
  ///
  /// - Returns: since when the rooms have stood still.
  mutating func refilled(isWhole: Bool, isFinished: Bool) -> ServerTime {
    let since = isWhole ? reach.heardAt : strandedSince ?? reach.heardAt
    strandedSince = isFinished ? nil : since
    return since
  }

  // MARK: Nodes

  /// The table of nodes has changed.
  mutating func take(_ changes: [NodeChange], now: ServerTime) -> [Order] {
    defer { rearm(at: now) }
    var orders: [Order] = []
    for change in changes {
      switch change {
      case .present(let record):
        let (isNew, former) = neighbours.present(record, now: now)
        if isNew { orders.append(.introduce(record.id)) }
        for run in former { orders += leave(run, now: now) }
      case .ended(let other):
        if neighbours.ended(other) { orders += leave(other, now: now) }
      }
    }
    return orders
  }

  /// A ping has ended.
  mutating func pinged(_ other: NodeID, _ outcome: PingOutcome, now: ServerTime) -> [Order] {
    defer { rearm(at: now) }
    guard neighbours.pinged(other, outcome, now: now) else { return [] }
    for code in places.rooms(of: other) { claims.drop(code) }
    return [.introduce(other)]
  }

  /// An announcement has ended.
  mutating func announced(_ isStored: Bool, now: ServerTime) {
    reach.announced(isStored, now: now)
    rearm(at: now)
  }

  /// Whether this node takes rooms has changed.
  mutating func takes(_ takesRooms: Bool) { takesNothing = !takesRooms }

  /// Does what is due by `now`.
  mutating func tick(now: ServerTime) -> [Order] {
    defer { rearm(at: now) }
    var orders = neighbours.takePings(now: now).map { Order.ping($0) }
    if reach.takeAnnouncement(now: now) { orders.append(.announce) }
    if reach.takeDismissal(now: now) { orders.append(.dismissPlayers) }
    for other in neighbours.takeGone(now: now) { orders += leave(other, now: now) }
    neighbours.forgetGone(now: now) { [places] in places.owns($0) }
    neighbours.rearm()
    if mayClaim(at: now) {
      for code in claims.take(now: now) {
        guard let owner = places.owner(of: code), !isLiving(owner) else {
          claims.answered(code)
          claims.drop(code)
          continue
        }
        orders.append(.claim(claim(of: code, now: now)))
      }
    }
    orders += handovers.take(now: now).map { .handOver($0) }
    for (code, destination) in handovers.takeReminders(now: now) {
      // If that node has ended, whichever node claims the room first has it.
      if isLiving(destination) {
        orders.append(.remind(destination, of: code))
      } else {
        handovers.taken(code)
      }
    }
    return orders
  }

  private mutating func rearm(at now: ServerTime) {
    nextWake = earlier(neighbours.nextWake, earlier(reach.nextWake, handovers.nextWake))
    // While rooms may not be claimed, what changes that rearms.
    guard let due = claims.nextWake, isClockRight, !takesNothing,
      let from = reach.claimsFrom(at: now)
    else { return }
    nextWake = earlier(nextWake, max(due, from))
  }

  /// A node is gone, or has ended: its rooms are no longer listed, and are to be claimed.
  private mutating func leave(_ other: NodeID, now: ServerTime) -> [Order] {
    let takers = neighbours.takers.map(\.id)
    for code in places.rooms(of: other) { want(code, among: takers, now: now) }
    let gone = lists.drop(other)
    return gone.isEmpty ? [] : [.unlist(gone)]
  }

  // MARK: Rooms

  /// The table of open rooms has changed.
  mutating func take(_ changes: [PlaceChange], now: ServerTime) {
    defer { rearm(at: now) }
    for change in changes {
      switch change {
      case .open(let code, let owner):
        places.set(code, to: owner)
        handovers.taken(code)
        neighbours.watch(owner, now: now)
        if isLiving(owner) {
          claims.drop(code)
        } else {
          want(code, among: neighbours.takers.map(\.id), now: now)
        }
      case .closed(let code):
        places.set(code, to: nil)
        handovers.taken(code)
        doubted.remove(code)
        claims.drop(code)
      }
    }
  }

  /// The journal has answered which node owns a room, or that none does.
  mutating func know(_ code: RoomCode, ownedBy owner: NodeID?, now: ServerTime) {
    defer { rearm(at: now) }
    places.set(code, to: owner)
    doubted.remove(code)
    if let owner { neighbours.watch(owner, now: now) }
    if owner.map({ isLiving($0) }) ?? true { claims.drop(code) }
    if owner == node { handovers.taken(code) }
  }

  /// A room is no longer here because the table of open rooms says so, which may be wrong.
  mutating func doubt(_ code: RoomCode) { doubted.insert(code) }

  /// Somebody asks for a room that this node does not have.
  ///
  /// - Returns: the claim to make; nil if one is under way.
  mutating func seek(_ code: RoomCode, now: ServerTime) -> RoomClaim? {
    defer { rearm(at: now) }
    return claims.ask(code) ? claim(of: code, now: now) : nil
  }

  /// The journal has answered a claim, or could not: a room whose owner is gone is claimed again.
  mutating func claimed(_ code: RoomCode, now: ServerTime) {
    claims.answered(code)
    if let owner = places.owner(of: code), !isLiving(owner) {
      claims.add(code, at: now + ClaimQueue.retryInterval)
    }
    rearm(at: now)
  }

  /// A claim of a room: from any node that is gone, if this node may claim; else it only finds the
  /// room.
  private func claim(of code: RoomCode, now: ServerTime) -> RoomClaim {
    var claim = RoomClaim(code: code, now: now)
    guard mayClaim(at: now) else { return claim }
    claim.gone = neighbours.gone
    // A node that is not among them any more has ended, or has another run.
    if let owner = places.owner(of: code), !isLiving(owner), claim.gone[owner] == nil {
      claim.gone[owner] = .zero
    }
    return claim
  }

  /// A room whose owner is gone is to be claimed, by this node once its turn among the other nodes
  /// that take rooms has come; linear in their number.
  private mutating func want(_ code: RoomCode, among takers: [NodeID], now: ServerTime) {
    let turn = Rendezvous.turn(of: node, among: takers, for: code.rawValue)
    claims.orphan(code, at: now)
    claims.add(code, at: now + ClaimQueue.turnInterval * turn)
  }

  // MARK: Handing over

  /// A room is to be announced to its clients in a while, and then handed over to another node.
  mutating func handOver(
    _ room: RoomID, to other: NodeID, after wait: Duration, now: ServerTime
  ) {
    handovers.add(room, to: other, at: now + wait)
    rearm(at: now)
  }

  /// To which node a room is being handed over; nil if it is not.
  func destination(of room: RoomID) -> NodeID? { handovers.destination(of: room) }

  /// The journal has recorded a handover: the new owner is reminded until it has the room.
  mutating func remind(_ destination: NodeID, of code: RoomCode, now: ServerTime) {
    handovers.remind(destination, of: code, now: now)
    rearm(at: now)
  }

  /// The number of rooms that are being handed over.
  var handoverCount: Int { handovers.count }

  /// A handover has ended.
  mutating func handedOver(_ room: RoomID, now: ServerTime) {
    handovers.end(room)
    rearm(at: now)
  }

  // MARK: Lists

  /// A node has announced its part of the list of rooms.
  ///
  /// - Returns: what has changed for those who watch the list here.
  mutating func listed(_ update: RoomsUpdate, isWhole: Bool, by other: NodeID) -> RoomsUpdate {
    guard isLiving(other) else { return RoomsUpdate() }
    return lists.take(update, isWhole: isWhole, from: other)
  }
}
