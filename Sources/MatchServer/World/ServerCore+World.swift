// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Journal
import Lobby
import Protocol
import Wire

// A node's part in its world: what it is told by the journal and the other nodes.

extension ServerCore {
  /// Makes this server a node of a world; before any other input.
  ///
  /// - Parameters:
  ///   - node: its name, and what sets this run apart from others.
  ///   - url: where clients reach it.
  ///   - now: the current time.
  package mutating func join(as node: NodeID, at url: String, now: ServerTime) {
    precondition(world == nil && roomCount == 0, "A node joins its world before it has rooms.")
    world = World(node, url: url, now: now)
  }

  /// Handles what the world tells this node.
  mutating func handle(_ event: WorldEvent, now: ServerTime, _ out: inout Outbox) {
    switch event {
    case .claimed(let code, let outcome): claimed(code, outcome, now: now, &out)
    case .released(let room, let outcome): released(room, outcome, now: now, &out)
    case .announced(let isStored): world?.announced(isStored, now: now)
    case .nodes(let changes): carryOut(world?.take(changes, now: now) ?? [], now: now, &out)
    case .places(let changes):
      world?.take(changes, now: now)
      for case .open(let code, let owner) in changes {
        recheck(code, ownedBy: owner, now: now, &out)
      }
    case .pinged(let node, let outcome):
      carryOut(world?.pinged(node, outcome, now: now) ?? [], now: now, &out)
    case .told(let message, let node): told(message, by: node, now: now, &out)
    case .refilled(let report): refilled(report, now: now, &out)
    }
  }

  /// Does what is due in the world.
  mutating func tickWorld(now: ServerTime, _ out: inout Outbox) {
    guard world?.nextWake.map({ $0 <= now }) == true else { return }
    carryOut(world?.tick(now: now) ?? [], now: now, &out)
  }

  private mutating func carryOut(_ orders: [World.Order], now: ServerTime, _ out: inout Outbox) {
    for order in orders {
      switch order {
      case .ping(let node): out.append(.world(.ping(node)))
      case .announce: if let record = nodeRecord(at: now) { out.append(.world(.announce(record))) }
      case .claim(let claim):
        // A room that is here is one that was lost to the node that is gone now.
        if directory.has(claim.code), !letGo(claim.code, now: now, &out) {
          world?.claimed(claim.code, now: now)
        } else {
          out.append(.world(.claim(claim)))
        }
      case .handOver(.announce(let room, let destination)):
        announceMove(of: room, to: destination, &out)
      case .handOver(.begin(let room)): deliver(directory.handOver(room, now: now), &out)
      case .remind(let destination, let code):
        out.append(.world(.tell(.handedOver(code: code.rawValue), to: destination)))
      case .unlist(let codes): publish(RoomsUpdate(removed: codes), &out)
      case .introduce(let node): out.append(.world(.tell(.allRooms(directory.list), to: node)))
      case .dismissPlayers: dismissPlayers(&out)
      }
    }
  }

  /// What this node tells about itself.
  private func nodeRecord(at now: ServerTime) -> NodeRecord? {
    world.map { world in
      NodeRecord(
        id: world.node, url: world.url, version: version, rooms: roomCount,
        connections: connections.count, isDraining: lifecycle.beginsNothing, at: now)
    }
  }

  /// Another node has said something.
  mutating func told(
    _ message: NodeMessage, by node: NodeID, now: ServerTime, _ out: inout Outbox
  ) {
    switch message {
    case .rooms(let update): list(update, isWhole: false, by: node, &out)
    case .allRooms(let rooms): list(RoomsUpdate(rooms: rooms), isWhole: true, by: node, &out)
    case .attached(let session, let player, let revision):
      release(SessionID(session), player, keptAs: Revision(revision), now: now, &out)
    case .handedOver(let code):
      let code = RoomCode(code)
      guard !directory.has(code), let claim = world?.seek(code, now: now) else { return }
      out.append(.world(.claim(claim)))
    case .kicked(let session, let reason):
      let session = SessionID(session)
      guard sessions.isAlive(session) else { return }
      expel(session, .sessionKicked, reason, now: now, &out)
    }
  }

  // MARK: Lists

  /// The latest public rooms, of all nodes; at most `LobbyLimits.roomsListed`.
  var listed: [RoomSummary] {
    let own = directory.list
    return own + (world?.listed ?? []).prefix(max(0, LobbyLimits.roomsListed - own.count))
  }

  private mutating func list(
    _ update: RoomsUpdate, isWhole: Bool, by node: NodeID, _ out: inout Outbox
  ) {
    guard var changes = world?.listed(update, isWhole: isWhole, by: node) else { return }
    changes.removed.removeAll { directory.has(RoomCode($0)) }
    publish(changes, &out)
  }

  /// Sends changes of the list of rooms to those who watch it here.
  private mutating func publish(_ update: RoomsUpdate, _ out: inout Outbox) {
    guard !update.rooms.isEmpty || !update.removed.isEmpty else { return }
    delivery.send(.rooms(update), to: [], subject: .roomList, &out)
  }

  /// Sends a change of this node's part of the list to those who watch it, here and at other nodes.
  mutating func publishOwn(_ update: RoomsUpdate, _ out: inout Outbox) {
    publish(update, &out)
    if world != nil { out.append(.world(.tell(.rooms(update), to: nil))) }
  }

  // MARK: Sessions

  /// Another node has welcomed a session, or a player, that is connected here: the newest wins.
  private mutating func release(
    _ session: SessionID, _ player: String?, keptAs revision: Revision, now: ServerTime,
    _ out: inout Outbox
  ) {
    let rival = player.flatMap { self.rival(of: session, as: $0) }
    for session in [session, rival].compactMap(\.self) {
      guard sessions.connection(of: session) != nil,
        sessions.tokens.revision(of: session).map({ $0.rawValue < revision.rawValue }) ?? true
      else { continue }
      for connection in sessions.displace(session) { takenOver(connection, &out) }
      deliver(directory.setConnected(false, session, now: now), &out)
    }
  }

  /// Tells the other nodes that a session goes on here.
  mutating func tellAttached(
    _ session: SessionID, _ player: String?, keptAs revision: Revision?, _ out: inout Outbox
  ) {
    guard world != nil, let revision else { return }
    let message = NodeMessage.attached(
      session: session.rawValue, player: player, revision: revision.rawValue)
    out.append(.world(.tell(message, to: nil)))
  }
}
