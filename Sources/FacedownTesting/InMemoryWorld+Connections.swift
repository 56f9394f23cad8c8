// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import MatchClient
import MatchServer
import Protocol
import SocketClient
import Wire

// Messages in flight between guests and server, and broken connections.

extension InMemoryWorld {
  /// How a connection breaks.
  package enum Break: Hashable, Sendable {
    /// The client notices at once; what it has sent still arrives, what was sent to it does not.
    case closed
    /// Everything in flight is lost, and both ends notice at once.
    case lost
    /// Nothing arrives for this long, and neither end notices; then everything arrives, unless TCP
    /// has timed out.
    case silent(Duration)
  }

  /// Cuts a guest's connection.
  package func cut(_ guest: Guest) { cut(guest, .closed) }

  /// Breaks all of a guest's connections, connecting ones too; a client that reconnects dials
  /// again.
  package func cut(_ guest: Guest, _ kind: Break) {
    for connection in guests[guest.index].device.connections where !connection.isOverAtClient {
      switch kind {
      case .silent(let length): connection.stall(for: length, now: now)
      case .closed:
        connection.hangUp(now)
        feed(connection.ended, to: guest.index)
      case .lost:
        connection.cut()
        connection.leaveServer()
        connection.leaveClient()
        feedServer(.closed(connection.id))
        feed(connection.ended, to: guest.index)
      }
    }
  }

  /// Makes every connection attempt of a guest fail at once, for `length`.
  package func unplug(_ guest: Guest, for length: Duration) {
    guests[guest.index].device.unpluggedUntil = now + length
  }

  /// Delivers what is due on a guest's connections, in both directions.
  func deliver(_ index: Int) {
    let device = guests[index].device
    while let (connection, delivery) = device.nextDelivery(now) {
      switch delivery {
      case .upgrade:
        connection.accept(now)
        feedServer(.opened(connection.id, guests[index].encoding))
      case .received(let bytes, let time):
        if guests[index].isMeasured, let measured = connection.kernel.measure(at: now) {
          feedServer(.measured(connection.id, measured))
        }
        feedServer(.received(connection.id, bytes, at: time))
      case .closed: feedServer(.closed(connection.id))
      case .message(let bytes):
        guests[index].received.append(bytes)
        feed(guests[index].encoding.clientInput(bytes, over: connection.number), to: index)
      case .toClient(let input): feed(input, to: index)
      }
    }
    _ = device.removeSpent()
  }

  private func connection(_ id: ServerConnectionID) -> SimulatedConnection? {
    for guest in guests {
      if let connection = guest.device.connection(id) { return connection }
    }
    return nil
  }

  func feedServer(_ input: ServerInput) {
    disk?.beat(at: now)
    perform(server.handle(input, now: now))
  }

  func perform(_ outputs: [ServerOutput]) {
    for output in outputs.compactMap({ topics.resolve($0) }) {
      switch output {
      case .send(let bytes, _, let targets):
        for target in targets { connection(target)?.sendDown(.message(bytes), now: now) }
      case .chase, .admin, .drained: break
      case .publish, .subscribe, .unsubscribe: preconditionFailure("Topics were resolved.")
      case .world, .damaged: preconditionFailure("The server has no world, and nothing to restore.")
      case .suspect(let session, _): suspects.append(session)
      case .append(let records):
        journal.append(records) { [weak self] in self?.land(.journalled($0)) }
      case .register(let records):
        journal.put(records) { [weak self] in self?.land(.registered($0)) }
      case .fetch(let session, let id):
        journal.get(session) { [weak self] in self?.land(.fetched($0, for: id)) }
      case .keep(let outages): disk?.keep(outages)
      case .query(let query):
        journal.query(query) { [weak self] in self?.feedServer(.found($0, for: query)) }
      case .close(let id, _, _):
        connection(id)?.closeAtServer(now)
        feedServer(.closed(id))
      }
    }
  }

  /// The journal says something, which reaches the server after its delay.
  func land(_ input: ServerInput) {
    landings.append(Landing(at: now + journalDelay, input: input))
  }

  func feed(_ input: ClientInput, to index: Int) {
    if guests[index].device.hasJustWoken(now) { handle(.woke, at: index) }
    handle(input, at: index)
  }

  private func handle(_ input: ClientInput, at index: Int) {
    let local = guests[index].device.clock.reading(at: now)
    perform(guests[index].machine.handle(input, now: local), at: index)
  }

  private func report(_ event: ClientEvent, to index: Int) {
    guard let onEvent else { return }
    onEvent(
      Guest(index: index), event, guests[index].machine.recording.core,
      guests[index].device.clock.reading(at: now))
  }

  func perform(_ outputs: [ClientOutput], at index: Int) {
    for output in outputs {
      switch output {
      case .send(let message, let number):
        let bytes = guests[index].encoding.encode(message)
        guests[index].device.connection(number)?.sendUp(bytes, now: now)
      case .sign: preconditionFailure("The guests of this world have no keys.")
      case .event(let event): report(event, to: index)
      case .hangUp(let number): guests[index].device.connection(number)?.hangUp(now)
      case .dial(let number, _):
        if guests[index].device.isUnplugged(now) {
          feed(.ended(number, mayRetry: true), to: index)
          continue
        }
        let id = ServerConnectionID(nextConnection)
        nextConnection += 1
        let connection = guests[index].device.dial(number, as: id, now: now)
        // The first is open at once, because no test is about what precedes it.
        if number == ConnectionNumber(1) { connection.openAtOnce() }
      }
    }
  }
}
