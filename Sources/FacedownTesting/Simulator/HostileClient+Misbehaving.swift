// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol

extension HostileClient {
  /// Its next messages at the table: possible requests, most of them invalid.
  mutating func misbehave(now: LocalTime) -> [ClientMessage] {
    let flood = dice.happens(0.03) ? dice.roll(2...40) : 1
    if dice.happens(0.03), let table {
      // An entry number that it may never have been sent.
      lastRequest += 1
      let after = UInt64(dice.roll(0...(Int(min(view.seq, 1000)) + 3)))
      return [
        .request(
          id: RequestID(lastRequest),
          .joinRoom(
            JoinRoom(
              code: table.code, role: table.role, roomID: table.roomID,
              afterSeq: after)))
      ]
    }
    return (0..<flood).map { _ in dice.happens(0.25) ? ping() : claim(intent(), now: now) }
  }

  /// A ping with the expected nonce, or a made-up one.
  mutating func ping() -> ClientMessage {
    let stamps: [Int64] = [0, .min, .max, Int64(bitPattern: dice.next())]
    let known = lastPong?.nonce ?? 0
    let nonce = dice.happens(0.6) ? known : dice.next()
    let held: Duration = dice.happens(0.5) ? .zero : dice.milliseconds(0...600_000)
    return .ping(
      Ping(
        id: dice.next() % 100, t0: dice.pick(stamps) ?? 0,
        echo: dice.happens(0.8) ? Ping.Echo(nonce: nonce, held: held) : nil))
  }

  /// An intent with a request number, a claimed `seenSeq` and claimed times.
  private mutating func claim(_ message: ClientMessage, now: LocalTime) -> ClientMessage {
    guard case .request(let id, .intent(var request)) = message else { return message }
    if dice.happens(0.1) { request.seenSeq = dice.happens(0.5) ? 0 : 1 << 40 }
    let server = view.earliestChoice
    switch dice.roll(0...5) {
    case 0: break
    case 1:
      request.shownAt = ServerTime(microseconds: .min)
      request.pressedAt = ServerTime(microseconds: .max)
    case 2:
      // The largest possible lag: pressed the moment it was shown.
      request.shownAt = server
      request.pressedAt = server
    case 3:
      request.shownAt = server + .seconds(3600)
      request.pressedAt = server + .seconds(3601)
    default:
      request.shownAt = server
      request.pressedAt = server + dice.milliseconds(0...2000)
    }
    return .request(id: id, .intent(request))
  }

  private mutating func number() -> RequestID {
    switch dice.roll(0...19) {
    case 0: return RequestID(UInt64(dice.roll(0...Int(lastRequest))))
    case 1:
      // Out of order: the skipped number is used later, or never.
      lastRequest += 2
      return RequestID(lastRequest)
    default:
      lastRequest += 1
      return RequestID(lastRequest)
    }
  }

  private mutating func intent() -> ClientMessage {
    let seat = table?.seat ?? SeatIndex(0)
    let id = number()
    let intent: Intent
    switch (dice.roll(0...19), view.phase) {
    case (0, _):
      return .request(
        id: id,
        .joinRoom(
          JoinRoom(
            code: table?.code ?? "", role: dice.happens(0.5) ? .player : .spectator,
            roomID: table?.roomID, afterSeq: dice.happens(0.5) ? 1 << 40 : view.seq / 2)))
    case (1, _):
      if dice.happens(0.1) { return .request(id: id, .leaveRoom) }
      switch view.seq % 4 {
      case 0, 2: return .point(place: Int(view.seq % 60))
      case 1: return .react(.wow)
      default: return .listRooms(watch: true)
      }
    case (2, _):
      intent = .configure(MatchSettings(pairs: dice.roll(-3...40), seats: dice.roll(0...9)))
    case (3, _): intent = .removeSeat(SeatIndex(dice.roll(-1...8)))
    case (4, _): intent = dice.happens(0.1) ? .resign : .rematch
    case (5, _): intent = dice.happens(0.3) ? .restart : .shuffle
    case (6, _): intent = .addBot(level: "expert")
    case (7, _): intent = .reveal(entropy: bytes(32))
    case (8, _): intent = .deal
    case (9, _): intent = .choose(CardID(rawValue: UInt32(truncatingIfNeeded: dice.next())))
    case (10, _), (_, .dealing), (_, .ended): intent = .choose(anyCard(ofGenerationAgo: 1))
    case (_, .waiting):
      intent = .ready(
        entropyCommit: dice.happens(0.6) ? commit(for: seat) : bytes(dice.happens(0.5) ? 0 : 31))
    case (_, .committing):
      intent = .reveal(entropy: dice.happens(0.6) ? entropy ?? [] : bytes(32))
    case (_, .undealt): intent = .deal
    case (_, .playing): intent = .choose(anyCard(ofGenerationAgo: 0))
    }
    return .request(id: id, .intent(IntentRequest(seenSeq: view.seq, intent: intent)))
  }

  private mutating func anyCard(ofGenerationAgo back: UInt32) -> CardID {
    let down = view.cards.filter { $0.state == .down }
    if back == 0, dice.happens(0.8), let card = dice.pick(down) { return card.id }
    return CardID(
      generation: view.generation &- back,
      slot: dice.roll(0...(CardID.slotsPerGeneration - 1)))
  }
}
