// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Protocol

// What operators see and do of a world.

extension ServerCore {
  /// The nodes of the world, this one first.
  func nodesAnswer(now: ServerTime) -> AdminAnswer {
    guard let world else { return .refused(.noWorld) }
    let own = AdminReply.Node(
      name: world.node.name, run: world.node.run, url: world.url, version: version, state: "this",
      rooms: roomCount, connections: connections.count, clock: 0)
    let others = world.known.map { record, isGone in
      AdminReply.Node(
        name: record.id.name, run: record.id.run, url: record.url, version: record.version,
        state: isGone ? "gone" : record.isDraining ? "draining" : "living", rooms: record.rooms,
        connections: record.connections,
        clock: world.clockOffset(of: record.id).map { Double($0.offset.wholeMicroseconds) / 1000 })
    }
    let rows = ([own] + others).prefix(AdminAnswer.mostRows).map { AdminReply.node($0) }
    return .list(rows, of: others.count + 1, "node")
  }

  /// Begins to hand a room over, to the node of a name or to the emptiest.
  mutating func moveRoom(
    _ code: RoomCode, to name: String?, now: ServerTime, _ out: inout Outbox
  ) -> AdminAnswer {
    guard let world else { return .refused(.noWorld) }
    guard let room = directory.room(of: code) else {
      let owner = world.owner(of: code).map { ", but node \($0.name)" } ?? ""
      return .refused(
        AdminRefusal(
          .unknownRoom,
          "This node does not decide for a room \(code.rawValue.printable(limit: 20))\(owner): see "
            + "facedown-server admin rooms."))
    }
    let destinations = world.takers
    guard
      let destination = name.map({ name in destinations.first { $0.id.name == name } })
        ?? destinations.first
    else {
      return .refused(
        AdminRefusal(
          .unavailable,
          "There is no such node that takes rooms: see facedown-server admin nodes."))
    }
    self.world?.handOver(room, to: destination.id, after: .zero, now: now)
    tickWorld(now: now, &out)
    return .done("Room \(code.rawValue) goes to node \(destination.id.name).")
  }

  /// Begins to hand every room over, each to the node that has it by rendezvous hashing.
  mutating func handOverEveryRoom(now: ServerTime, _ out: inout Outbox) -> AdminAnswer {
    movesEveryRoom = true
    handOverRooms(now: now, &out)
    return .done(
      "Draining: \(roomCount.counted("room")) \(roomCount == 1 ? "goes" : "go") to other nodes, then "
        + "the server stops. To cancel: facedown-server admin drain --cancel.")
  }

  /// Begins to hand over the rooms that are not being handed over yet.
  ///
  /// Those of a drain: also a room that came late, or whose handover the journal has not stored.
  mutating func handOverRooms(now: ServerTime, _ out: inout Outbox) {
    let destinations = (world?.takers ?? []).map(\.id)
    var delay = Duration.zero
    for room in directory.openRooms where world?.destination(of: room) == nil {
      guard let code = directory.code(of: room),
        let destination = Rendezvous.first(of: destinations, for: code.rawValue)
      else { continue }
      world?.handOver(room, to: destination, after: delay, now: now)
      delay += Handovers.interval
    }
    tickWorld(now: now, &out)
  }

  /// Checks that there are nodes to hand rooms over to.
  ///
  /// - Throws: a refusal if there are none.
  func checkDestinations() throws(AdminRefusal) {
    guard let world else { throw .noWorld }
    guard !world.takers.isEmpty else {
      throw AdminRefusal(
        .unavailable, "No other node takes rooms: see facedown-server admin nodes.")
    }
  }
}

extension AdminRefusal {
  /// The refusal of a request about a world.
  static var noWorld: AdminRefusal {
    AdminRefusal(.unavailable, "This server belongs to no world: it has its journal to itself.")
  }
}
