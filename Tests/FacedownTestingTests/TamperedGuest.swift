// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol
import Wire

@testable import FacedownTesting

/// How a cheat has modified its client.
struct Tampering: Hashable, Sendable {
  /// How pings are altered.
  enum Pings: Hashable, Sendable {
    case honest
    /// It understates how long it held the last pong, so that the round trip seems long.
    case pongsHeldBack(Duration)
    /// It echoes a nonce that it never received.
    case forged
    /// It echoes its first nonce again and again.
    case replayed
    /// It sends none; the client is given its own clock's time.
    case none
  }

  /// How a press is reported.
  enum Stamps: Hashable, Sendable {
    case honest
    /// Without thinking time.
    case thoughtless
    /// Later than it was, by this much.
    case pressedLater(Duration)
    /// Before the reveal it answers.
    case pressedBeforeShown
    /// At these times.
    case absolute(shown: Int64, pressed: Int64)
  }

  var pings = Pings.honest
  var stamps = Stamps.honest
}

/// A guest with a modified client: what it reports about time is altered on its way out.
struct TamperedGuest<Player: ClientDriver>: RecordedMachine {
  private var guest: ReconnectingGuest<Player>
  private let tampering: Tampering
  private var firstNonce: UInt64?

  init(_ guest: ReconnectingGuest<Player>, _ tampering: Tampering) {
    self.guest = guest
    self.tampering = tampering
  }

  var recording: Recording { guest.recording }
  var encoding: WireEncoding { guest.encoding }
  var nextWake: LocalTime? { guest.nextWake }

  mutating func begin(now: LocalTime) -> [ReconnectingOutput] {
    change(guest.begin(now: now), now: now)
  }

  mutating func handle(_ input: ReconnectingInput, now: LocalTime) -> [ReconnectingOutput] {
    change(guest.handle(input, now: now), now: now)
  }

  private mutating func change(_ outputs: [ReconnectingOutput], now: LocalTime)
    -> [ReconnectingOutput]
  {
    outputs.flatMap { output -> [ReconnectingOutput] in
      guard case .send(let bytes, let number) = output,
        let message = try? encoding.decodeClientMessage(bytes)
      else { return [output] }
      switch message {
      case .ping(let ping): return change(ping, over: number, now: now)
      case .request(let id, .intent(let intent)):
        return [.send(encoding.encode(.request(id: id, .intent(changed(intent)))), over: number)]
      default: return [output]
      }
    }
  }

  private mutating func change(
    _ ping: Ping, over number: ConnectionNumber, now: LocalTime
  ) -> [ReconnectingOutput] {
    var ping = ping
    switch tampering.pings {
    case .honest: break
    case .pongsHeldBack(let less):
      ping.echo = ping.echo.map { Ping.Echo(nonce: $0.nonce, held: max($0.held - less, .zero)) }
    case .forged: ping.echo?.nonce &+= 1
    case .replayed:
      firstNonce = firstNonce ?? ping.echo?.nonce
      if let firstNonce { ping.echo?.nonce = firstNonce }
    case .none:
      let time = ServerTime(microseconds: now.microseconds)
      let pong = Pong(id: ping.id, t0: ping.t0, t1: time, t2: time, nonce: 0)
      return handle(.received(number, encoding.encode(.pong(pong))), now: now)
    }
    return [.send(encoding.encode(.ping(ping)), over: number)]
  }

  private func changed(_ intent: IntentRequest) -> IntentRequest {
    var intent = intent
    guard let shown = intent.shownAt, let pressed = intent.pressedAt else { return intent }
    switch tampering.stamps {
    case .honest: break
    case .thoughtless: intent.pressedAt = shown
    case .pressedLater(let later): intent.pressedAt = pressed + later
    case .pressedBeforeShown: intent.pressedAt = shown - .milliseconds(1)
    case .absolute(let shown, let pressed):
      intent.shownAt = ServerTime(microseconds: shown)
      intent.pressedAt = ServerTime(microseconds: pressed)
    }
    return intent
  }
}

extension InMemoryWorld {
  /// Adds a tampered client.
  func enter(
    name: String, surroundings: Surroundings, _ tampering: Tampering, driver: some ClientDriver
  ) -> Guest {
    enter(name: name, agent: "facedown-bot/test", .proto, surroundings, driver) {
      TamperedGuest($0, tampering)
    }
  }
}
