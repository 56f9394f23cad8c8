// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchServer
import Protocol

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
    let index = guest.index
    for id in guests[index].links.filter({ !$0.isAbandoned }).map(\.id) {
      guard let at = guests[index].links.firstIndex(where: { $0.id == id }) else { continue }
      switch kind {
      case .silent(let length):
        guests[index].links[at].block(from: now, to: now + length)
      case .closed:
        guests[index].links[at].down.cut()
        guests[index].links[at].up.send(.end, bytes: 0, at: now)
        end(id, at: index)
      case .lost:
        guests[index].links[at].lose()
        feedServer(.closed(id))
        end(id, at: index)
      }
    }
  }

  /// Makes every connection attempt of a guest fail at once, for `length`.
  package func unplug(_ guest: Guest, for length: Duration) {
    guests[guest.index].unpluggedUntil = now + length
  }

  /// Delivers what is due on a guest's connections, in both directions.
  func deliver(_ index: Int) {
    for id in guests[index].links.map(\.id) {
      connect(id, at: index)
      bringUp(id, at: index)
      if !guests[index].clock.isAsleep(at: now) { bringDown(id, at: index) }
      die(id, at: index)
    }
    guests[index].links.removeAll { $0.isSpent }
  }

  private func position(_ id: ServerConnectionID, at index: Int) -> Int? {
    guests[index].links.firstIndex { $0.id == id }
  }

  private func connect(_ id: ServerConnectionID, at index: Int) {
    guard let at = position(id, at: index), let due = guests[index].links[at].connectsAt,
      due <= now
    else { return }
    guests[index].links[at].connectsAt = nil
    guests[index].links[at].up.send(.upgrade, bytes: 0, at: now)
  }

  private func bringUp(_ id: ServerConnectionID, at index: Int) {
    guard let at = position(id, at: index) else { return }
    for (time, parcel) in guests[index].links[at].takeUp(now) {
      switch parcel {
      case .message(let bytes):
        measure(id, at: index)
        feedServer(.received(id, bytes, at: time))
      case .end: feedServer(.closed(id))
      case .upgrade:
        feedServer(.opened(id, guests[index].machine.encoding))
        send(.accepted, to: id)
      case .accepted: break
      }
    }
  }

  /// Has the server read TCP's round trip of the connection that has just sent something.
  private func measure(_ id: ServerConnectionID, at index: Int) {
    guard let at = position(id, at: index),
      let measured = guests[index].links[at].kernel?.measure(at: now)
    else { return }
    feedServer(.measured(id, measured))
  }

  private func bringDown(_ id: ServerConnectionID, at index: Int) {
    guard let at = position(id, at: index) else { return }
    let number = guests[index].links[at].number
    for parcel in guests[index].links[at].takeDown(now) {
      guard let at = position(id, at: index), !guests[index].links[at].isAbandoned else { return }
      switch parcel {
      case .message(let bytes): feed(.received(number, bytes), to: index)
      case .accepted: feed(.opened(number), to: index)
      case .end: end(id, at: index)
      case .upgrade: break
      }
    }
  }

  private func die(_ id: ServerConnectionID, at index: Int) {
    guard let at = position(id, at: index), let due = guests[index].links[at].diesAt, due <= now
    else { return }
    let wasAbandoned = guests[index].links[at].isAbandoned
    guests[index].links[at].lose()
    feedServer(.closed(id))
    if wasAbandoned { return }
    end(id, at: index)
  }

  /// Tells the client that a connection has ended.
  private func end(_ id: ServerConnectionID, at index: Int) {
    guard let at = position(id, at: index), !guests[index].links[at].isAbandoned else { return }
    guests[index].links[at].isAbandoned = true
    feed(.ended(guests[index].links[at].number, mayRetry: true), to: index)
  }

  private func send(_ parcel: SimulatedLink.Parcel, to id: ServerConnectionID) {
    for index in guests.indices {
      guard let at = position(id, at: index) else { continue }
      var bytes = 0
      if case .message(let message) = parcel { bytes = message.count }
      guests[index].links[at].down.send(parcel, bytes: bytes, at: now)
    }
  }

  func feedServer(_ input: ServerInput) {
    journal.beat(at: now)
    perform(server.handle(input, now: now))
  }

  func perform(_ outputs: [ServerOutput]) {
    for output in outputs {
      switch output {
      case .send(let bytes, _, let targets):
        for target in targets { send(.message(bytes), to: target) }
      case .chase, .admin, .drained: break
      case .suspect(let session, _): suspects.append(session)
      case .append(let records):
        journal.append(records) { [weak self] outcomes in
          guard let self else { return }
          landings.append(Landing(at: now + journalDelay, outcomes: outcomes))
        }
      case .query(let query):
        journal.query(query) { [weak self] in self?.feedServer(.found($0, for: query)) }
      case .close(let connection, _, _):
        send(.end, to: connection)
        feedServer(.closed(connection))
      }
    }
  }

  func feed(_ input: ReconnectingInput, to index: Int) {
    if guests[index].hasJustWoken(now) { handle(.woke, at: index) }
    handle(input, at: index)
  }

  private func handle(_ input: ReconnectingInput, at index: Int) {
    let local = guests[index].clock.reading(at: now)
    perform(guests[index].machine.handle(input, now: local), at: index)
  }

  private func report(_ event: ClientEvent, to index: Int) {
    guard let onEvent else { return }
    onEvent(
      Guest(index: index), event, guests[index].machine.recording.core,
      guests[index].clock.reading(at: now))
  }

  func perform(_ outputs: [ReconnectingOutput], at index: Int) {
    for output in outputs {
      switch output {
      case .send(let bytes, let connection):
        guard let at = guests[index].links.firstIndex(where: { $0.number == connection }) else {
          continue
        }
        guests[index].links[at].up.send(.message(bytes), bytes: bytes.count, at: now)
      case .event(let event): report(event, to: index)
      case .hangUp(let connection):
        guard let at = guests[index].links.firstIndex(where: { $0.number == connection }) else {
          continue
        }
        guests[index].links[at].isAbandoned = true
        guests[index].links[at].connectsAt = nil
        guests[index].links[at].up.send(.end, bytes: 0, at: now)
      case .dial(let connection):
        if let until = guests[index].unpluggedUntil, now < until {
          feed(.ended(connection, mayRetry: true), to: index)
          continue
        }
        let id = ServerConnectionID(nextLink)
        nextLink += 1
        guests[index].links.append(guests[index].makeLink(connection, id: id, now: now))
      }
    }
  }
}
