// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchServer
import Protocol

// What is under way between guests and server, and how it breaks off.

extension InMemoryWorld {
  /// How a connection breaks.
  public enum Break: Hashable, Sendable {
    /// The client knows at once; what it has sent still arrives, what it was sent does not.
    case closed
    /// Everything under way is lost, and both ends know at once.
    case lost
    /// Nothing arrives for so long, and neither end is told; then all of it arrives, unless it was
    /// so long that TCP has given up.
    case silent(Duration)
  }

  /// Cuts a guest's connection.
  public func cut(_ guest: Guest) { cut(guest, .closed) }

  /// Breaks a guest's connections, those under way too; a client with patience dials again.
  public func cut(_ guest: Guest, _ kind: Break) {
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

  /// For so long every attempt of a guest to connect fails at once.
  public func unplug(_ guest: Guest, for length: Duration) {
    guests[guest.index].unpluggedUntil = now + length
  }

  /// Brings what is due on a guest's connections to either end.
  func deliver(_ index: Int) {
    for id in guests[index].links.map(\.id) {
      connect(id, at: index)
      bringUp(id, at: index)
      if !guests[index].clock.isAsleep(at: now) { bringDown(id, at: index) }
      die(id, at: index)
    }
    guests[index].links.removeAll { $0.isSpent }
  }

  private func position(_ id: LinkID, at index: Int) -> Int? {
    guests[index].links.firstIndex { $0.id == id }
  }

  private func connect(_ id: LinkID, at index: Int) {
    guard let at = position(id, at: index), let due = guests[index].links[at].connectsAt,
      due <= now
    else { return }
    guests[index].links[at].connectsAt = nil
    guests[index].links[at].up.send(.upgrade, bytes: 0, at: now)
  }

  private func bringUp(_ id: LinkID, at index: Int) {
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

  /// The server asks its kernel about the line of who has just spoken.
  private func measure(_ id: LinkID, at index: Int) {
    guard let at = position(id, at: index),
      let measured = guests[index].links[at].kernel?.measure(at: now)
    else { return }
    feedServer(.measured(id, measured))
  }

  private func bringDown(_ id: LinkID, at index: Int) {
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

  private func die(_ id: LinkID, at index: Int) {
    guard let at = position(id, at: index), let due = guests[index].links[at].diesAt, due <= now
    else { return }
    let wasAbandoned = guests[index].links[at].isAbandoned
    guests[index].links[at].lose()
    feedServer(.closed(id))
    if wasAbandoned { return }
    end(id, at: index)
  }

  /// A connection has ended at the client.
  private func end(_ id: LinkID, at index: Int) {
    guard let at = position(id, at: index), !guests[index].links[at].isAbandoned else { return }
    guests[index].links[at].isAbandoned = true
    feed(.ended(guests[index].links[at].number, mayRetry: true), to: index)
  }

  private func send(_ parcel: SimulatedLink.Parcel, to id: LinkID) {
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
      case .inquire(let inquiry):
        journal.inquire(inquiry) { [weak self] in self?.feedServer(.found($0, for: inquiry)) }
      case .close(let link, _, _):
        send(.end, to: link)
        feedServer(.closed(link))
      }
    }
  }

  func feed(_ input: LinkInput, to index: Int) {
    if guests[index].hasJustWoken(now) { handle(.woke, at: index) }
    handle(input, at: index)
  }

  private func handle(_ input: LinkInput, at index: Int) {
    let local = guests[index].clock.reading(at: now)
    perform(guests[index].machine.handle(input, now: local), at: index)
  }

  private func tell(_ event: ClientEvent, to index: Int) {
    guard let onEvent else { return }
    onEvent(
      Guest(index: index), event, guests[index].machine.recording.core,
      guests[index].clock.reading(at: now))
  }

  func perform(_ outputs: [LinkOutput], at index: Int) {
    for output in outputs {
      switch output {
      case .send(let bytes, let link):
        guard let at = guests[index].links.firstIndex(where: { $0.number == link }) else {
          continue
        }
        guests[index].links[at].up.send(.message(bytes), bytes: bytes.count, at: now)
      case .event(let event): tell(event, to: index)
      case .hangUp(let link):
        guard let at = guests[index].links.firstIndex(where: { $0.number == link }) else {
          continue
        }
        guests[index].links[at].isAbandoned = true
        guests[index].links[at].connectsAt = nil
        guests[index].links[at].up.send(.end, bytes: 0, at: now)
      case .dial(let link):
        if let until = guests[index].unpluggedUntil, now < until {
          feed(.ended(link, mayRetry: true), to: index)
          continue
        }
        let id = LinkID(nextLink)
        nextLink += 1
        guests[index].links.append(guests[index].makeLink(link, id: id, now: now))
      }
    }
  }
}
