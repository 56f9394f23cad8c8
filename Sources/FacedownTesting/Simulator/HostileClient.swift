// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol
import Wire

/// A peer that violates the protocol.
///
/// With a seat it sends requests that no client would send, or at the wrong time; without one it
/// sends garbage. It knows no more than it is sent.
struct HostileClient {
  /// What it does; unlike a client's output, what it sends may be garbage.
  enum Action {
    case dial(ConnectionNumber)
    case hangUp(ConnectionNumber)
    case send([UInt8], over: ConnectionNumber)
  }

  let encoding: WireEncoding
  /// The code of its room, once it was told one.
  var code: String?
  private let hashing: Hashing
  private let isStranger: Bool
  private var isProbe = false
  private let role: Role
  var dice: SeededRandom
  private(set) var nextWake: LocalTime?
  private(set) var isOver = false
  private var lastNumber = 0
  /// The connection it uses, and the one before.
  private var current: ConnectionNumber?
  private var former: ConnectionNumber?
  private var hasHello = false
  private var token: [UInt8]?
  private var oldTokens: [[UInt8]] = []
  var lastRequest: UInt64 = 0
  var table: Joined?
  /// The room as far as it was sent.
  var view = MatchView()
  var lastPong: Pong?
  var entropy: [UInt8]?
  /// What it has sent.
  var said: [[UInt8]] = []

  /// A peer that only says hello, with a stolen or expired token.
  init(probing token: [UInt8], seed: UInt64, encoding: WireEncoding, hashing: Hashing) {
    self.init(seed: seed, encoding: encoding, role: .spectator, hashing: hashing)
    self.token = token
    isProbe = true
  }

  init(seed: UInt64, encoding: WireEncoding, role: Role?, hashing: Hashing) {
    dice = SeededRandom(seed: seed, stream: 104)
    self.encoding = encoding
    self.hashing = hashing
    self.role = role ?? .spectator
    isStranger = role == nil
  }

  /// Stops sending for good.
  mutating func fallSilent() -> [Action] {
    isOver = true
    nextWake = nil
    return [current, former].compactMap { $0 }.map { .hangUp($0) }
  }

  mutating func handle(_ input: ClientInput, now: LocalTime) -> [Action] {
    guard !isOver else { return [] }
    switch input {
    case .start: return dial()
    case .opened(let connection):
      guard connection == current else { return [] }
      hasHello = false
      nextWake = now + dice.milliseconds(0...50)
      return []
    case .received(let connection, let message):
      if connection == current { hear(message) }
      return []
    case .ended(let connection, _):
      if connection == former { former = nil }
      if connection == current {
        current = nil
        guard !isProbe else { return fallSilent() }
        nextWake = now + dice.milliseconds(100...3000)
      }
      return []
    case .tick: return act(now: now)
    case .garbled, .signed, .command, .woke, .close: return []
    }
  }

  // MARK: Sending

  private mutating func dial() -> [Action] {
    lastNumber += 1
    former = current
    let connection = ConnectionNumber(lastNumber)
    current = connection
    return [.dial(connection)]
  }

  private mutating func act(now: LocalTime) -> [Action] {
    nextWake = now + dice.milliseconds(20...700)
    guard let current else { return dial() }
    if !hasHello {
      if isStranger, dice.happens(0.3) { return rubbish(over: current) }
      hasHello = true
      if isProbe { nextWake = nil }
      return [say(greeting(), over: current)]
    }
    if dice.happens(0.01) { return dial() }
    // Messages over a superseded connection must have no effect.
    let connection = former != nil && dice.happens(0.3) ? former ?? current : current
    if isStranger {
      return dice.happens(0.2) ? rubbish(over: connection) : bother(over: connection)
    }
    if dice.happens(0.02) { return rubbish(over: connection) }
    guard table != nil else {
      guard let code else { return [] }
      lastRequest += 1
      return [
        say(
          .request(id: RequestID(lastRequest), .joinRoom(JoinRoom(code: code, role: role))),
          over: connection)
      ]
    }
    return misbehave(now: now).map { say($0, over: connection) } + echo(over: connection)
  }

  private mutating func greeting() -> ClientMessage {
    let known = isStranger ? (dice.happens(0.5) ? bytes(32) : nil) : token
    let forged = !oldTokens.isEmpty && dice.happens(0.2) ? dice.pick(oldTokens) : known
    let names = ["Mallory", "", String(repeating: "x", count: 60), "a\u{202e}b", "Mal\nlory"]
    let name = isStranger ? dice.pick(names) ?? "" : names[0]
    return .hello(Hello(agent: "hostile", name: name, resumeToken: forged))
  }

  private mutating func say(_ message: ClientMessage, over connection: ConnectionNumber)
    -> Action
  {
    let bytes = encoding.encode(message)
    said = said.suffix(31) + [bytes]
    return .send(bytes, over: connection)
  }

  /// Repeats an earlier message.
  private mutating func echo(over connection: ConnectionNumber) -> [Action] {
    guard dice.happens(0.25), let bytes = dice.pick(said) else { return [] }
    return [.send(bytes, over: connection)]
  }

  private mutating func rubbish(over connection: ConnectionNumber) -> [Action] {
    var rubbish = bytes(dice.roll(0...300))
    if dice.happens(0.5), var known = dice.pick(said), !known.isEmpty {
      known[dice.roll(0...(known.count - 1))] ^= UInt8(1 << dice.roll(0...7))
      rubbish = dice.happens(0.3) ? Array(known.dropLast()) : known
    }
    return [.send(rubbish, over: connection)]
  }

  private mutating func bother(over connection: ConnectionNumber) -> [Action] {
    lastRequest += 1
    let id = RequestID(lastRequest)
    switch dice.roll(0...4) {
    case 0: return (0..<60).map { _ in say(ping(), over: connection) }
    case 1: return [say(.listRooms(watch: dice.happens(0.5)), over: connection)]
    case 2:
      let code = dice.happens(0.5) ? code ?? "" : "ABCDE"
      return [
        say(.request(id: id, .joinRoom(JoinRoom(code: code, role: .spectator))), over: connection)
      ]
    case 3: return [say(.request(id: id, .leaveRoom), over: connection)]
    default:
      return [
        say(
          .request(
            id: id, .intent(IntentRequest(seenSeq: 0, intent: .choose(CardID(rawValue: 65))))),
          over: connection)
      ]
    }
  }

  // MARK: Receiving

  private mutating func hear(_ message: ServerMessage) {
    switch message {
    case .welcome(let welcome):
      if let token { oldTokens = oldTokens.suffix(3) + [token] }
      token = welcome.resumeToken
    case .pong(let pong): lastPong = pong
    case .joined(let joined):
      if let base = joined.base { view = base }
      table = joined
      for entry in joined.tail { follow(entry) }
    case .entry(let entry): follow(entry)
    case .left: table = nil
    default: break
    }
  }

  private mutating func follow(_ entry: Entry) {
    if entry.seq == view.seq + 1, entry.at >= view.at { view.apply(entry) }
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
  }

  /// The commitment to a share of the deal, which it may or may not open later.
  mutating func commit(for seat: SeatIndex) -> [UInt8] {
    let drawn = bytes(32)
    entropy = drawn
    return FairDeal(matchID: view.matchID, hashing: hashing).entropyCommit(drawn, seat: seat)
  }
}
