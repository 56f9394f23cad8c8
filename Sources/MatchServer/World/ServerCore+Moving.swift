// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Protocol
import Wire

// Clients are sent to the node that decides for their room, never proxied: lag and clocks are
// measured on the player's own connection.

extension ServerCore {
  /// Tells a client where its request is answered.
  ///
  /// A client that cannot follow is closed, with the address in the sentence.
  ///
  /// - Parameters:
  ///   - connection: the client's connection.
  ///   - url: the other node's address.
  ///   - id: the request.
  ///   - code: the code of the room; nil if the request itself is to be repeated there.
  ///   - out: where it goes.
  mutating func move(
    _ connection: ServerConnectionID, to url: String, answering id: RequestID?, code: RoomCode?,
    _ out: inout Outbox
  ) {
    metrics.count(.moved)
    if connections[connection]?.follows == true {
      // What the client has sent meanwhile belongs there too.
      connections[connection]?.place = code.map { .room($0) } ?? .node(url: url)
      send(.moved(Moved(id: id, code: code?.rawValue ?? "", url: url)), to: [connection], &out)
    } else {
      let link = code.map { "\(url)/\($0.rawValue)" } ?? url
      close(
        connection, code: .serverElsewhere,
        reason: "This is played at \(link): connect there, or use a newer client.",
        closeCode: 1008, &out)
    }
  }

  // MARK: Handing over

  /// Tells those clients in a room that follow moves to expect another node, which takes it over soon.
  mutating func announceMove(of room: RoomID, to destination: NodeID, _ out: inout Outbox) {
    guard let url = world?.url(of: destination) else { return }
    let following = sessions.connections(of: directory.everyone(in: room)).filter {
      connections[$0]?.follows == true
    }
    send(.moving(url: url), to: following, &out)
  }

  /// The journal has answered whether a room is handed over.
  mutating func released(
    _ room: RoomID, _ outcome: RoomOutcome, now: ServerTime, _ out: inout Outbox
  ) {
    let (destination, code) = (world?.destination(of: room), directory.code(of: room))
    world?.handedOver(room, now: now)
    switch outcome {
    case .landed:
      guard let destination, let code else { return }
      let isTaken = world?.owner(of: code) == destination
      lose(room, to: destination, now: now, &out)
      out.append(.world(.tell(.handedOver(code: code.rawValue), to: destination)))
      if !isTaken { world?.remind(destination, of: code, now: now) }
    case .lost(_, let owner): lose(room, to: owner, now: now, &out)
    case .failed, .taken, .reread, .watches, .watchesNot:
      deliver(directory.keep(room, now: now), &out)
    }
  }

  /// The table of open rooms says that another node has a room.
  ///
  /// If it is here, it was lost, though nobody has noticed: nothing of it has been refused by the journal.
  /// The table is only a hint, so the journal is asked whose the room is once somebody asks for it here.
  /// Until then the journal knows as well that nobody here decides for the room.
  mutating func recheck(
    _ code: RoomCode, ownedBy owner: NodeID, now: ServerTime, _ out: inout Outbox
  ) {
    guard let world, owner != world.node, world.owner(of: code) == owner,
      letGo(code, now: now, &out)
    else { return }
    self.world?.doubt(code)
  }

  /// Lets go of a room that another node has, as far as is known; false if it is not here, or if the
  /// journal is about to say so.
  mutating func letGo(_ code: RoomCode, now: ServerTime, _ out: inout Outbox) -> Bool {
    guard let room = directory.resting(code), let owner = world?.owner(of: code),
      owner != world?.node
    else { return false }
    lose(room, to: owner, now: now, &out)
    out.append(.world(.letGo(room)))
    return true
  }

  /// Another node decides for a room: everybody in it goes on there.
  mutating func lose(
    _ room: RoomID, to owner: NodeID, now: ServerTime, _ out: inout Outbox
  ) {
    guard let code = directory.code(of: room) else { return }
    metrics.count(.roomsLost)
    world?.handedOver(room, now: now)
    world?.know(code, ownedBy: owner, now: now)
    deliver(directory.lose(room, now: now), &out)
  }

  /// Sends everybody in a room that was lost to its owner, or to the world if that is unknown.
  mutating func moveEveryone(
    in room: RoomID, _ code: RoomCode, members: [SessionID], entering: [Origin],
    _ out: inout Outbox
  ) {
    let url = world?.owner(of: code).flatMap { world?.url(of: $0) }
    // Those who enter know of no room: to them their request is what has moved.
    let requests = members.map { ($0, nil) } + entering.map { ($0.session, Optional($0.request)) }
    for (session, request) in requests {
      guard let connection = sessions.connection(of: session) else { continue }
      delivery.unsubscribe(connection, from: .room(room), &out)
      if let url {
        move(connection, to: url, answering: request, code: code, &out)
      } else {
        sendToWorld(connection, from: code, &out)
      }
    }
  }

  /// The journal has been silent for so long that another node may go on with the rooms here.
  mutating func dismissPlayers(_ out: inout Outbox) {
    for connection in sessions.welcomed {
      guard let session = sessions.session(over: connection), directory.isInRoom(session) else {
        continue
      }
      sendToWorld(connection, from: directory.code(of: session), &out)
    }
  }

  /// Has a client dial the world again.
  ///
  /// A client that follows moves finds its room from any node, so it is to come back soon. Any other would
  /// come back to the address that it has dialled, which may be this very node or one that sends it
  /// here: it is told once where to go, and to come back at no time.
  private mutating func sendToWorld(
    _ connection: ServerConnectionID, from code: RoomCode?, _ out: inout Outbox
  ) {
    let reason = "This server cannot save matches at the moment: your match goes on at another one"
    guard connections[connection]?.follows != true else {
      return close(
        connection, code: .serverElsewhere, reason: "\(reason).", closeCode: 1001,
        retryAfter: .milliseconds(250), &out)
    }
    let path = code.map { "/\($0.rawValue)" } ?? ""
    let place = worldURL.map { "at \($0)\(path)" } ?? "at the address that players are given"
    close(
      connection, code: .serverElsewhere,
      reason: "\(reason). Connect again \(place), or use a newer client.", closeCode: 1008, &out)
  }

  /// The address of the world: the public name that this node's own address is below; nil if none is.
  private var worldURL: String? {
    guard let url = world?.url, let scheme = url.firstRange(of: "://") else { return nil }
    let host = url[scheme.upperBound...].prefix { $0 != ":" && $0 != "/" }
    let name = names.map(\.description).first { name in
      let known = name.prefix { $0 != ":" }
      return host == known || host.hasSuffix(".\(known)")
    }
    return name.map { "\(url[..<scheme.upperBound])\($0)" }
  }
}
