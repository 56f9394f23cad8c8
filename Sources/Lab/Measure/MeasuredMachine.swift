// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol

/// A client that keeps what nobody else is told: its exchanges of stamps with the server, and when
/// each of its choices left.
struct MeasuredMachine: ClientMachine {
  /// A question for the server's time and its answer, with all four stamps.
  struct Exchange: Hashable, Sendable {
    /// When the question left, on the client's clock.
    var asked: LocalTime
    /// When the server had it, and when it sent the answer.
    var received: ServerTime
    var answered: ServerTime
    /// When the answer was here.
    var came: LocalTime
  }

  private(set) var core: ClientCore
  /// The exchanges since they were last taken.
  private(set) var exchanges: [Exchange] = []
  /// When each choice left for the first time, by its request.
  private(set) var departures: [RequestID: LocalTime] = [:]

  init(_ core: ClientCore) { self.core = core }

  var encoding: WireEncoding { core.encoding }

  var nextWake: LocalTime? { core.nextWake }

  var unansweredSince: LocalTime? { core.unansweredSince }

  mutating func handle(_ input: ClientInput, now: LocalTime) -> [ClientOutput] {
    if case .received(let bytes) = input,
      case .pong(let pong) = try? encoding.decodeServerMessage(bytes)
    {
      exchanges.append(
        Exchange(
          asked: LocalTime(microseconds: pong.t0), received: pong.t1, answered: pong.t2, came: now))
    }
    let outputs = core.handle(input, now: now)
    for case .send(let bytes) in outputs {
      guard case .intent(let request) = try? encoding.decodeClientMessage(bytes),
        case .choose = request.intent, departures[request.id] == nil
      else { continue }
      departures[request.id] = now
    }
    return outputs
  }
}
