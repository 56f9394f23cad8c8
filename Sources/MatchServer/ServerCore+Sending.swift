// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Protocol

/// Collects outputs in order; consecutive records for the same part of the journal go together.
struct Outbox {
  private(set) var outputs: [ServerOutput] = []

  mutating func append(_ output: ServerOutput) {
    outputs.append(output)
  }

  mutating func append(contentsOf more: [ServerOutput]) {
    for output in more { outputs.append(output) }
  }

  mutating func append(_ record: RoomRecord) {
    guard case .append(var records) = outputs.last else {
      return outputs.append(.append([record]))
    }
    // Removed first: a second reference would copy the array on each append.
    outputs.removeLast()
    records.append(record)
    outputs.append(.append(records))
  }

  mutating func append(_ record: RegistryRecord) {
    guard case .register(var records) = outputs.last else {
      return outputs.append(.register([record]))
    }
    outputs.removeLast()
    records.append(record)
    outputs.append(.register(records))
  }
}

extension ServerCore {
  /// Sends a message, encoded once per encoding among the targets.
  mutating func send(
    _ message: ServerMessage, to targets: [ServerConnectionID], _ out: inout Outbox
  ) {
    metrics.refusedOrClosed(message, to: targets.count)
    delivery.send(message, to: targets, &out)
  }

  /// Sends a message to some players of a room and to the listening spectators of `audience`.
  mutating func send(
    _ message: ServerMessage, to players: [SessionID], audience: RoomID?, _ out: inout Outbox
  ) {
    delivery.send(
      message, to: sessions.connections(of: players), subject: audience.map { .room($0) }, &out)
  }

  /// Sends `closing` with the reason and closes the connection.
  mutating func close(
    _ connection: ServerConnectionID, code: RefusalCode, reason: String, closeCode: UInt16,
    retryAfter: Duration? = nil, _ out: inout Outbox
  ) {
    let closing = Closing(code: code.rawValue, retryAfter: retryAfter, reason: reason)
    metrics.refusedOrClosed(.closing(closing), to: 1)
    delivery.dismiss(connection, closing, closeCode: closeCode, &out)
  }

  /// Carries out the lobby's outputs: the only way anything about rooms and matches leaves.
  ///
  /// - Parameters:
  ///   - outputs: what the lobby wants done.
  ///   - encoded: entries of theirs that the journal has encoded; nil for none.
  ///   - out: where it goes.
  mutating func deliver(
    _ outputs: [LobbyOutput], encoded: EncodedEntries? = nil, _ out: inout Outbox
  ) {
    for output in outputs {
      switch output {
      case .append(let batch):
        lifecycle.awaitRecord()
        out.append(.step(batch))
      case .watch(let room, let record):
        lifecycle.awaitRecord()
        out.append(.spectator(record, of: room))
      case .unwatch(let room, let session): out.append(.spectatorLeft(session, of: room))
      case .entries(let entries, let players, let audience):
        let players = sessions.connections(of: players)
        for entry in entries {
          delivery.send(
            .entry(entry), encoded: encoded?[entry.seq], to: players,
            subject: audience.map { .room($0) }, &out)
        }
        if !players.isEmpty { out.append(.chase(players)) }
      case .joined(let session, let joined):
        assert(
          joined.role == .player || joined.seat == nil, "A spectator has no seat.")
        settle(session)
        send(.joined(joined), to: sessions.connections(of: [session]), &out)
      case .refused(let session, let request, let refusal):
        send(.refused(id: request, refusal), to: sessions.connections(of: [session]), &out)
      case .left(let session, let request, let reason):
        settle(session)
        send(
          .left(id: request, code: reason.rawValue), to: sessions.connections(of: [session]), &out)
      case .presence(let presence, let players, let audience):
        send(.presence(presence), to: players, audience: audience, &out)
      case .audience(let count, let players, let audience):
        send(.audience(count: count), to: players, audience: audience, &out)
      case .listening(let session, let room):
        guard let connection = sessions.connection(of: session) else { break }
        if let room {
          delivery.subscribe(connection, to: .room(room), &out)
        } else {
          delivery.unsubscribeFromRoom(connection, &out)
        }
      case .suspected(let session, let room):
        out.append(.suspect(session: session.rawValue, room: room.rawValue))
      case .listed(let room): publishOwn(RoomsUpdate(rooms: [room]), &out)
      case .unlisted(let code): publishOwn(RoomsUpdate(removed: [code.rawValue]), &out)
      case .closed(let room, let time):
        world?.handedOver(room, now: time)
        out.append(.closed(room, at: time))
      case .release(let room):
        guard let destination = world?.destination(of: room) else {
          preconditionFailure("Room \(room.rawValue) is handed over to nobody.")
        }
        out.append(.world(.release(room, to: destination)))
      case .moved(let room, let code, let members, let entering):
        moveEveryone(in: room, code, members: members, entering: entering, &out)
      case .idle(let session): detach(session, &out)
      case .forgotten(let session):
        sessions.forget(session)
        // Another node may have it, which cannot be told from here: the world's registry lets go of
        // sessions by their age.
        if world == nil { out.append(.forgotten(session)) }
      case .follow(let room, let code): out.append(.owner(.follow(room, code)))
      case .unfollow(let room): out.append(.owner(.unfollow(room)))
      case .watching(let room, let count): out.append(.owner(.watching(room, count)))
      }
    }
  }

  /// A session has entered or left a room here: no other node answers for it.
  private mutating func settle(_ session: SessionID) {
    guard world != nil, let connection = sessions.connection(of: session) else { return }
    connections[connection]?.place = nil
  }
}
