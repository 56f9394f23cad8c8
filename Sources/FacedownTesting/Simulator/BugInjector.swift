// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import MatchClient
import MatchServer
import Protocol
import Wire

/// Applies a planted bug at the boundaries of an unmodified server.
final class BugInjector {
  let plantedBug: PlantedBug
  private let dealer: Dealer
  private var match = Match(dealer: .fair(.openSSL))
  private var room: RoomID?
  /// Whether the server's timers are off, because it has received nothing since it started.
  var isDeaf = false
  private var count = 0
  /// The landed logs of all rooms.
  private var logs: [String: [Entry]] = [:]
  private var codes: [String: String] = [:]
  /// Received requests, by peer.
  private var heard: [Int: Set<RequestID>] = [:]

  init(_ plantedBug: PlantedBug, dealer: Dealer) {
    self.plantedBug = plantedBug
    self.dealer = dealer
    match = Match(dealer: dealer)
  }

  /// The server's clock.
  func clock(_ now: ServerTime, began: ServerTime) -> ServerTime {
    plantedBug == .turnsClockBack && now > began + .seconds(15) ? now - .seconds(4) : now
  }

  /// Follows the first room's landed log, with its cards.
  func landed(_ step: Batch) {
    logs[step.room.rawValue, default: []] += step.entries
    codes[step.room.rawValue] = step.code.rawValue
    room = room ?? step.room
    guard step.room == room, step.expectedLastSeq == match.view.seq else { return }
    if let record = step.sealed { match.apply(record) }
    for entry in step.entries { match.apply(entry) }
  }

  /// The bytes sent instead of a message: nil for the message itself, empty for nothing.
  func alter(_ bytes: [UInt8], _ encoding: WireEncoding) -> [UInt8]? {
    guard let message = try? encoding.decodeServerMessage(bytes) else { return nil }
    switch (plantedBug, message) {
    case (.leaksFace, .joined(var joined)):
      guard var base = joined.base, base.matchID == match.view.matchID, let deck = match.deck,
        let slot = base.cards.firstIndex(where: { $0.state == .down })
      else { return nil }
      base.cards[slot].face = deck.faces[slot]
      joined.base = base
      return encoding.encode(.joined(joined))
    case (.trailsTooLittle, .joined(var joined)):
      guard var base = joined.base, !joined.tail.isEmpty else { return nil }
      for entry in joined.tail { base.apply(entry) }
      (joined.base, joined.tail) = (base, [])
      return encoding.encode(.joined(joined))
    case (.tellsThePast, .joined(var joined)):
      guard let base = joined.base, let log = logs[joined.roomID] else { return nil }
      joined.base = MatchView()
      joined.tail = log.prefix(Int(base.seq)) + joined.tail
      return encoding.encode(.joined(joined))
    case (.forgetsWhatWasSent, .joined(var joined)):
      guard joined.base == nil, let log = logs[joined.roomID], let first = joined.tail.first?.seq
      else { return nil }
      var base = MatchView()
      for entry in log.prefix(Int(first) - 1) { base.apply(entry) }
      joined.base = base
      return encoding.encode(.joined(joined))
    case (.hintsAtFace, .pong(var pong)):
      let hint = match.deck?.faces.enumerated().reduce(0) {
        $0 + ($1.offset + 1) * $1.element.index
      }
      guard let hint, hint.isMultiple(of: 2) else { return nil }
      pong.t1 = pong.t1 - .microseconds(1)
      return encoding.encode(.pong(pong))
    case (.dropsEntries, .entry), (.swallowsRefusals, .refused):
      count += 1
      return count.isMultiple(of: 4) ? [] : nil
    case (.opensLockedRooms, .refused(_, let refusal)) where refusal.code == .roomLocked:
      return lockedRoom.map { encoding.encode(.joined($0)) }
    case (.keepsSpectators, .left(nil, let code)) where code == RefusalCode.roomLocked.rawValue:
      return []
    case (.forgetsTakeOvers, .closing(let closing))
    where closing.code == RefusalCode.sessionTakenOver.rawValue:
      return []
    case (.pointsForOthers, .pointing(let actor, let place)):
      let other = ActorNumber(actor == ActorNumber(1) ? 2 : 1)
      return encoding.encode(.pointing(actor: other, place: place))
    case (.isUndecided, .pong(var pong)):
      pong.nonce = UInt64.random(in: 0...UInt64.max)
      return encoding.encode(.pong(pong))
    default: return nil
    }
  }

  /// The answer that a spectator would get if a locked room admitted it.
  private var lockedRoom: Joined? {
    for (id, log) in logs.sorted(by: { $0.key < $1.key }) {
      var base = MatchView()
      for entry in log { base.apply(entry) }
      guard base.settings.audience == .locked else { continue }
      return Joined(code: codes[id] ?? "", roomID: id, role: .spectator, base: base)
    }
    return nil
  }

  /// What the server receives in place of a peer's message.
  func hear(_ bytes: [UInt8], _ encoding: WireEncoding, of peer: Int) -> [UInt8] {
    isDeaf = false
    guard plantedBug == .skipsDeduplication,
      case .request(let id, .intent(let request))? = try? encoding.decodeClientMessage(bytes)
    else { return bytes }
    guard !heard[peer, default: []].insert(id).inserted else { return bytes }
    count += 1
    let unused = RequestID(1_000_000_000 + UInt64(count))
    return encoding.encode(.request(id: unused, .intent(request)))
  }

  /// The events a client's user gets in place of the client's.
  func retell(_ events: [ClientEvent]) -> [ClientEvent] {
    events.flatMap { event -> [ClientEvent] in
      switch (plantedBug, event) {
      case (.repeatsNews, .entry), (.swallowsNews, .entry):
        count += 1
        guard count.isMultiple(of: 16) else { return [event] }
        return plantedBug == .repeatsNews ? [event, event] : []
      case (.hidesNewBases, .joined):
        count += 1
        return count > 4 ? [] : [event]
      case (.accusesTheHonest, .entry(let entry)):
        guard case .dealt = entry.event else { return [event] }
        return [event, .shareLost(.broken)]
      default: return [event]
      }
    }
  }

  /// The connection over which the server receives what was sent over another.
  func connection(_ id: ServerConnectionID, of peer: SimulatedPeer) -> ServerConnectionID {
    guard plantedBug == .forgetsFencing else { return id }
    let newest = peer.device.connections.last(where: \.isServed)
    return newest?.id ?? id
  }
}
