// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol

/// Outputs being gathered, in order; records for the journal that come together go together.
struct Outbox {
  private(set) var outputs: [ServerOutput] = []

  mutating func append(_ output: ServerOutput) {
    outputs.append(output)
  }

  mutating func append(_ record: JournalRecord) {
    guard case .append(var records) = outputs.last else {
      return outputs.append(.append([record]))
    }
    // In one hand only, or all of them would be copied for each.
    outputs.removeLast()
    records.append(record)
    outputs.append(.append(records))
  }
}

extension ServerCore {
  /// Sends a message over links, encoded once for each encoding among them.
  mutating func send(_ message: ServerMessage, to targets: [LinkID], _ out: inout Outbox) {
    book.says(message, to: targets.count)
    let ready = targets.filter { links[$0]?.outlet.lets(message) == true }
    for encoding in WireEncoding.allCases {
      let speakers = ready.filter { links[$0]?.encoding == encoding }
      guard !speakers.isEmpty else { continue }
      out.append(.send(encodings.encode(message, encoding), encoding, to: speakers))
    }
  }

  /// Tells a peer why, and closes its link.
  mutating func close(
    _ link: LinkID, code: RefusalCode, reason: String, closeCode: UInt16,
    retryAfter: Duration? = nil, _ out: inout Outbox
  ) {
    links[link]?.isDismissed = true
    let closing = Closing(code: code.rawValue, retryAfter: retryAfter, reason: reason)
    send(.closing(closing), to: [link], &out)
    out.append(.close(link, code: closeCode, reason: code.rawValue))
  }

  /// Passes on what the lobby wants done: the one door by which anything about rooms and matches
  /// leaves.
  mutating func deliver(_ outputs: [LobbyOutput], _ out: inout Outbox) {
    for output in outputs {
      switch output {
      case .append(let room, let batch):
        unansweredRecords += 1
        out.append(.step(JournalStep(room: room, batch: batch)))
      case .watch(let room, let viewing):
        unansweredRecords += 1
        out.append(.viewer(viewing, of: room))
      case .unwatch(let room, let session): out.append(.viewerLeft(session, of: room))
      case .entries(let entries, let targets):
        let targets = playersFirst(linked(targets))
        for entry in entries { send(.entry(entry), to: targets, &out) }
        let players = targets.filter { links[$0]?.isPlaying == true }
        if !players.isEmpty { out.append(.chase(players)) }
      case .joined(let session, let joined):
        for link in linked([session]) { links[link]?.isPlaying = joined.role == .player }
        send(.joined(Joined(joined)), to: linked([session]), &out)
      case .refused(let session, let request, let refusal):
        send(.refused(id: request, refusal), to: linked([session]), &out)
      case .left(let session, let request, let reason):
        for link in linked([session]) { links[link]?.isPlaying = false }
        send(.left(id: request, code: reason.rawValue), to: linked([session]), &out)
      case .presence(let presence, let targets):
        send(.presence(presence), to: linked(targets), &out)
      case .audience(let count, let targets):
        send(.audience(count: count), to: linked(targets), &out)
      case .suspected(let session, let room):
        out.append(.suspect(session: session.rawValue, room: room.rawValue))
      case .ended(let result): rate(result)
      case .listed(let room):
        send(.rooms(RoomsUpdate(rooms: [room], removed: [])), to: watchers, &out)
      case .unlisted(let code):
        send(.rooms(RoomsUpdate(rooms: [], removed: [code.rawValue])), to: watchers, &out)
      case .closed(let room, let time): out.append(.closed(room, at: time))
      case .forgotten(let session):
        sessions.forget(session)
        out.append(.forgotten(session))
      }
    }
  }

  /// Sockets are written to in this order: a thousand who watch do not come before the two who play.
  private func playersFirst(_ targets: [LinkID]) -> [LinkID] {
    guard targets.count > 1 else { return targets }
    let isPlaying: (LinkID) -> Bool = { links[$0]?.isPlaying == true }
    return targets.filter(isPlaying) + targets.filter { !isPlaying($0) }
  }

  private func linked(_ sessions: [SessionID]) -> [LinkID] {
    sessions.compactMap { self.sessions.link(of: $0) }
  }
}

extension Joined {
  init(_ joined: JoinedRoom) {
    self.init(
      id: joined.request, code: joined.code.rawValue, roomID: joined.room.rawValue,
      actor: joined.actor,
      seat: joined.seat, role: joined.role, base: joined.base, tail: joined.tail)
  }
}
