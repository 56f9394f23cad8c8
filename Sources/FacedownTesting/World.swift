// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import MatchClient
package import Protocol
package import SocketClient

/// A client in a world.
package struct Guest: Hashable, Sendable {
  /// Its number in the order of joining, from 0.
  package let index: Int
}

/// Everything a guest has seen and received since it joined.
package struct Recording: Sendable {
  /// The guest's client in its current state.
  package internal(set) var core: ClientCore
  /// All its events but those about its connection, in order.
  package internal(set) var events: [ClientEvent] = []
  /// Every message it received that could be decoded, in order.
  package internal(set) var received: [ServerMessage] = []
  /// The intents it has sent, each once, in the order of their numbers.
  package internal(set) var intents: [(id: RequestID, intent: IntentRequest)] = []
  /// How many intents it has sent again with other content.
  package internal(set) var changedIntents = 0
  /// Events about its connection, in order: breaks, recoveries, the end.
  package internal(set) var interruptions: [ClientEvent] = []

  /// Whether it has an open connection.
  package var isConnected: Bool { core.isConnected }

  /// The entries it received, in order, those in `joined` included.
  package var entries: [Entry] {
    events.compactMap { if case .entry(let entry) = $0 { entry } else { nil } }
  }

  /// The refusals it received.
  package var refusals: [Refusal] {
    events.compactMap { if case .refused(_, let refusal) = $0 { refusal } else { nil } }
  }
}

extension Recording {
  /// Records one step of the guest's client, which is `core` after it.
  mutating func note(_ input: ClientInput, _ outputs: [ClientOutput], _ core: ClientCore) {
    self.core = core
    if case .received(_, let message) = input { received.append(message) }
    for output in outputs {
      switch output {
      case .event(let event): note(event)
      case .send(.request(let id, .intent(let intent)), _): note(intent, as: id)
      case .dial, .hangUp, .send, .sign: break
      }
    }
  }

  private mutating func note(_ event: ClientEvent) {
    switch event {
    case .interrupted, .restored, .disconnected: interruptions.append(event)
    default: events.append(event)
    }
  }

  private mutating func note(_ intent: IntentRequest, as id: RequestID) {
    if let index = intents.firstIndex(where: { $0.id == id }) {
      if intents[index].intent != intent { changedIntents += 1 }
    } else {
      intents.append((id, intent))
    }
  }
}

/// A server with guests: in memory under a manual clock, or over real sockets.
///
/// A test's body is written against this, so the same body runs in both.
package protocol World: AnyObject {
  /// Adds a client controlled by `driver`, nil for one that only obeys commands; it connects at
  /// once.
  func enter(name: String, agent: String, driver: (any ClientDriver)?) async throws -> Guest
  /// Gives a guest's client a command.
  func command(_ command: ClientCommand, _ guest: Guest) async
  /// Cuts a guest's connection.
  func cut(_ guest: Guest) async
  /// A copy of everything a guest has seen so far.
  func recording(of guest: Guest) async -> Recording
  /// Lets time pass until `look` returns a value.
  ///
  /// - Throws: `WorldError.waitedTooLong` if it never does.
  func until<Found: Sendable>(
    _ what: String, _ look: @Sendable ([Recording]) -> Found?
  ) async throws -> Found
}

/// Why a wait failed.
package enum WorldError: Error, CustomStringConvertible {
  /// What a test waited for did not happen.
  case waitedTooLong(for: String, guests: [Recording] = [])

  /// A sentence for the test's log, with the state of each guest.
  package var description: String {
    switch self {
    case .waitedTooLong(let what, let guests):
      "Waited too long for \(what): "
        + guests.enumerated().map { "guest \($0) \($1.whereabouts)" }.joined(separator: "; ") + "."
    }
  }
}

extension Recording {
  /// Its state in short, for a test's log.
  package var whereabouts: String {
    let view = core.table?.log.latest
    let place =
      view.map { "at entry \($0.seq), \($0.phase), turn of \($0.turn?.seat.rawValue ?? -1)" }
      ?? "in no room"
    let line = isConnected ? "connected" : "not connected"
    let welcome = core.welcome == nil ? "not welcomed" : "welcomed"
    return "is \(line), \(welcome), \(place), has sent \(intents.count) intents, was refused "
      + "\(refusals.suffix(4).map(\.code.rawValue)) and told \(interruptions.suffix(4))"
  }
}

extension World {
  /// Adds a person: a client that does only what the test commands.
  package func enter(name: String, agent: String = "facedown-test") async throws -> Guest {
    try await enter(name: name, agent: agent, driver: nil)
  }

  /// Waits until a guest is in a room, and returns the room's code.
  package func roomCode(of guest: Guest) async throws -> String {
    try await until("guest \(guest.index) to be in a room") { $0[guest.index].core.table?.code }
  }
}
