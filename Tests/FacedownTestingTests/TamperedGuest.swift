// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol

@testable import FacedownTesting

/// How a client's program was changed by somebody who wants more than is fair.
struct Tampering: Hashable, Sendable {
  /// What becomes of a ping.
  enum Pings: Hashable, Sendable {
    case honest
    /// It says that it held the last pong less long than it did, so that the line seems long.
    case pongsHeldBack(Duration)
    /// It gives back a nonce that it never got.
    case forged
    /// It gives back its first nonce again and again.
    case replayed
    /// It never leaves; the client is told what its own clock shows.
    case none
  }

  /// What is said of a press.
  enum Stamps: Hashable, Sendable {
    case honest
    /// It took no time to think.
    case thoughtless
    /// So much later than it was.
    case pressedLater(Duration)
    /// Before what it answers showed.
    case pressedBeforeShown
    /// At these instants.
    case absolute(shown: Int64, pressed: Int64)
  }

  var pings = Pings.honest
  var stamps = Stamps.honest
}

/// A guest whose program was changed: what its client says of time is another thing on its way out.
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
      guard case .send(let bytes, let link) = output,
        let message = try? encoding.decodeClientMessage(bytes)
      else { return [output] }
      switch message {
      case .ping(let ping): return change(ping, over: link, now: now)
      case .intent(let intent):
        return [.send(encoding.encode(.intent(changed(intent))), over: link)]
      default: return [output]
      }
    }
  }

  private mutating func change(
    _ ping: Ping, over link: ConnectionNumber, now: LocalTime
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
      return handle(.received(link, encoding.encode(.pong(pong))), now: now)
    }
    return [.send(encoding.encode(.ping(ping)), over: link)]
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
  /// Lets a tampered client in.
  func enter(
    name: String, surroundings: Surroundings, _ tampering: Tampering, driver: some ClientDriver
  ) -> Guest {
    enter(name: name, agent: "facedown-bot/test", .proto, surroundings, driver) {
      TamperedGuest($0, tampering)
    }
  }
}
