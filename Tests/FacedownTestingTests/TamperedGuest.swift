// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol
import SocketClient
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
struct TamperedGuest: GuestMachine {
  private var client: RecordedClient
  private let tampering: Tampering
  private var firstNonce: UInt64?

  init(_ client: RecordedClient, _ tampering: Tampering) {
    self.client = client
    self.tampering = tampering
  }

  var recording: Recording { client.recording }
  var nextWake: LocalTime? { client.nextWake }

  mutating func handle(_ input: ClientInput, now: LocalTime) -> [ClientOutput] {
    client.handle(input, now: now).flatMap { output -> [ClientOutput] in
      switch output {
      case .send(.ping(let ping), let number): change(ping, over: number, now: now)
      case .send(.request(let id, .intent(let intent)), let number):
        [.send(.request(id: id, .intent(changed(intent))), over: number)]
      default: [output]
      }
    }
  }

  private mutating func change(
    _ ping: Ping, over number: ConnectionNumber, now: LocalTime
  ) -> [ClientOutput] {
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
      return handle(.received(number, .pong(pong)), now: now)
    }
    return [.send(.ping(ping), over: number)]
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
    name: String, surroundings: Surroundings, _ tampering: Tampering, driver: (any ClientDriver)?
  ) -> Guest {
    enter(name: name, agent: "facedown-bot/test", .proto, surroundings, driver) {
      TamperedGuest($0, tampering)
    }
  }
}
